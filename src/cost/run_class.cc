#include "cost/run_class.h"

#include "ir/op_column.h"

namespace partita::core::cost {
namespace {

constexpr OpColumn<RunClass> make_run_classes() {
  using enum OpKind;
  OpColumn<RunClass> column;
  // Pointwise: a few instructions an element, or a function that takes many
  column.add({.fusible = true, .in_place = true}, {kAbs,
                                                   kAdd,
                                                   kAnd,
                                                   kCeil,
                                                   kClamp,
                                                   kCompare,
                                                   kComplex,
                                                   kConvert,
                                                   kFloor,
                                                   kImag,
                                                   kIsFinite,
                                                   kMaximum,
                                                   kMinimum,
                                                   kMultiply,
                                                   kNegate,
                                                   kNot,
                                                   kOr,
                                                   kReal,
                                                   kReducePrecision,
                                                   kSelect,
                                                   kShiftLeft,
                                                   kShiftRightArithmetic,
                                                   kShiftRightLogical,
                                                   kSign,
                                                   kSquare,
                                                   kSubtract,
                                                   kXor});
  column.add_rest({.fusible = true, .expensive = true, .in_place = true}, kElementwise);
  column.add({.fusible = true, .expensive = true}, {kMap});

  // Elements that are made or taken from elsewhere
  column.add({.fusible = true}, {kConstant, kIota, kPartitionId, kReplicaId, kBroadcastInDim, kConcatenate,
                                 kDynamicSlice, kGather, kPad, kReverse, kSlice, kTranspose});
  column.add({.fusible = true, .passes_on = true}, {kBitcast, kBitcastConvert, kCopy, kReshape});
  column.add({.in_place = true}, {kDynamicUpdateSlice});
  column.add({.in_place = true, .passes_on = true}, {kOptimizationBarrier});
  column.add({.passes_on = true}, {kAddDependency, kAsyncUpdate, kAsyncDone, kShardingConstraint, kDomain});

  // Much work for what is read and written
  column.add({.heavy = true}, {kDotGeneral, kRaggedDot, kConvolution, kSort, kFft, kCholesky, kTriangularSolve});
  column.add({.in_place = true, .heavy = true, .runs_regions = true}, {kWhile});

  // Kernels of their own, with results of their own
  column.add({}, {kGetDimensionSize, kSetDimensionSize, kShuffle, kScaledDot, kReduce, kReduceWindow, kSelectAndScatter,
                  kScatter, kScan, kTopK, kBatchNormGrad, kBatchNormInference, kBatchNormTraining, kRngBitGenerator});
  column.add({.runs_regions = true}, {kIf, kCase, kAsyncStart, kManualComputation, kCustomCall});

  // Nothing to say, because they only order others, end a region, talk to others, or are not in a partitioned program
  column.add({}, {kAfterAll, kReturn});
  for (Trait trait : {kCollective, kSideEffects, kPlacement, kLegacy}) column.add_rest({}, trait);
  return column;
}

constexpr OpColumn<RunClass> kRunClasses = make_run_classes();
static_assert(ir::is_total<kRunClasses>());

}  // namespace

const RunClass& run_class(OpKind kind) { return kRunClasses[kind]; }

}  // namespace partita::core::cost
