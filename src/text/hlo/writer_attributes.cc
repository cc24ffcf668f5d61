// What stands behind the operands of an instruction: how attributes are spelled, and those that any may carry.
#include <fmt/format.h>

#include "ir/names.h"
#include "text/common/attr_writer.h"
#include "text/hlo/decompose.h"
#include "text/hlo/writer.h"
#include "text/hlo/writer_literals.h"

namespace partita::core::text {

using namespace hlo_names;

void HloWriter::attr_word(std::string_view key, std::string_view value) {
  out_ += ", ";
  out_ += key;
  out_ += '=';
  out_ += value;
}
void HloWriter::attr_int(std::string_view key, int64_t value) {
  attr_word(key, {});
  append_int(out_, value);
}
void HloWriter::attr_ints(std::string_view key, std::span<const int64_t> values) {
  attr_word(key, {});
  append_braced(out_, values);
}
void HloWriter::attr_string(std::string_view key, std::string_view value) {
  attr_word(key, {});
  append_quoted(out_, value);
}
void HloWriter::attr_flag(std::string_view key, bool value) {
  if (value) attr_word(key, "true");
}
void HloWriter::pairs(std::string_view key, std::span<const int64_t> values) {
  attr_word(key, {});
  out_ += '{';
  for (size_t i = 0; i + 1 < values.size(); i += 2) {
    if (i) out_ += ',';
    append_braced(out_, values.subspan(i, 2));
  }
  out_ += '}';
}

void HloWriter::called(std::string_view key, const Region& region) {
  const Region* written = regions_[&region].same_as ? regions_[&region].same_as : &region;
  attr_word(key, "%");
  out_ += regions_[written].name.text();
}

void HloWriter::attributes(const Op& op) {
  inherent_attributes(op);
  if (op.discardable_attributes()) discardable_attributes(op.discardable_attributes());
  if (writing_shardings_ && !(op.discardable_attributes() && op.discardable_attribute(kSharding)))
    write_sharding("{replicated}");
}

void HloWriter::attributes(const Op& op, std::string_view sharding) {
  if (!writing_shardings_) return attributes(op);
  inherent_attributes(op);
  Attr discardable =
      op.discardable_attributes() ? module_.context().with_entry(op.discardable_attributes(), kSharding, {}) : Attr();
  if (discardable) discardable_attributes(discardable);
  write_sharding(sharding);
}

// --- what any instruction may carry ----------------------------------------------------------------------------------

void HloWriter::frontend_attributes(Attr dictionary) {
  if (!dictionary.is(AttrKind::kDict) || dictionary.entries().empty()) return;
  attr_word("frontend_attributes", "{");
  bool first = true;
  for (const NamedAttr& entry : dictionary.entries()) {
    if (!first) out_ += ',';
    first = false;
    out_ += entry.name.text();
    out_ += '=';
    if (entry.value.is(AttrKind::kString)) {
      append_quoted(out_, entry.value.text());
    } else {
      append_quoted(out_, mlir_attribute_text(entry.value));
    }
  }
  out_ += '}';
}

// Those that stand before it in its computation: a pass may have taken the others away, and nothing waits for them.
void HloWriter::control_predecessors(Attr names) {
  std::string text;
  for (Attr name : names.elements()) {
    if (!written_.contains(module_.context().name(name.text()).id())) continue;
    text += fmt::format("{}%{}", text.empty() ? "" : ", ", name.text());
  }
  if (!text.empty()) attr_word("control-predecessors", "{" + text + "}");
}

void HloWriter::discardable_attributes(Attr discardable) {
  if (!discardable) return;
  for (const NamedAttr& entry : discardable.entries()) {
    std::string_view name = entry.name.text();
    Attr value = entry.value;
    if (name == kSharding) {
      if (!value.text().empty()) attr_word("sharding", value.text());
    } else if (name == kFrontendAttributes) {
      frontend_attributes(value);
    } else if (name == kBackendConfig) {
      backend_config(value.text());
    } else if (name == kMetadata) {
      attr_word("metadata", "{");
      out_ += value.text();
      out_ += '}';
    } else if (name == kControlPredecessors) {
      control_predecessors(value);
    } else if (name.starts_with(kPrefix) && value.is(AttrKind::kString)) {
      if (name == kTupleName || name == kResultTuple || name == kLayout || name == kDoneName || name == kOpcode ||
          name == "hlo.outfeed_shape")
        continue;
      attr_word(name.substr(kPrefix.size()), value.text());
    }
  }
}

}  // namespace partita::core::text
