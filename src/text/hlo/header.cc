// The module's own fields, and the entry point of the reader.
#include <algorithm>
#include <charconv>
#include <optional>

#include "ir/names.h"
#include "text/hlo/attributes.h"
#include "text/hlo/builder.h"
#include "text/hlo/hlo.h"

namespace partita::core::text::hlo {

using namespace hlo_names;  // NOLINT: the names of discardable attributes

bool Builder::build_header() {
  module_.set_name(context_.name(syntax_.name));
  std::vector<NamedAttr> discardable;
  auto add = [&](std::string_view name, Attr value) { discardable.push_back({context_.name(name), value}); };
  for (const Attribute& field : syntax_.header) {
    if (field.name == "num_partitions" || field.name == "replica_count") {
      int64_t count = 0;
      if (!parse_int(reading_, field.value, count)) return false;
      if (count < 1 || count > INT32_MAX) {
        return reading_.error(field.value.data(), Code::kHloBadAttribute, "expected a number of devices");
      }
      add(field.name == "num_partitions" ? kNumPartitions : kNumReplicas, context_.integer(count, "i32"));
    } else if (field.name == "frontend_attributes") {
      Attr dictionary;
      if (!parse_frontend_attributes(reading_, field.value, dictionary)) return false;
      add(kFrontendAttributes, dictionary);
    } else {
      add(std::string(kPrefix) + std::string(field.name), tidy_text(field.value));
    }
  }
  if (!syntax_.stack_frames.empty()) add(kStackFrames, text(syntax_.stack_frames));
  if (!discardable.empty()) module_.set_discardable_attributes(context_.dict(discardable));
  return true;
}

namespace {

// The number of the leaf that an index of tuple parts names, or -1.
int leaf_at(const Shape* shape, const IntList& index) {
  int leaf = 0;
  for (int64_t i : index) {
    if (!shape->tuple || i < 0 || i >= std::ssize(shape->parts)) return -1;
    leaf += shape->starts[i];
    shape = shape->parts[i];
  }
  return shape->tuple ? -1 : leaf;
}

// argument12.some.name: 12 and some.name.
std::optional<std::pair<int, std::string_view>> numbered(std::string_view text, std::string_view prefix) {
  if (!text.starts_with(prefix)) return std::nullopt;
  text.remove_prefix(prefix.size());
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  text.remove_prefix(end - text.data());
  if (error != std::errc() || number < 0 || text.size() < 2 || text[0] != '.') return std::nullopt;
  return std::pair(number, text.substr(1));
}

}  // namespace

void Builder::give_back_frontend_attributes() {
  Function* entry = module_.function("main");
  Attr all = module_.discardable_attribute(kFrontendAttributes);
  if (!all) return;
  std::vector<NamedAttr> kept;
  auto with = [&](Attr attributes, std::string_view name, Attr value) {
    Attr frontend = attributes ? attributes.get(kFrontendAttributes) : Attr();
    return context_.with_entry(attributes, kFrontendAttributes, context_.with_entry(frontend, name, value));
  };
  for (const NamedAttr& one : all.entries()) {
    const auto argument = numbered(one.name.text(), kArgumentPrefix);
    const auto result = numbered(one.name.text(), kResultPrefix);
    if (argument && argument->first < entry->num_arguments()) {
      const int i = argument->first;
      entry->set_argument_attrs(i, with(entry->argument_attrs(i), argument->second, one.value));
    } else if (result && result->first < std::ssize(entry->result_types())) {
      const int i = result->first;
      entry->set_result_attrs(i, with(entry->result_attrs(i), result->second, one.value));
    } else {
      kept.push_back(one);
    }
  }
  module_.set_discardable_attribute(kFrontendAttributes, kept.empty() ? Attr() : context_.dict(kept));
}

// StableHLO says of an argument that it may be overwritten by a result. The text of the fields is kept as well: it says
// more.
bool Builder::mark_aliases(const Shape& result) {
  Function* entry = module_.function("main");
  const Computation& c = *syntax_.entry;
  std::vector<int> first = {0};  // argument of each parameter
  for (int index : c.parameters) first.push_back(first.back() + c.instructions[index].shape->leaves);
  auto mark = [&](const AliasText& alias, std::string_view name, Attr value) {
    if (alias.parameter < 0 || alias.parameter >= std::ssize(c.parameters)) return false;
    size_t parameter = alias.parameter;
    int leaf = leaf_at(c.instructions[c.parameters[parameter]].shape, alias.index);
    if (leaf < 0) return false;
    leaf += first[parameter];
    entry->set_argument_attrs(leaf, context_.with_entry(entry->argument_attrs(leaf), name, value));
    return true;
  };
  for (const Attribute& field : syntax_.header) {
    bool alias = field.name == "input_output_alias";
    if (!alias && field.name != "buffer_donor") continue;
    std::vector<AliasText> list;
    if (!parse_aliases(reading_, field.value, alias, list)) return false;
    for (const AliasText& entry_of : list) {
      int leaf = alias ? leaf_at(&result, entry_of.output) : 0;
      Attr value = alias ? context_.integer(leaf, "i32") : context_.boolean(true);
      if (leaf < 0 || !mark(entry_of, alias ? hlo_names::kAliasingOutput : hlo_names::kBufferDonor, value)) {
        return reading_.error(field.value.data(), Code::kHloBadAttribute,
                              "a parameter or result is named that the entry computation does not have");
      }
    }
  }
  return true;
}

}  // namespace partita::core::text::hlo

namespace partita::core::text {

std::unique_ptr<Module> parse_hlo(Context& context, const std::shared_ptr<const SourceText>& source, size_t begin,
                                  size_t end, Diagnostics& diagnostics) {
  std::string_view text = source->text();
  end = std::min(end, text.size());
  begin = std::min(begin, end);
  text = text.substr(begin, end - begin);
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  hlo::Reading reading(context, *source, diagnostics);
  hlo::Syntax syntax;
  if (!hlo::parse_syntax(reading, text, syntax)) return nullptr;
  auto module = std::make_unique<Module>(context);
  module->set_source(source);
  module->set_format(TextFormat::kHlo);
  if (!hlo::Builder(reading, syntax, *module).build()) return nullptr;
  return module;
}

}  // namespace partita::core::text
