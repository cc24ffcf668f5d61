// The column of the op table that says how an op is written: most are a name, operands, a list of items and types; the
// rest have a function of their own (writer_ops.cc, writer_forms.cc) or the generic form.
#include <fmt/format.h>

#include <type_traits>

#include "ir/elided.h"
#include "ir/op_column.h"
#include "text/stablehlo/writer.h"

namespace partita::core::text::stablehlo {
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
  static_assert(ir::is_total<Forms::kColumn>());
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
  attrs_.braced(op.discardable_attributes());
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

}  // namespace partita::core::text::stablehlo
