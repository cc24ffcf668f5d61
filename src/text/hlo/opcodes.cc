#include "text/hlo/opcodes.h"

#include <algorithm>
#include <iterator>

#include "ir/op_column.h"
#include "text/hlo/builder.h"

namespace partita::core::text::hlo {
namespace {

using K = AttrKey;

constexpr std::string_view kToApply[] = {"to_apply"};
constexpr std::string_view kSelectScatter[] = {"select", "scatter"};

constexpr AttrRule kGlobalIds = {"use_global_device_ids", K::kUseGlobalDeviceIds, Form::kTrue};

#define COLLECTIVE \
  {"replica_groups", K::kReplicaGroups, Form::kGroups, Need::kEmpty}, { "channel_id", K::kChannelId, Form::kChannel }
#define DOT                                                                                \
  {"lhs_batch_dims", K::kLhsBatchingDimensions, Form::kInts, Need::kEmpty},                \
      {"rhs_batch_dims", K::kRhsBatchingDimensions, Form::kInts, Need::kEmpty},            \
      {"lhs_contracting_dims", K::kLhsContractingDimensions, Form::kInts, Need::kEmpty},   \
      {"rhs_contracting_dims", K::kRhsContractingDimensions, Form::kInts, Need::kEmpty}, { \
    "operand_precision", K::kPrecisionConfig, Form::kWords                                 \
  }

constexpr AttrRule kAllGather[] = {
    COLLECTIVE, kGlobalIds, {"dimensions", K::kAllGatherDim, Form::kFirst, Need::kRequired}};
constexpr AttrRule kAllReduce[] = {COLLECTIVE, kGlobalIds};
constexpr AttrRule kCollective[] = {COLLECTIVE};
constexpr AttrRule kBatchNorm[] = {{"epsilon", K::kEpsilon, Form::kFloat, Need::kRequired},
                                   {"feature_index", K::kFeatureIndex, Form::kInt, Need::kRequired}};
constexpr AttrRule kBroadcast[] = {{"dimensions", K::kBroadcastDimensions, Form::kInts, Need::kEmptyForScalar}};
constexpr AttrRule kCholesky[] = {{"lower", K::kLower, Form::kBool}};
constexpr AttrRule kCollectivePermute[] = {
    {"source_target_pairs", K::kSourceTargetPairs, Form::kPairs, Need::kRequired},
    {"channel_id", K::kChannelId, Form::kChannel}};
constexpr AttrRule kCollectiveBroadcast[] = {COLLECTIVE, {"has_dynamic_root", K::kHasDynamicRoot, Form::kTrue}};
constexpr AttrRule kCollectiveReduce[] = {
    COLLECTIVE, kGlobalIds, {"has_dynamic_root", K::kHasDynamicRoot, Form::kTrue}};
constexpr AttrRule kCompare[] = {{"direction", K::kComparisonDirection, Form::kWord, Need::kRequired},
                                 {"type", K::kCompareType, Form::kWord}};
constexpr AttrRule kConcatenate[] = {{"dimensions", K::kDimension, Form::kFirst, Need::kRequired}};
constexpr AttrRule kConvolution[] = {{"window", K::kWindowStrides, Form::kConvWindow},
                                     {"dim_labels", K::kInputBatchDimension, Form::kDimLabels, Need::kRequired},
                                     {"feature_group_count", K::kFeatureGroupCount, Form::kInt, Need::kOne},
                                     {"batch_group_count", K::kBatchGroupCount, Form::kInt, Need::kOne},
                                     {"operand_precision", K::kPrecisionConfig, Form::kWords}};
constexpr AttrRule kCopyStart[] = {{"cross_program_prefetch_index", K::kCrossProgramPrefetchIndex, Form::kInt}};
constexpr AttrRule kDimension[] = {{"dimensions", K::kDimension, Form::kFirst, Need::kRequired}};
constexpr AttrRule kDot[] = {DOT, {"algorithm", K::kAlgorithm, Form::kAlgorithm}};
constexpr AttrRule kDynamicSlice[] = {{"dynamic_slice_sizes", K::kSliceSizes, Form::kInts, Need::kRequired}};
constexpr AttrRule kFft[] = {{"fft_type", K::kFftType, Form::kWord, Need::kRequired},
                             {"fft_length", K::kFftLength, Form::kInts, Need::kRequired}};
constexpr AttrRule kGather[] = {
    {"offset_dims", K::kOffsetDims, Form::kInts, Need::kRequired},
    {"collapsed_slice_dims", K::kCollapsedSliceDims, Form::kInts, Need::kRequired},
    {"operand_batching_dims", K::kOperandBatchingDims, Form::kInts, Need::kEmpty},
    {"start_indices_batching_dims", K::kStartIndicesBatchingDims, Form::kInts, Need::kEmpty},
    {"start_index_map", K::kStartIndexMap, Form::kInts, Need::kRequired},
    {"index_vector_dim", K::kIndexVectorDim, Form::kInt, Need::kRequired},
    {"slice_sizes", K::kSliceSizes, Form::kInts, Need::kRequired},
    {"indices_are_sorted", K::kIndicesAreSorted, Form::kTrue}};
constexpr AttrRule kInfeed[] = {{"infeed_config", K::kInfeedConfig, Form::kString}};
constexpr AttrRule kIota[] = {{"iota_dimension", K::kIotaDimension, Form::kInt, Need::kZeroForVector}};
constexpr AttrRule kMap[] = {{"dimensions", K::kDimensions, Form::kInts, Need::kAllDims}};
constexpr AttrRule kOutfeed[] = {{"outfeed_config", K::kOutfeedConfig, Form::kString}};
constexpr AttrRule kPad[] = {{"padding", K::kEdgePaddingLow, Form::kPadding, Need::kRequired}};
constexpr AttrRule kRaggedDot[] = {DOT,
                                   {"lhs_ragged_dims", K::kLhsRaggedDimensions, Form::kInts, Need::kEmpty},
                                   {"rhs_group_dims", K::kRhsGroupDimensions, Form::kInts, Need::kEmpty}};
constexpr AttrRule kReduce[] = {{"dimensions", K::kDimensions, Form::kInts, Need::kRequired}};
constexpr AttrRule kReducePrecision[] = {{"exponent_bits", K::kExponentBits, Form::kInt, Need::kRequired},
                                         {"mantissa_bits", K::kMantissaBits, Form::kInt, Need::kRequired}};
constexpr AttrRule kReduceScatter[] = {
    COLLECTIVE, kGlobalIds, {"dimensions", K::kScatterDimension, Form::kFirst, Need::kRequired}};
constexpr AttrRule kWindow[] = {{"window", K::kWindowDimensions, Form::kWindow, Need::kEmpty}};
constexpr AttrRule kReverse[] = {{"dimensions", K::kDimensions, Form::kInts, Need::kRequired}};
constexpr AttrRule kRng[] = {{"distribution", K::kRngDistribution, Form::kWord, Need::kRequired}};
constexpr AttrRule kRngBits[] = {{"algorithm", K::kRngAlgorithm, Form::kWord, Need::kRequired}};
constexpr AttrRule kRngState[] = {{"delta", K::kDelta, Form::kInt, Need::kRequired}};
constexpr AttrRule kScaledDot[] = {DOT};
constexpr AttrRule kScan[] = {{"dimensions", K::kDimension, Form::kFirst, Need::kRequired},
                              {"num_carries", K::kNumCarries, Form::kInt, Need::kRequired},
                              {"is_reverse", K::kIsReverse, Form::kBool},
                              {"is_associative", K::kIsAssociative, Form::kBool}};
constexpr AttrRule kScatter[] = {
    {"update_window_dims", K::kUpdateWindowDims, Form::kInts, Need::kRequired},
    {"inserted_window_dims", K::kInsertedWindowDims, Form::kInts, Need::kRequired},
    {"input_batching_dims", K::kInputBatchingDims, Form::kInts, Need::kEmpty},
    {"scatter_indices_batching_dims", K::kScatterIndicesBatchingDims, Form::kInts, Need::kEmpty},
    {"scatter_dims_to_operand_dims", K::kScatterDimsToOperandDims, Form::kInts, Need::kRequired},
    {"index_vector_dim", K::kIndexVectorDim, Form::kInt, Need::kRequired},
    {"indices_are_sorted", K::kIndicesAreSorted, Form::kTrue},
    {"unique_indices", K::kUniqueIndices, Form::kTrue}};
constexpr AttrRule kSlice[] = {{"slice", K::kStartIndices, Form::kSlice, Need::kRequired}};
constexpr AttrRule kSort[] = {{"dimensions", K::kDimension, Form::kFirst, Need::kZeroForVector},
                              {"is_stable", K::kIsStable, Form::kBool}};
constexpr AttrRule kTopK[] = {{"k", K::kK, Form::kInt, Need::kRequired},
                              {"largest", K::kLargest, Form::kFalse},
                              {"is_stable", K::kIsStable, Form::kBool}};
constexpr AttrRule kTranspose[] = {{"dimensions", K::kPermutation, Form::kInts, Need::kRequired}};
constexpr AttrRule kTriangularSolve[] = {{"left_side", K::kLeftSide, Form::kBool, Need::kFalse},
                                         {"lower", K::kLower, Form::kBool, Need::kFalse},
                                         {"unit_diagonal", K::kUnitDiagonal, Form::kBool, Need::kFalse},
                                         {"transpose_a", K::kTransposeA, Form::kWord, Need::kNoTranspose}};

using B = Builder;
using O = OpKind;

// By name. Every opcode that is not "operands in, one result out" stands here.
constexpr Opcode kOpcodes[] = {
    {"add-dependency", O::kAddDependency, &B::each_leaf, {}, {}},
    {"all-gather", O::kAllGather, &B::simple, kAllGather, {}},
    {"all-reduce", O::kAllReduce, &B::simple, kAllReduce, kToApply},
    {"all-to-all", O::kAllToAll, &B::all_to_all, kCollective, {}},
    {"async-done", O::kAsyncDone, &B::async_done, {}, {}},
    {"async-start", O::kAsyncStart, &B::async_start, {}, {}},
    {"async-update", O::kAsyncUpdate, &B::async_update, {}, {}},
    {"batch-norm-grad", O::kBatchNormGrad, &B::simple, kBatchNorm, {}},
    {"batch-norm-inference", O::kBatchNormInference, &B::simple, kBatchNorm, {}},
    {"batch-norm-training", O::kBatchNormTraining, &B::simple, kBatchNorm, {}},
    {"bitcast", O::kBitcast, &B::each_leaf, {}, {}},
    {"broadcast", O::kBroadcastInDim, &B::simple, kBroadcast, {}},
    {"call", O::kCall, &B::call, {}, {}},
    {"cholesky", O::kCholesky, &B::simple, kCholesky, {}},
    {"collective-broadcast", O::kCollectiveBroadcast, &B::simple, kCollectiveBroadcast, {}},
    {"collective-permute", O::kCollectivePermute, &B::simple, kCollectivePermute, {}},
    {"collective-reduce", O::kCollectiveReduce, &B::simple, kCollectiveReduce, kToApply},
    {"compare", O::kCompare, &B::simple, kCompare, {}},
    {"concatenate", O::kConcatenate, &B::simple, kConcatenate, {}},
    {"conditional", O::kCase, &B::conditional, {}, {}},
    {"constant", O::kConstant, &B::constant, {}, {}},
    {"convolution", O::kConvolution, &B::simple, kConvolution, {}},
    {"copy", O::kCopy, &B::each_leaf, kCopyStart, {}},
    {"custom-call", O::kCustomCall, &B::custom_call, {}, {}},
    {"domain", O::kDomain, &B::domain, {}, {}},
    {"dot", O::kDotGeneral, &B::simple, kDot, {}},
    {"dynamic-slice", O::kDynamicSlice, &B::dynamic_slice, kDynamicSlice, {}},
    {"dynamic-update-slice", O::kDynamicUpdateSlice, &B::dynamic_slice, {}, {}},
    {"fft", O::kFft, &B::simple, kFft, {}},
    {"fusion", O::kCall, &B::call, {}, {}},
    {"gather", O::kGather, &B::simple, kGather, {}},
    {"get-dimension-size", O::kGetDimensionSize, &B::simple, kDimension, {}},
    {"get-tuple-element", O::kGetTupleElement, &B::get_tuple_element, {}, {}},
    {"infeed", O::kInfeed, &B::infeed, kInfeed, {}},
    {"iota", O::kIota, &B::simple, kIota, {}},
    {"map", O::kMap, &B::simple, kMap, kToApply},
    {"opt-barrier", O::kOptimizationBarrier, &B::barrier, {}, {}},
    {"optimization-barrier", O::kOptimizationBarrier, &B::barrier, {}, {}},
    {"outfeed", O::kOutfeed, &B::outfeed, kOutfeed, {}},
    {"pad", O::kPad, &B::simple, kPad, {}},
    {"parameter", O::kConstant, &B::parameter, {}, {}},
    {"ragged-all-to-all", O::kRaggedAllToAll, &B::simple, kCollective, {}},
    {"ragged-dot", O::kRaggedDot, &B::simple, kRaggedDot, {}},
    {"recv", O::kRecv, &B::recv, {}, {}},
    {"recv-done", O::kRecv, &B::recv_done, {}, {}},
    {"reduce", O::kReduce, &B::simple, kReduce, kToApply},
    {"reduce-precision", O::kReducePrecision, &B::simple, kReducePrecision, {}},
    {"reduce-scatter", O::kReduceScatter, &B::simple, kReduceScatter, kToApply},
    {"reduce-window", O::kReduceWindow, &B::simple, kWindow, kToApply},
    {"reverse", O::kReverse, &B::simple, kReverse, {}},
    {"rng", O::kRng, &B::simple, kRng, {}},
    {"rng-bit-generator", O::kRngBitGenerator, &B::rng_bit_generator, kRngBits, {}},
    {"rng-get-and-update-state", O::kRngGetAndUpdateState, &B::simple, kRngState, {}},
    {"scaled-dot", O::kScaledDot, &B::simple, kScaledDot, {}},
    {"scan", O::kScan, &B::simple, kScan, kToApply},
    {"scatter", O::kScatter, &B::simple, kScatter, kToApply},
    {"select-and-scatter", O::kSelectAndScatter, &B::simple, kWindow, kSelectScatter},
    {"send", O::kSend, &B::send, {}, {}},
    {"send-done", O::kSend, &B::send_done, {}, {}},
    {"set-dimension-size", O::kSetDimensionSize, &B::simple, kDimension, {}},
    {"slice", O::kSlice, &B::simple, kSlice, {}},
    {"sort", O::kSort, &B::simple, kSort, kToApply},
    {"topk", O::kTopK, &B::simple, kTopK, {}},
    {"transpose", O::kTranspose, &B::simple, kTranspose, {}},
    {"triangular-solve", O::kTriangularSolve, &B::simple, kTriangularSolve, {}},
    {"tuple", O::kTuple, &B::tuple, {}, {}},
    {"while", O::kWhile, &B::while_loop, {}, {}},
};

constexpr bool by_name(const Opcode& a, const Opcode& b) { return a.name < b.name; }
static_assert(std::is_sorted(std::begin(kOpcodes), std::end(kOpcodes), by_name));

// Attributes under their own names, as ops.def has them.
constexpr std::string_view kKeyTexts[] = {
#define ATTR(enumerator, text) text,
#include "ir/attr_keys.def"
#undef ATTR
};

constexpr bool has_own_form(AttrForm form) {
  return form != AttrForm::kBools && form != AttrForm::kSymbol && form != AttrForm::kSymbols &&
         form != AttrForm::kDense && form != AttrForm::kAny;
}

constexpr Form own_form(AttrForm form, bool required) {
  switch (form) {
    case AttrForm::kBool: return required ? Form::kBool : Form::kTrue;
    case AttrForm::kInt: return Form::kInt;
    case AttrForm::kFloat: return Form::kFloat;
    case AttrForm::kInts: return Form::kInts;
    case AttrForm::kPairs: return Form::kPairs;
    case AttrForm::kString: return Form::kString;
    case AttrForm::kEnum: return Form::kWord;
    case AttrForm::kEnums: return Form::kWords;
    case AttrForm::kGroups: return Form::kGroups;
    case AttrForm::kBools:
    case AttrForm::kSymbol:
    case AttrForm::kSymbols:
    case AttrForm::kDense:
    case AttrForm::kAny: break;  // without has_own_form
  }
  return Form::kString;
}

constexpr AttrRule own_rule(AttrKey key, AttrForm form, bool required) {
  Need need = !required                 ? Need::kOptional
              : form == AttrForm::kBool ? Need::kFalse
              : form == AttrForm::kInts ? Need::kEmpty
                                        : Need::kRequired;
  return {kKeyTexts[static_cast<size_t>(key)], key, own_form(form, required), need};
}

struct OwnRules {
  std::span<const AttrRule> rules;
  bool complete;  // every attribute has a form
};

// Each list is closed by one entry that is not part of it (C++ has no empty arrays).
#define REQ(key, form) own_rule(AttrKey::key, AttrForm::form, true),
#define OPT(key, form) own_rule(AttrKey::key, AttrForm::form, false),
#define OP(name, mlir, hlo, o0, o1, r0, r1, g0, g1, traits, ...) \
  constexpr AttrRule kOwnRulesOf##name[] = {__VA_ARGS__ AttrRule{}};
#include "ir/ops.def"
#undef OP
#undef OPT
#undef REQ

constexpr OwnRules kOwnRules[] = {
#define REQ(key, form) &&has_own_form(AttrForm::form)
#define OPT(key, form) &&has_own_form(AttrForm::form)
#define OP(name, mlir, hlo, o0, o1, r0, r1, g0, g1, traits, ...) \
  {{kOwnRulesOf##name, std::size(kOwnRulesOf##name) - 1}, true __VA_ARGS__},
#include "ir/ops.def"
#undef OP
#undef OPT
#undef REQ
};

constexpr OpColumn<HloAttributes> make_column() {
  using enum OpKind;
  OpColumn<HloAttributes> column;
  for (const Opcode& row : kOpcodes) {
    if (!column.has(row.kind)) column.add({row.rules, row.regions}, {row.kind});
  }
  column.add({}, {kIf});  // a conditional, as case is
  column.add_rest({}, kLegacy);
  // None, because several instructions, or none, express the op
  column.add_rest({}, [](const OpRow& row) { return !row.has_opcode; });
  // None, because HLO has no attribute for the accuracy of a function
  column.add({}, {kCbrt, kCosine, kExponential, kExponentialMinusOne, kLog, kLogPlusOne, kLogistic, kRsqrt, kSine,
                  kSqrt, kTan, kTanh});
  // Under their own names. An op with regions needs a row: what they are called is nowhere else.
  for (size_t i = 0; i < kOpKindCount; ++i) {
    const auto kind = static_cast<OpKind>(i);
    if (!column.has(kind) && kOpRows[i].max_regions == 0 && kOwnRules[i].complete)
      column.add({kOwnRules[i].rules, {}}, {kind});
  }
  return column;
}

constexpr OpColumn<HloAttributes> kColumn = make_column();
static_assert(ir::is_total<kColumn>());

}  // namespace

const HloAttributes& hlo_attributes(OpKind kind) { return kColumn[kind]; }

std::optional<Opcode> find_opcode(std::string_view name) {
  auto row = std::lower_bound(std::begin(kOpcodes), std::end(kOpcodes), name,
                              [](const Opcode& o, std::string_view text) { return o.name < text; });
  if (row != std::end(kOpcodes) && row->name == name) return *row;
  if (std::optional<OpKind> kind = ir::op_from_hlo(name)) {
    return Opcode{name, *kind, &Builder::simple, kColumn[*kind].rules, kColumn[*kind].regions};
  }
  // What X-start begins and X-done ends is X itself, run aside.
  using Suffix = std::pair<std::string_view, Handler>;
  for (auto [suffix, handler] : {Suffix{"-start", &Builder::async_start}, Suffix{"-update", &Builder::async_update},
                                 Suffix{"-done", &Builder::async_done}}) {
    if (!name.ends_with(suffix)) continue;
    std::string_view wrapped = name.substr(0, name.size() - suffix.size());
    bool twice = wrapped.ends_with("-start") || wrapped.ends_with("-update") || wrapped.ends_with("-done");
    if (twice || wrapped.starts_with("async")) continue;
    if (std::optional<Opcode> row_of = find_opcode(wrapped)) {
      return Opcode{name, OpKind::kAsyncStart, handler, row_of->rules, row_of->regions};
    }
  }
  return std::nullopt;
}

}  // namespace partita::core::text::hlo
