#include "transform/vectorize/column.h"

#include "ir/op_column.h"

namespace partita::core::transform {
namespace {

constexpr OpColumn<VectorizeRule> make_vectorize_column() {
  using enum OpKind;
  OpColumn<VectorizeRule> column;
  // Element by element, or result i from operand i
  column.add(vectorize_map, {kMap});
  column.add_rest(vectorize_pointwise, kElementwise);
  column.add(vectorize_each,
             {kCopy, kOptimizationBarrier, kAddDependency, kDomain, kMark, kInterpreterProbe, kPropagationBarrier});
  column.add_rest(vectorize_constraint, kPlacement);

  // Layout and movement
  column.add(vectorize_broadcast_in_dim, {kBroadcastInDim});
  column.add(vectorize_reshape, {kReshape, kBitcast});
  column.add(vectorize_bitcast_convert, {kBitcastConvert});
  column.add(vectorize_dims, {kTranspose, kReverse, kSlice});
  column.add(vectorize_pad, {kPad});
  column.add(vectorize_concatenate, {kConcatenate});
  column.add(vectorize_get_dimension_size, {kGetDimensionSize});
  column.add(vectorize_dynamic_slice, {kDynamicSlice});
  column.add(vectorize_dynamic_update_slice, {kDynamicUpdateSlice});
  column.add(vectorize_gather, {kGather});
  column.add(vectorize_scatter, {kScatter});

  // Products, reductions, windows, order, transforms
  column.add(vectorize_dot_general, {kDotGeneral});
  column.add(vectorize_convolution, {kConvolution});
  column.add(vectorize_reduce, {kReduce});
  column.add(vectorize_windows, {kReduceWindow});
  column.add(vectorize_select_and_scatter, {kSelectAndScatter});
  column.add(vectorize_sort, {kSort});
  column.add(vectorize_last_dims, {kFft, kCholesky, kTriangularSolve, kTopK});

  // Control
  column.add(vectorize_scan, {kScan});
  column.add(vectorize_while, {kWhile});
  column.add(vectorize_branches, {kCase, kIf});
  column.add(vectorize_block, {kBlock});

  // Collectives of manual code
  column.add(vectorize_collective,
             {kAllGather, kAllReduce, kAllToAll, kCollectiveBroadcast, kCollectivePermute, kReduceScatter});

  // They give nothing
  column.add(vectorize_nothing, {kReturn, kShardingGroup, kAfterAll, kCheckExpectEq, kCheckExpectEqConst,
                                 kCheckExpectAlmostEq, kCheckExpectAlmostEqConst, kCheckExpectClose,
                                 kCheckExpectCloseConst, kCheckExpectSerializedEq, kInterpreterPrint});

  // One example after the other
  column.add(vectorize_rows, {kConstant,
                              kIota,
                              kPartitionId,
                              kReplicaId,
                              kSetDimensionSize,
                              kShuffle,
                              kRaggedDot,
                              kScaledDot,
                              kBatchNormGrad,
                              kBatchNormInference,
                              kBatchNormTraining,
                              kRng,
                              kRngBitGenerator,
                              kRngGetAndUpdateState,
                              kCall,
                              kCustomCall,
                              kManualComputation,
                              kCollectiveReduce,
                              kRaggedAllToAll,
                              kAsyncStart,
                              kAsyncUpdate,
                              kAsyncDone,
                              kInfeed,
                              kOutfeed,
                              kSend,
                              kRecv,
                              kRunParallel});
  column.add_rest(vectorize_rows, kLegacy);
  return column;
}

constexpr OpColumn<VectorizeRule> kColumn = make_vectorize_column();
static_assert(ir::is_total<kColumn>());

}  // namespace

VectorizeRule vectorize_rule(OpKind kind) { return kColumn[kind]; }

}  // namespace partita::core::transform
