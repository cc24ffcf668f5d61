// The first line of a module: HloModule name, entry_computation_layout={(f32[2]{0})->f32[2]{0}}, num_partitions=8
#include "ir/names.h"
#include "text/hlo/syntax.h"
#include "text/hlo/writer.h"
#include "text/hlo/writer_literals.h"

namespace partita::core::text {

using namespace hlo_names;

namespace {

constexpr std::string_view kEntryLayout = "hlo.entry_computation_layout";
constexpr std::string_view kAliases = "hlo.input_output_alias";
constexpr std::string_view kDonors = "hlo.buffer_donor";

// The shapes alone: without layouts, comments and blanks.
std::string bare_shapes(std::string_view text) {
  std::string out;
  int depth = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text.substr(i, 2) == "/*") {
      size_t end = text.find("*/", i);
      if (end == std::string_view::npos) break;
      i = end + 1;
    } else if (text[i] == '{') {
      ++depth;
    } else if (text[i] == '}') {
      --depth;
    } else if (depth == 0 && text[i] != ' ' && text[i] != '\n') {
      out += text[i];
    }
  }
  return out;
}

void append_layout_shape(std::string& out, const Nesting& nesting, std::span<const Type> types, auto attrs_of) {
  if (!nesting.is_tuple) {
    Attr layout = entry_of(attrs_of(nesting.leaf), kLayout);
    Type type = types[nesting.leaf];
    if (layout.is(AttrKind::kString) && !layout.text().empty() && hlo::is_layout_of(type, layout.text())) {
      append_shape(out, type, layout.text());
    } else {
      append_shape_with_default_layout(out, type);
    }
    return;
  }
  out += '(';
  for (size_t i = 0; i < nesting.parts.size(); ++i) {
    if (i) out += ", ";
    append_layout_shape(out, nesting.parts[i], types, attrs_of);
  }
  out += ')';
}

}  // namespace

void HloWriter::entry_layout(const Function& entry) {
  const Computation& computation = regions_[&entry.body()];
  std::vector<Type> types;
  for (const Value* argument : entry.body().arguments()) types.push_back(argument->type());
  std::string made = "{(";
  for (size_t i = 0; i < computation.parameters.size(); ++i) {
    if (i) made += ", ";
    append_layout_shape(made, computation.parameters[i].nesting, types, [&](int k) { return entry.argument_attrs(k); });
  }
  made += ")->";
  append_layout_shape(made, computation.root, entry.result_types(), [&](int k) { return entry.result_attrs(k); });
  made += '}';

  // What was read is kept while it still fits: a pass may have changed the shapes.
  if (Attr read = module_.discardable_attribute(kEntryLayout); read.is(AttrKind::kString) && read.text().size() > 2) {
    std::string_view text = read.text();
    auto inside = [](std::string_view t) { return t.starts_with('{') ? t.substr(1, t.size() - 2) : t; };
    if (bare_shapes(inside(text)) == bare_shapes(inside(made))) {
      attr_word("entry_computation_layout", text);
      return;
    }
  }
  attr_word("entry_computation_layout", made);
}

void HloWriter::aliases(const Function& entry) {
  bool tuple_root = regions_[&entry.body()].root.is_tuple;
  std::string alias, donors;
  for (int i = 0; i < entry.num_arguments(); ++i) {
    Attr output = entry_of(entry.argument_attrs(i), hlo_names::kAliasingOutput);
    if (output.is(AttrKind::kInt)) {
      alias += alias.empty() ? "{{" : ", {";
      if (tuple_root) append_int(alias, output.as_int());
      alias += "}: (";
      append_int(alias, i);
      alias += ", {}, may-alias)";
    }
    Attr donor = entry_of(entry.argument_attrs(i), hlo_names::kBufferDonor);
    if (donor && (donor.is(AttrKind::kUnit) || donor.as_bool())) {
      donors += donors.empty() ? "{(" : ", (";
      append_int(donors, i);
      donors += ", {})";
    }
  }
  if (Attr read = module_.discardable_attribute(kAliases)) {
    attr_word("input_output_alias", read.text());
  } else if (!alias.empty()) {
    attr_word("input_output_alias", alias + "}");
  }
  if (Attr read = module_.discardable_attribute(kDonors)) {
    attr_word("buffer_donor", read.text());
  } else if (!donors.empty()) {
    attr_word("buffer_donor", donors + "}");
  }
}

void HloWriter::header(const Function& entry) {
  out_ += "HloModule ";
  out_ += hlo_identifier(module_.name().text(), "module");
  aliases(entry);
  entry_layout(entry);
  if (module_.discardable_attributes()) {
    for (const NamedAttr& entry_attr : module_.discardable_attributes().entries()) {
      std::string_view name = entry_attr.name.text();
      if (!name.starts_with(kPrefix) || !entry_attr.value.is(AttrKind::kString)) continue;
      if (name == kEntryLayout || name == kAliases || name == kDonors || name == kStackFrames) continue;
      // Only StableHLO has to be told.
      bool ends = name == kOpenParameters || name == kOpenOutput;
      if (ends && module_.format() == TextFormat::kStableHlo && entry_attr.value.text() == kNoneOpen) continue;
      attr_word(name.substr(kPrefix.size()), entry_attr.value.text());
    }
  }
  if (Attr replicas = module_.discardable_attribute(kNumReplicas);
      replicas.is(AttrKind::kInt) && replicas.as_int() != 1)
    attr_int("replica_count", replicas.as_int());
  if (Attr partitions = module_.discardable_attribute(kNumPartitions);
      partitions.is(AttrKind::kInt) && partitions.as_int() != 1)
    attr_int("num_partitions", partitions.as_int());
  if (Attr attributes = module_.discardable_attribute(kFrontendAttributes)) frontend_attributes(attributes);
  out_ += "\n\n";
  if (Attr frames = module_.discardable_attribute(kStackFrames)) {
    out_ += frames.text();
    out_ += "\n\n";
  }
}

}  // namespace partita::core::text
