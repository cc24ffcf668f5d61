// The attributes that are an op's own: written by the rules they are read by (opcodes.h), or by a function of their
// own.
#include <bit>

#include "ir/device_pairs.h"
#include "ir/names.h"
#include "ir/numeric/float_text.h"
#include "ir/op_column.h"
#include "ir/trip_count.h"
#include "ir/views.h"
#include "text/hlo/decompose.h"
#include "text/hlo/opcodes.h"
#include "text/hlo/writer.h"
#include "text/hlo/writer_literals.h"

namespace partita::core::text {

using namespace hlo_names;

namespace {

std::string_view default_compare_type(ElementType element) {
  switch (element_class(element)) {
    case ElementClass::kSigned: return "SIGNED";
    case ElementClass::kUnsigned:
    case ElementClass::kBool: return "UNSIGNED";
    default: return "FLOAT";
  }
}

std::string_view rng_algorithm(std::string_view text) {
  if (text == "THREE_FRY") return "rng_three_fry";
  if (text == "PHILOX") return "rng_philox";
  return "rng_default";
}

}  // namespace

// Ops whose own attributes are written otherwise than the rules they are read by say, and the column that says which.
struct HloWriter::Attributes {
  using Write = void (HloWriter::*)(const Op& op);
  static const OpColumn<Write> kColumn;
  static constexpr OpColumn<Write> make_column() {
    using enum OpKind;
    using W = HloWriter;
    OpColumn<Write> column;
    column.add(&W::compare, {kCompare});
    column.add(&W::map, {kMap});
    column.add(&W::gather, {kGather});
    column.add(&W::dot, {kDotGeneral, kRaggedDot, kScaledDot});
    column.add(&W::scatter, {kScatter});
    column.add(&W::scan, {kScan});
    column.add(&W::sort, {kSort});
    column.add(&W::top_k, {kTopK});
    column.add(&W::rng, {kRng, kRngBitGenerator});
    column.add(&W::call, {kCall});
    column.add(&W::branches, {kIf, kCase});
    column.add(&W::while_loop, {kWhile});
    column.add(&W::domain, {kDomain});
    column.add(&W::custom_call, {kCustomCall});
    column.add(&W::message, {kSend, kRecv});
    column.add(&W::async, {kAsyncStart, kAsyncUpdate, kAsyncDone});
    column.add_rest(&W::collective, kCollective);
    column.add_rest(&W::by_rules, [](const OpRow&) { return true; });  // hlo_attributes is total
    return column;
  }
};

constexpr OpColumn<HloWriter::Attributes::Write> HloWriter::Attributes::kColumn = make_column();

void HloWriter::inherent_attributes(const Op& op) {
  static_assert(ir::is_total<Attributes::kColumn>());
  (this->*Attributes::kColumn[op.kind()])(op);
}

void HloWriter::by_rules(const Op& op) {
  const hlo::HloAttributes& attributes = hlo::hlo_attributes(op.kind());
  for (const hlo::AttrRule& rule : attributes.rules) by_rule(op, rule);
  for (size_t i = 0; i < attributes.regions.size(); ++i) called(attributes.regions[i], op.region(i));
}

void HloWriter::by_rule(const Op& op, const hlo::AttrRule& rule) {
  using hlo::Form;
  const Attr value = op.attr(rule.key);
  switch (rule.form) {  // those that speak of several attributes
    case Form::kWindow: return window(op);
    case Form::kConvWindow: return window(op);
    case Form::kDimLabels: return dim_labels(op);
    case Form::kPadding: return padding(op);
    case Form::kSlice: return slice(op);
    default: break;
  }
  if (!value) return;
  switch (rule.form) {
    case Form::kInt:
      if (rule.need == hlo::Need::kOne && value.as_int() == 1) return;
      return attr_int(rule.name, value.as_int());
    case Form::kBool:
    case Form::kTrue: return attr_flag(rule.name, value.as_bool());
    case Form::kFalse: return attr_word(rule.name, value.as_bool() ? "true" : "false");
    case Form::kFloat: {
      attr_word(rule.name, {});
      const auto bits = std::bit_cast<uint32_t>(static_cast<float>(value.as_float()));
      return append_hlo_float(out_, ElementType::kF32, bits);
    }
    case Form::kInts: return attr_ints(rule.name, value.ints());
    case Form::kFirst: {
      const int64_t number = value.as_int();
      return attr_ints(rule.name, {&number, 1});
    }
    case Form::kString:
      if (!value.text().empty()) attr_string(rule.name, value.text());
      return;
    case Form::kWord: return attr_word(rule.name, value.text());
    case Form::kWords:
      if (rule.key == AttrKey::kPrecisionConfig) return precision(op);
      attr_word(rule.name, "{");
      for (size_t i = 0; i < value.elements().size(); ++i) {
        if (i) out_ += ',';
        out_ += value.elements()[i].text();
      }
      out_ += '}';
      return;
    case Form::kChannel:
      if (value.as_int() != 0) attr_int(rule.name, value.as_int());
      return;
    case Form::kPairs: return pairs(rule.name, ir::listed_pairs(value));
    case Form::kGroups: return groups(value);
    case Form::kAlgorithm: return attr_word(rule.name, hlo_dot_algorithm(value));
    case Form::kWindow:
    case Form::kConvWindow:
    case Form::kDimLabels:
    case Form::kPadding:
    case Form::kSlice: return;  // above
  }
}

void HloWriter::compare(const Op& op) {
  attr_word("direction", op.text_attr(AttrKey::kComparisonDirection));
  std::string_view type = op.text_attr(AttrKey::kCompareType);
  if (type == "TOTALORDER" && default_compare_type(op.operand(0)->type().element()) != type) attr_word("type", type);
}

void HloWriter::map(const Op& op) {
  std::vector<int64_t> all;
  for (int i = 0; i < op.result()->type().rank(); ++i) all.push_back(i);
  attr_ints("dimensions", all);
  called("to_apply", op.region(0));
}

void HloWriter::slice(const Op& op) {
  Ints start = op.ints_attr(AttrKey::kStartIndices), limit = op.ints_attr(AttrKey::kLimitIndices),
       stride = op.ints_attr(AttrKey::kStrides);
  attr_word("slice", "{");
  for (size_t i = 0; i < start.size(); ++i) {
    out_ += i ? ", [" : "[";
    append_int(out_, start[i]);
    out_ += ':';
    append_int(out_, limit[i]);
    if (i < stride.size() && stride[i] != 1) {
      out_ += ':';
      append_int(out_, stride[i]);
    }
    out_ += ']';
  }
  out_ += '}';
}

void HloWriter::padding(const Op& op) {
  Ints low = op.ints_attr(AttrKey::kEdgePaddingLow), high = op.ints_attr(AttrKey::kEdgePaddingHigh),
       interior = op.ints_attr(AttrKey::kInteriorPadding);
  attr_word("padding", {});
  for (size_t i = 0; i < low.size(); ++i) {
    if (i) out_ += 'x';
    append_int(out_, low[i]);
    out_ += '_';
    append_int(out_, high[i]);
    if (i < interior.size() && interior[i] != 0) {
      out_ += '_';
      append_int(out_, interior[i]);
    }
  }
}

void HloWriter::scan(const Op& op) {
  int64_t dimension = op.int_attr(AttrKey::kDimension);
  attr_ints("dimensions", {&dimension, 1});
  attr_int("num_carries", op.int_attr(AttrKey::kNumCarries));
  attr_flag("is_reverse", op.bool_attr(AttrKey::kIsReverse));
  if (op.has_attr(AttrKey::kIsAssociative))
    attr_word("is_associative", op.bool_attr(AttrKey::kIsAssociative) ? "true" : "false");
  called("to_apply", op.region(0));
}

void HloWriter::sort(const Op& op) {
  int64_t dimension = op.int_attr(AttrKey::kDimension, -1);
  if (dimension < 0) dimension += op.operand(0)->type().rank();
  attr_ints("dimensions", {&dimension, 1});
  attr_flag("is_stable", op.bool_attr(AttrKey::kIsStable));
  called("to_apply", op.region(0));
}

void HloWriter::top_k(const Op& op) {
  attr_int("k", op.int_attr(AttrKey::kK));
  attr_word("largest", op.bool_attr(AttrKey::kLargest, true) ? "true" : "false");
  if (op.has_attr(AttrKey::kIsStable)) attr_word("is_stable", op.bool_attr(AttrKey::kIsStable) ? "true" : "false");
}

void HloWriter::rng(const Op& op) {
  if (op.is(OpKind::kRngBitGenerator))
    return attr_word("algorithm", rng_algorithm(op.text_attr(AttrKey::kRngAlgorithm)));
  attr_word("distribution", op.text_attr(AttrKey::kRngDistribution) == "NORMAL" ? "rng_normal" : "rng_uniform");
}

void HloWriter::call(const Op& op) {
  const Function* callee = module_.function(op.text_attr(AttrKey::kCallee));
  attr_word(op.discardable_attributes() && op.discardable_attribute(kOpcode) ? "calls" : "to_apply", "%");
  if (callee) out_ += regions_[&callee->body()].name.text();
}

void HloWriter::branches(const Op& op) {
  if (op.is(OpKind::kIf)) {
    called("true_computation", op.region(0));
    return called("false_computation", op.region(1));
  }
  attr_word("branch_computations", "{");
  for (int i = 0; i < op.num_regions(); ++i) {
    const Computation& branch = regions_[&op.region(i)];
    out_ += i ? ", %" : "%";
    out_ += (branch.same_as ? regions_[branch.same_as] : branch).name.text();
  }
  out_ += '}';
}

void HloWriter::while_loop(const Op& op) {
  called("condition", op.region(0));
  called("body", op.region(1));
  if (op.discardable_attributes() && op.discardable_attribute(kBackendConfig)) return;
  if (std::optional<int64_t> count = known_trip_count(op)) {
    attr_word("backend_config", "{\"known_trip_count\":{\"n\":\"");
    append_int(out_, *count);
    out_ += "\"}}";
  }
}

void HloWriter::domain(const Op& op) {
  attr_word("domain", "{kind=");
  append_quoted(out_, op.text_attr(AttrKey::kDomainKind));
  out_ += ", entry=";
  out_ += op.text_attr(AttrKey::kEntryMetadata);
  out_ += ", exit=";
  out_ += op.text_attr(AttrKey::kExitMetadata);
  out_ += '}';
}

void HloWriter::message(const Op& op) {
  if (int64_t channel = op.int_attr(AttrKey::kChannelId)) attr_int("channel_id", channel);
  attr_flag("is_host_transfer", op.bool_attr(AttrKey::kIsHostTransfer));
}

void HloWriter::async(const Op& op) {
  std::string_view thread = op.text_attr(AttrKey::kExecutionThread);
  if (!thread.empty() && thread != "main") attr_string("async_execution_thread", thread);
  if (op.num_regions() == 1) called("calls", op.region(0));
}

}  // namespace partita::core::text
