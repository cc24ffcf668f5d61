// One entry per op of the table. The array is made from lists of ops, and checked as it is compiled: an op that is in
// no list, or in two, does not build.
#include "rules/column.h"

#include <algorithm>
#include <array>
#include <initializer_list>

namespace partita {
namespace {

using Column = std::array<RuleEntry, kOpKindCount>;

struct Filler {
  Column column{};
  std::array<int, kOpKindCount>
      entries{};  // given to each op; counted, since GCC compares no addresses here under UBSan

  constexpr void add(OpRule rule, std::initializer_list<OpKind> kinds) { add(rule, {}, kinds); }
  constexpr void add(OpRule rule, std::string_view because, std::initializer_list<OpKind> kinds) {
    for (OpKind kind : kinds) {
      column[static_cast<size_t>(kind)] = {rule, because};
      ++entries[static_cast<size_t>(kind)];
    }
  }
};

constexpr Filler fill() {
  using enum OpKind;
  Filler f;
  // Element by element, or result i from operand i
  f.add(rule_pointwise, {kAbs,
                         kCbrt,
                         kCeil,
                         kConvert,
                         kCosine,
                         kCountLeadingZeros,
                         kExponential,
                         kExponentialMinusOne,
                         kFloor,
                         kImag,
                         kIsFinite,
                         kLog,
                         kLogPlusOne,
                         kLogistic,
                         kNegate,
                         kNot,
                         kPopcnt,
                         kReal,
                         kReducePrecision,
                         kRoundNearestAfz,
                         kRoundNearestEven,
                         kRsqrt,
                         kSign,
                         kSine,
                         kSqrt,
                         kTan,
                         kTanh,
                         kUniformDequantize,
                         kUniformQuantize,
                         kAcos,
                         kAcosh,
                         kAsin,
                         kAsinh,
                         kAsinAcosKernel,
                         kAtan,
                         kAtanh,
                         kBesselI1e,
                         kConj,
                         kCosh,
                         kDigamma,
                         kErf,
                         kErfInv,
                         kErfc,
                         kIsInf,
                         kIsNegInf,
                         kIsPosInf,
                         kLgamma,
                         kSinh,
                         kSquare,
                         kAdd,
                         kAnd,
                         kAtan2,
                         kCompare,
                         kComplex,
                         kDivide,
                         kMaximum,
                         kMinimum,
                         kMultiply,
                         kOr,
                         kPower,
                         kRemainder,
                         kShiftLeft,
                         kShiftRightArithmetic,
                         kShiftRightLogical,
                         kSubtract,
                         kXor,
                         kMulhi,
                         kNextAfter,
                         kPolygamma,
                         kZeta,
                         kStochasticConvert,
                         kClamp,
                         kSelect,
                         kMap});
  f.add(rule_identity, {kCopy, kOptimizationBarrier, kAddDependency, kDomain, kShardingConstraint, kReshard,
                        kPropagationBarrier, kDataFlowEdge, kSdyAllGather, kSdyAllReduce, kSdyAllSlice, kSdyAllToAll,
                        kSdyCollectivePermute, kSdyReduceScatter, kSdyReplicatedToUnreduced, kSdyShardedToUnreduced});

  // Values from nothing
  f.add(rule_values_from_nothing, {kConstant, kSdyConstant, kIota, kRng});
  f.add(rule_rng_bit_generator, {kRngBitGenerator});

  // Layout and movement
  f.add(rule_broadcast_in_dim, {kBroadcastInDim});
  f.add(rule_transpose, {kTranspose});
  f.add(rule_reshape, {kReshape});
  f.add(rule_bitcast, {kBitcast});
  f.add(rule_bitcast_convert, {kBitcastConvert});
  f.add(rule_slice, {kSlice});
  f.add(rule_pad, {kPad});
  f.add(rule_reverse, {kReverse});
  f.add(rule_concatenate, {kConcatenate});
  f.add(rule_dynamic_slice, {kDynamicSlice});
  f.add(rule_dynamic_update_slice, {kDynamicUpdateSlice});
  f.add(rule_get_dimension_size, {kGetDimensionSize});
  f.add(rule_set_dimension_size, {kSetDimensionSize});
  f.add(rule_shuffle, {kShuffle});
  f.add(rule_gather, {kGather});
  f.add(rule_scatter, {kScatter});

  // Products, reductions, windows, order
  f.add(rule_dot_general, {kDotGeneral});
  f.add(rule_ragged_dot, {kRaggedDot});
  f.add(rule_scaled_dot, {kScaledDot});
  f.add(rule_convolution, {kConvolution});
  f.add(rule_reduce, {kReduce});
  f.add(rule_reduce_window, {kReduceWindow});
  f.add(rule_select_and_scatter, {kSelectAndScatter});
  f.add(rule_scan, {kScan});
  f.add(rule_sort, {kSort});
  f.add(rule_top_k, {kTopK});
  f.add(rule_batch_norm, {kBatchNormGrad, kBatchNormInference, kBatchNormTraining});
  f.add(rule_cholesky, {kCholesky});
  f.add(rule_fft, {kFft});
  f.add(rule_triangular_solve, {kTriangularSolve});

  // Calls, and collectives of manual code
  f.add(rule_custom_call, {kCustomCall});
  f.add(rule_collective_pointwise, {kAllReduce, kCollectiveBroadcast, kCollectivePermute, kCollectiveReduce});
  f.add(rule_all_gather, {kAllGather});
  f.add(rule_all_to_all, {kAllToAll});
  f.add(rule_reduce_scatter, {kReduceScatter});
  f.add(rule_ragged_all_to_all, {kRaggedAllToAll});

  // None, because …
  f.add(rule_silent, "values flow through it along the edges of its regions, not by dimensions of its own",
        {kCall, kCase, kIf, kWhile, kReturn, kManualComputation, kAsyncStart, kAsyncUpdate, kAsyncDone});
  f.add(rule_silent, "it has only tokens", {kAfterAll});
  f.add(rule_silent, "it names a value and gives none", {kShardingGroup});
  f.add(rule_silent, "it is replaced when the program is read", {kComposite,
                                                                 kNamedComputation,
                                                                 kBroadcast,
                                                                 kChloConstant,
                                                                 kConstantLike,
                                                                 kCreateToken,
                                                                 kCrossReplicaSum,
                                                                 kDot,
                                                                 kDynamicBroadcastInDim,
                                                                 kDynamicConv,
                                                                 kDynamicGather,
                                                                 kDynamicIota,
                                                                 kDynamicPad,
                                                                 kDynamicReshape,
                                                                 kEinsum,
                                                                 kGetTupleElement,
                                                                 kRealDynamicSlice,
                                                                 kTorchIndexSelect,
                                                                 kTuple,
                                                                 kUnaryEinsum});
  f.add(rule_silent, "it starts whole programs", {kRunParallel});
  f.add(rule_whole, "what the outside world sends or takes is the same on every device",
        {kInfeed, kOutfeed, kRecv, kSend});
  f.add(rule_whole, "it is one small value that every device has", {kPartitionId, kReplicaId, kRngGetAndUpdateState});
  f.add(rule_whole, "tests look at whole values",
        {kCheckExpectEq, kCheckExpectEqConst, kCheckExpectAlmostEq, kCheckExpectAlmostEqConst, kCheckExpectClose,
         kCheckExpectCloseConst, kCheckExpectSerializedEq, kInterpreterPrint, kInterpreterProbe});
  return f;
}

constexpr Filler kFilled = fill();

constexpr int fewest_entries() { return *std::min_element(kFilled.entries.begin(), kFilled.entries.end()); }
constexpr int most_entries() { return *std::max_element(kFilled.entries.begin(), kFilled.entries.end()); }
static_assert(most_entries() == 1, "an op of ops.def has two rules");
static_assert(fewest_entries() == 1, "an op of ops.def has no rule: give it one, or rule_silent and say why");

}  // namespace

const RuleEntry& rule_entry(OpKind kind) { return kFilled.column[static_cast<size_t>(kind)]; }

}  // namespace partita
