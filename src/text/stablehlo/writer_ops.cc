// The pretty forms, as StableHLO, CHLO and Shardy print them; those of contractions, calls and ops with regions are in
// writer_forms.cc.
#include <fmt/format.h>

#include <algorithm>

#include "ir/elided.h"
#include "ir/op_column.h"
#include "ir/views.h"
#include "text/stablehlo/writer.h"

namespace partita::stablehlo {

bool Writer::same_types(const Op& op) {
  Type type = op.result()->type();
  for (int i = 0; i < op.num_operands(); ++i) {
    if (!(op.operand(i)->type() == type)) return false;
  }
  return true;
}

namespace {

// One item of a list behind the operands: its words, and the attribute that follows them.
struct Item {
  std::string_view words;  // empty: no item
  AttrKey key = {};
};

// Ops that are their name, operands, items and types. Where `one_type`, the result's type alone stands for all.
struct Listed {
  Item items[3];
  bool one_type = false;
};

using K = AttrKey;

constexpr Listed kDims = {{{", dims = ", K::kDimensions}}, true};
constexpr Listed kBroadcastDims = {{{", dims = ", K::kBroadcastDimensions}}};
constexpr Listed kPermutation = {{{", dims = ", K::kPermutation}}};
constexpr Listed kIotaDim = {{{" dim = ", K::kIotaDimension}}, true};
constexpr Listed kDim = {{{", dim = ", K::kDimension}}};
constexpr Listed kSizes = {{{", sizes = ", K::kSliceSizes}}};
constexpr Listed kPadding = {
    {{", low = ", K::kEdgePaddingLow}, {", high = ", K::kEdgePaddingHigh}, {", interior = ", K::kInteriorPadding}}};
constexpr Listed kFftItems = {{{", type = ", K::kFftType}, {", length = ", K::kFftLength}}};
constexpr Listed kLowerHalf = {{{", lower = ", K::kLower}}, true};
constexpr Listed kAlgorithm = {{{", algorithm = ", K::kRngAlgorithm}}};
constexpr Listed kDirection = {{{" allowed_direction=", K::kAllowedDirection}}, true};
constexpr Listed kTypes = {};
constexpr Listed kOneType = {{}, true};

// Whether an op can be written as its name, operands and each attribute under its own name, and read so.
#define REQ(key, form) &&is_listed(AttrForm::form)
#define OPT(key, form) &&is_listed(AttrForm::form)
#define OP(name, mlir, hlo, o0, o1, r0, r1, g0, g1, traits, ...) (g1) == 0 __VA_ARGS__,
constexpr bool is_listed(AttrForm form) {
  return form == AttrForm::kBool || form == AttrForm::kInt || form == AttrForm::kInts || form == AttrForm::kEnum;
}
constexpr bool kCanList[] = {
#include "ir/ops.def"
};
#undef OP
#undef OPT
#undef REQ

}  // namespace

// The column: by which function an op is written, and with which items. A function says false where this op needs the
// generic form after all.
struct Writer::Forms {
  using Write = bool (*)(Writer& writer, const Op& op, int indent);
  struct Entry {
    Write write = nullptr;
    const Listed* listed = nullptr;
  };
  // A member function that always writes, or that says whether it did; with the indent if it has regions to write.
  template <auto function>
  static bool by(Writer& writer, const Op& op, int indent) {
    auto run = [&] {
      if constexpr (std::is_invocable_v<decltype(function), Writer&, const Op&, int>) {
        return (writer.*function)(op, indent);
      } else {
        return (writer.*function)(op);
      }
    };
    if constexpr (std::is_void_v<decltype(run())>) {
      run();
      return true;
    } else {
      return run();
    }
  }
  static bool generic(Writer&, const Op&, int) { return false; }
  static bool custom_call(Writer& writer, const Op& op, int indent) {
    if (op.num_regions() > 0) return false;
    const bool elided = op.text_attr(AttrKey::kCallTargetName) == kElidedConstant && op.num_operands() == 0;
    return elided ? by<&Writer::elided_constant>(writer, op, indent) : by<&Writer::custom_call>(writer, op, indent);
  }
  static const OpColumn<Entry> kColumn;
  static constexpr OpColumn<Entry> make_column() {
    using enum OpKind;
    using W = Writer;
    OpColumn<Entry> column;
    auto form = [&](Write write, std::initializer_list<OpKind> kinds) { column.add({write, nullptr}, kinds); };
    auto listed = [&](const Listed& items, std::initializer_list<OpKind> kinds) {
      column.add({by<&W::listed>, &items}, kinds);
    };
    form(by<&W::compare>, {kCompare});
    form(by<&W::reduce_precision>, {kReducePrecision});
    column.add_rest({by<&W::pointwise>, nullptr}, kElementwise);

    form(by<&W::constant>, {kConstant});
    listed(kIotaDim, {kIota});
    listed(kOneType, {kPartitionId, kReplicaId, kAfterAll});
    listed(kBroadcastDims, {kBroadcastInDim});
    listed(kPermutation, {kTranspose});
    listed(kDims, {kReverse});
    listed(kDim, {kConcatenate, kGetDimensionSize, kSetDimensionSize});
    listed(kTypes, {kReshape, kBitcastConvert, kDynamicUpdateSlice});
    listed(kSizes, {kDynamicSlice});
    listed(kPadding, {kPad});
    form(by<&W::slice>, {kSlice});

    form(by<&W::dot_general>, {kDotGeneral});
    form(by<&W::convolution>, {kConvolution});
    form(by<&W::reduce>, {kReduce});
    form(by<&W::scan>, {kScan});
    form(by<&W::top_k>, {kTopK});
    listed(kFftItems, {kFft});
    listed(kLowerHalf, {kCholesky});
    listed(kAlgorithm, {kRngBitGenerator});
    form(by<&W::rng>, {kRng});

    form(by<&W::return_op>, {kReturn});
    form(by<&W::call>, {kCall});
    form([](W& w, const Op& op, int indent) { return op.num_operands() > 0 && by<&W::while_loop>(w, op, indent); },
         {kWhile});
    form(by<&W::barrier>, {kOptimizationBarrier});
    form(custom_call, {kCustomCall});

    form(by<&W::sharded>, {kShardingConstraint, kReshard});
    form(by<&W::sharding_group>, {kShardingGroup});
    listed(kDirection, {kPropagationBarrier});
    form(by<&W::manual_computation>, {kManualComputation});
    form(by<&W::check_equal>, {kCheckExpectEq});
    form(by<&W::check_constant>, {kCheckExpectEqConst, kCheckExpectAlmostEqConst});

    // None, because the dialect prints it in the generic form, or has no form that says all
    form(generic, {kMap,
                   kGather,
                   kRaggedDot,
                   kScaledDot,
                   kReduceWindow,
                   kSelectAndScatter,
                   kScatter,
                   kSort,
                   kBatchNormGrad,
                   kBatchNormInference,
                   kBatchNormTraining,
                   kTriangularSolve,
                   kRngGetAndUpdateState,
                   kCase,
                   kIf,
                   kAddDependency,
                   kDomain,
                   kCopy,
                   kBitcast,
                   kShuffle,
                   kInfeed,
                   kOutfeed,
                   kAsyncStart,
                   kAsyncUpdate,
                   kAsyncDone,
                   kCheckExpectAlmostEq,
                   kCheckExpectClose,
                   kCheckExpectCloseConst,
                   kCheckExpectSerializedEq,
                   kRunParallel,
                   kInterpreterPrint,
                   kInterpreterProbe});
    for (Trait trait : {kCollective, kPlacement, kLegacy}) column.add_rest({generic, nullptr}, trait);

    // Each attribute under its own name, or what is left of regions and attributes of many forms: generic
    for (size_t i = 0; i < kOpKindCount; ++i) {
      const auto kind = static_cast<OpKind>(i);
      if (!column.has(kind)) column.add({kCanList[i] ? by<&W::under_own_names> : generic, nullptr}, {kind});
    }
    return column;
  }
};

constexpr OpColumn<Writer::Forms::Entry> Writer::Forms::kColumn = make_column();

bool Writer::pretty(const Op& op, int indent) {
  static_assert(is_total<Forms::kColumn>());
  return Forms::kColumn[op.kind()].write(*this, op, indent);
}

void Writer::name_and_operands(const Op& op) {
  out_ += op.info().mlir;
  if (op.num_operands() > 0) out_ += ' ';
  operands(op);
}

void Writer::item(std::string_view words, const Op& op, AttrKey key) {
  out_ += words;
  switch (find_attr_spec(op.kind(), key)->form) {
    case AttrForm::kInt: return attrs_.integer(op.int_attr(key));
    case AttrForm::kBool: out_ += op.bool_attr(key) ? "true" : "false"; return;
    case AttrForm::kInts:
      out_ += '[';
      attrs_.ints(op.ints_attr(key));
      out_ += ']';
      return;
    default: out_ += op.text_attr(key);
  }
}

void Writer::types_behind(const Op& op, bool one_type) {
  attrs_.extra(op.extra());
  out_ += " : ";
  if (one_type) {
    attrs_.type(op.result()->type());
  } else {
    function_type(op);
  }
}

void Writer::listed(const Op& op) {
  const Listed& form = *Forms::kColumn[op.kind()].listed;
  name_and_operands(op);
  for (const Item& each : form.items) {
    if (!each.words.empty()) item(each.words, op, each.key);
  }
  types_behind(op, form.one_type);
}

void Writer::under_own_names(const Op& op) {
  name_and_operands(op);
  for (const KeyedAttr& attr : op.attrs()) {
    item(fmt::format(", {} = ", attr_key_text(attr.key)), op, attr.key);
  }
  types_behind(op, false);
}

void Writer::return_op(const Op& op) {
  const Op* parent = op.parent_op();
  if (parent == nullptr) {
    out_ += "return";
  } else if (parent->is(OpKind::kManualComputation)) {
    out_ += "sdy.return";
  } else {
    out_ += parent->info().mlir.starts_with("mhlo.") ? "mhlo.return" : "stablehlo.return";
  }
  if (op.num_operands() > 0) {
    out_ += ' ';
    operands(op);
    attrs_.extra(op.extra());
    out_ += " : ";
    attrs_.types(op.operands());
  } else {
    attrs_.extra(op.extra());
  }
}

void Writer::call(const Op& op) {
  out_ += "func.call ";
  attrs_.symbol(op.text_attr(AttrKey::kCallee));
  out_ += '(';
  operands(op);
  out_ += ')';
  types_behind(op, false);
}

void Writer::constant(const Op& op) {
  out_ += "stablehlo.constant";
  attrs_.extra(op.extra());
  out_ += ' ';
  attrs_.literal(op.attr(AttrKey::kValue).literal());
}

bool Writer::check_constant(const Op& op) {
  if (op.has_attr(AttrKey::kTolerance)) return false;
  name_and_operands(op);
  out_ += ", ";
  attrs_.literal(op.attr(AttrKey::kValue).literal());
  return true;
}

void Writer::check_equal(const Op& op) {
  name_and_operands(op);
  attrs_.extra(op.extra());
  out_ += " : ";
  attrs_.type(op.operand(0)->type());
}

void Writer::compare(const Op& op) {
  out_ += "stablehlo.compare ";
  out_ += op.text_attr(AttrKey::kComparisonDirection);
  out_ += ", ";
  operands(op);
  if (std::string_view type = op.text_attr(AttrKey::kCompareType); !type.empty()) {
    out_ += ", ";
    out_ += type;
  }
  types_behind(op, false);
}

void Writer::reduce_precision(const Op& op) {
  out_ += "stablehlo.reduce_precision ";
  operands(op);
  out_ += fmt::format(", format = e{}m{}", op.int_attr(AttrKey::kExponentBits), op.int_attr(AttrKey::kMantissaBits));
  types_behind(op, same_types(op));
}

bool Writer::pointwise(const Op& op) {
  const OpInfo& info = op.info();
  bool stablehlo = info.mlir.starts_with("stablehlo.");
  bool chlo = info.mlir.starts_with("chlo.");
  if (!op.attrs().empty() || (!stablehlo && !chlo)) return false;
  out_ += info.mlir;
  out_ += ' ';
  operands(op);
  attrs_.extra(op.extra());
  out_ += " : ";
  if (chlo) {
    // CHLO lists operand and result types without parentheses around one.
    if (op.num_operands() == 1) {
      attrs_.type(op.operand(0)->type());
      out_ += " -> ";
      attrs_.type(op.result()->type());
    } else if (op.is(OpKind::kMulhi)) {
      attrs_.type(op.result()->type());
    } else {
      attrs_.types(op.operands());
      out_ += " -> ";
      attrs_.type(op.result()->type());
    }
  } else if (op.is(OpKind::kSelect)) {
    if (op.operand(1)->type() == op.result()->type() && op.operand(2)->type() == op.result()->type()) {
      attrs_.type(op.operand(0)->type());
      out_ += ", ";
      attrs_.type(op.result()->type());
    } else {
      function_type(op);
    }
  } else if (op.is(OpKind::kComplex)) {
    attrs_.type(op.result()->type());
  } else if (same_types(op) && !op.is(OpKind::kConvert)) {
    attrs_.type(op.result()->type());
  } else {
    function_type(op);
  }
  return true;
}

void Writer::slice(const Op& op) {
  name_and_operands(op);
  Ints start = op.ints_attr(AttrKey::kStartIndices), limit = op.ints_attr(AttrKey::kLimitIndices);
  Ints strides = op.ints_attr(AttrKey::kStrides);
  out_ += " [";
  for (size_t i = 0; i < start.size(); ++i) {
    if (i) out_ += ", ";
    attrs_.integer(start[i]);
    out_ += ':';
    attrs_.integer(limit[i]);
    if (strides[i] != 1) {
      out_ += ':';
      attrs_.integer(strides[i]);
    }
  }
  out_ += ']';
  types_behind(op, false);
}

void Writer::rng(const Op& op) {
  name_and_operands(op);
  out_ += fmt::format(", %{}, distribution = {}", rng_shape_, op.text_attr(AttrKey::kRngDistribution));
  attrs_.extra(op.extra());
  out_ += " : (";
  attrs_.types(op.operands());
  out_ += fmt::format(", tensor<{}xi64>) -> ", op.result()->type().rank());
  attrs_.type(op.result()->type());
}

bool Writer::top_k(const Op& op) {
  if (op.has_attr(AttrKey::kLargest) || op.has_attr(AttrKey::kIsStable)) return false;
  out_ += "chlo.top_k(";
  operands(op);
  item(", k = ", op, AttrKey::kK);
  out_ += ')';
  attrs_.extra(op.extra());
  out_ += " : ";
  attrs_.type(op.operand(0)->type());
  out_ += " -> (";
  attrs_.types(op.results());
  out_ += ')';
  return true;
}

void Writer::barrier(const Op& op) {  // its attributes come first
  out_ += op.info().mlir;
  attrs_.extra(op.extra());
  if (op.num_operands() > 0) out_ += ' ';
  operands(op);
  out_ += op.num_operands() > 0 ? " : " : " ()";
  attrs_.types(op.operands());
}

void Writer::sharded(const Op& op) {
  name_and_operands(op);
  out_ += ' ';
  // Inside its own op a sharding is written without its dialect.
  std::string_view text = op.attr(AttrKey::kSharding).text();
  constexpr std::string_view kPrefix = "#sdy.sharding";
  out_ += text.starts_with(kPrefix) ? text.substr(kPrefix.size()) : text;
  types_behind(op, true);
}

void Writer::sharding_group(const Op& op) {
  name_and_operands(op);
  item(" group_id=", op, AttrKey::kGroupId);
  attrs_.extra(op.extra());
  out_ += " : ";
  attrs_.type(op.operand(0)->type());
}

}  // namespace partita::stablehlo
