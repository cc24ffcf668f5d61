#include "transform/grad/column.h"

#include "ir/op_column.h"
#include "transform/grad/remat.h"

namespace partita::core::transform {
namespace {

constexpr GradEntry zero(std::string_view because) {
  GradEntry entry;
  entry.zero = because;
  return entry;
}
constexpr GradEntry refused(std::string_view because) {
  GradEntry entry;
  entry.refused = because;
  return entry;
}

constexpr OpColumn<GradEntry> make_grad_column() {
  using enum OpKind;
  OpColumn<GradEntry> column;
  // Pointwise
  column.add(grad_function, {kAbs,   kCbrt,   kCosine,     kExponential, kExponentialMinusOne,
                             kImag,  kLog,    kLogPlusOne, kLogistic,    kNegate,
                             kReal,  kRsqrt,  kSine,       kSqrt,        kTan,
                             kTanh,  kAcos,   kAcosh,      kAsin,        kAsinh,
                             kAtan,  kAtanh,  kConj,       kCosh,        kDigamma,
                             kErf,   kErfInv, kErfc,       kLgamma,      kSinh,
                             kSquare});
  column.add(grad_add, {kAdd});
  column.add(grad_subtract, {kSubtract});
  column.add(grad_multiply, {kMultiply});
  column.add(grad_divide, {kDivide});
  column.add(grad_remainder, {kRemainder});
  column.add(grad_power, {kPower});
  column.add(grad_atan2, {kAtan2});
  column.add(grad_polygamma, {kPolygamma});
  column.add(grad_zeta, {kZeta});
  column.add(grad_extremum, {kMaximum, kMinimum});
  column.add(grad_clamp, {kClamp});
  column.add(grad_select, {kSelect});
  column.add(grad_complex, {kComplex});
  column.add(grad_convert, {kConvert, kStochasticConvert});
  column.add(grad_reduce_precision, {kReducePrecision});

  // Layout and movement
  column.add(grad_identity, {kCopy, kDomain, kAddDependency, kInterpreterProbe});
  column.add(grad_reshape, {kReshape, kBitcast});
  column.add(grad_propagation_barrier, {kPropagationBarrier});
  column.add_rest(grad_constraint, kPlacement);
  column.add(grad_barrier, {kOptimizationBarrier});
  column.add(grad_broadcast_in_dim, {kBroadcastInDim});
  column.add(grad_transpose, {kTranspose});
  column.add(grad_reverse, {kReverse});
  column.add(grad_slice, {kSlice});
  column.add(grad_concatenate, {kConcatenate});
  column.add(grad_pad, {kPad});
  column.add(grad_dynamic_slice, {kDynamicSlice});
  column.add(grad_dynamic_update_slice, {kDynamicUpdateSlice});
  column.add(grad_gather, {kGather});
  column.add(grad_scatter, {kScatter});

  // Products, reductions, windows, order, transforms
  column.add(grad_dot_general, {kDotGeneral});
  column.add(grad_ragged_dot, {kRaggedDot});
  column.add(grad_convolution, {kConvolution});
  column.add(grad_reduce, {kReduce});
  column.add(grad_reduce_window, {kReduceWindow});
  column.add(grad_select_and_scatter, {kSelectAndScatter});
  column.add(grad_sort, {kSort});
  column.add(grad_top_k, {kTopK});
  column.add(grad_cholesky, {kCholesky});
  column.add(grad_triangular_solve, {kTriangularSolve});
  column.add(grad_fft, {kFft});
  column.add(grad_map, {kMap});
  column.add(grad_batch_norm, {kBatchNormGrad, kBatchNormInference, kBatchNormTraining});

  // Control
  column.add(grad_scan, {kScan});
  column.add(grad_while, {kWhile});
  column.add(grad_branches, {kCase, kIf});
  column.add(grad_mark, {kMark});
  column.add(grad_block, {kBlock});

  // Manual code, calls
  column.add(grad_manual_computation, {kManualComputation});
  column.add(grad_all_reduce, {kAllReduce});
  column.add(grad_all_gather, {kAllGather});
  column.add(grad_reduce_scatter, {kReduceScatter});
  column.add(grad_all_to_all, {kAllToAll});
  column.add(grad_collective_permute, {kCollectivePermute});
  column.add(grad_collective_broadcast, {kCollectiveBroadcast});
  column.add(grad_ragged_all_to_all, {kRaggedAllToAll});
  column.add(grad_custom_call, {kCustomCall});

  // Zero
  column.add(zero("it is constant between its steps"), {kFloor, kCeil, kRoundNearestAfz, kRoundNearestEven, kSign});
  column.add(zero("it gives truth values"), {kIsFinite, kIsInf, kIsNegInf, kIsPosInf, kCompare});
  column.add(zero("it is for bits and integers"),
             {kAnd, kOr, kXor, kNot, kShiftLeft, kShiftRightArithmetic, kShiftRightLogical, kPopcnt, kCountLeadingZeros,
              kMulhi, kBitcastConvert, kGetDimensionSize});
  column.add(zero("it depends on no operand"),
             {kConstant, kSdyConstant, kIota, kPartitionId, kReplicaId, kRngBitGenerator, kRngGetAndUpdateState});
  column.add(zero("what it gives comes from elsewhere"), {kInfeed, kOutfeed, kSend, kRecv, kAfterAll});
  column.add(zero("it gives nothing"), {kReturn, kShardingGroup, kCheckExpectEq, kCheckExpectEqConst,
                                        kCheckExpectAlmostEq, kCheckExpectAlmostEqConst, kCheckExpectClose,
                                        kCheckExpectCloseConst, kCheckExpectSerializedEq, kInterpreterPrint});

  // None, because …
  column.add(refused("its bounds decide how random numbers come out; draw from fixed bounds and scale them"), {kRng});
  column.add(refused("none is known here; write the function in other ops, or give its gradient with custom_vjp"),
             {kNextAfter, kBesselI1e, kAsinAcosKernel, kShuffle, kSetDimensionSize, kCollectiveReduce, kScaledDot,
              kUniformQuantize, kUniformDequantize});
  column.add(refused("asynchronous calls are for programs that are compiled already; differentiate the one before"),
             {kAsyncStart, kAsyncUpdate, kAsyncDone});
  column.add(refused("it starts whole programs; differentiate these"), {kRunParallel});
  column.add(refused("calls are inlined before a gradient is taken; this one was not"), {kCall});
  column.add_rest(refused("it is replaced when a program is read; this one was not"), kLegacy);
  return column;
}

constexpr OpColumn<GradEntry> kColumn = make_grad_column();
static_assert(ir::is_total<kColumn>());

}  // namespace

const GradEntry& grad_entry(OpKind kind) { return kColumn[kind]; }

bool is_zero(const Op& op) {
  if (op.is(OpKind::kMark)) return op.text_attr(AttrKey::kMarkKind) == kStopGradient;
  return !grad_entry(op.kind()).zero.empty();
}

Status apply_rule(Adjoint& adjoint) {
  const GradEntry& entry = grad_entry(adjoint.op().kind());
  if (!entry.refused.empty()) return adjoint.refuse(std::string(entry.refused));
  return entry.rule != nullptr ? entry.rule(adjoint) : Status();
}

}  // namespace partita::core::transform
