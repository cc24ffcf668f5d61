// The column: one entry per op of the table. No default, so that a new op does not build without one.
#include "eval/evaluators.h"

#include "eval/op_families.h"

namespace partita {
namespace {

Status eval_unsupported(OpCall& call) {
  std::string name(call.op.info().mlir);
  if (call.op.info().has(kLegacy))
    return call.fail(Code::kInternal, name + " should have been replaced when it was read");
  return call.fail(Code::kCannotEvaluate, name + " can be read and partitioned, but not evaluated");
}

}  // namespace

OpEvaluator evaluator_for(OpKind kind) {
  switch (kind) {
    case OpKind::kAbs:
    case OpKind::kCbrt:
    case OpKind::kCeil:
    case OpKind::kConvert:
    case OpKind::kCosine:
    case OpKind::kCountLeadingZeros:
    case OpKind::kExponential:
    case OpKind::kExponentialMinusOne:
    case OpKind::kFloor:
    case OpKind::kImag:
    case OpKind::kIsFinite:
    case OpKind::kLog:
    case OpKind::kLogPlusOne:
    case OpKind::kLogistic:
    case OpKind::kNegate:
    case OpKind::kNot:
    case OpKind::kPopcnt:
    case OpKind::kReal:
    case OpKind::kReducePrecision:
    case OpKind::kRoundNearestAfz:
    case OpKind::kRoundNearestEven:
    case OpKind::kRsqrt:
    case OpKind::kSign:
    case OpKind::kSine:
    case OpKind::kSqrt:
    case OpKind::kTan:
    case OpKind::kTanh:
    case OpKind::kAcos:
    case OpKind::kAcosh:
    case OpKind::kAsin:
    case OpKind::kAsinh:
    case OpKind::kAsinAcosKernel:
    case OpKind::kAtan:
    case OpKind::kAtanh:
    case OpKind::kBesselI1e:
    case OpKind::kConj:
    case OpKind::kCosh:
    case OpKind::kDigamma:
    case OpKind::kErf:
    case OpKind::kErfInv:
    case OpKind::kErfc:
    case OpKind::kIsInf:
    case OpKind::kIsNegInf:
    case OpKind::kIsPosInf:
    case OpKind::kLgamma:
    case OpKind::kSinh:
    case OpKind::kSquare:
    case OpKind::kAdd:
    case OpKind::kAnd:
    case OpKind::kAtan2:
    case OpKind::kCompare:
    case OpKind::kComplex:
    case OpKind::kDivide:
    case OpKind::kMaximum:
    case OpKind::kMinimum:
    case OpKind::kMultiply:
    case OpKind::kOr:
    case OpKind::kPower:
    case OpKind::kRemainder:
    case OpKind::kShiftLeft:
    case OpKind::kShiftRightArithmetic:
    case OpKind::kShiftRightLogical:
    case OpKind::kSubtract:
    case OpKind::kXor:
    case OpKind::kMulhi:
    case OpKind::kNextAfter:
    case OpKind::kPolygamma:
    case OpKind::kZeta:
    case OpKind::kStochasticConvert:
    case OpKind::kClamp:
    case OpKind::kSelect: return eval_pointwise;

    case OpKind::kMap: return eval_map;
    case OpKind::kConstant: return eval_constant;
    case OpKind::kIota: return eval_iota;
    case OpKind::kPartitionId: return eval_partition_id;
    case OpKind::kReplicaId: return eval_replica_id;

    case OpKind::kBitcastConvert: return eval_bitcast_convert;
    case OpKind::kBroadcastInDim: return eval_broadcast_in_dim;
    case OpKind::kConcatenate: return eval_concatenate;
    case OpKind::kBitcast: return eval_bitcast;
    case OpKind::kDynamicSlice: return eval_dynamic_slice;
    case OpKind::kDynamicUpdateSlice: return eval_dynamic_update_slice;
    case OpKind::kGather: return eval_gather;
    case OpKind::kGetDimensionSize: return eval_get_dimension_size;
    case OpKind::kSetDimensionSize: return eval_set_dimension_size;
    case OpKind::kPad: return eval_pad;
    case OpKind::kReshape: return eval_reshape;
    case OpKind::kReverse: return eval_reverse;
    case OpKind::kSlice: return eval_slice;
    case OpKind::kTranspose: return eval_transpose;
    case OpKind::kShuffle: return eval_shuffle;

    case OpKind::kDotGeneral: return eval_dot_general;
    case OpKind::kRaggedDot: return eval_ragged_dot;
    case OpKind::kScaledDot: return eval_scaled_dot;
    case OpKind::kConvolution: return eval_convolution;

    case OpKind::kReduce: return eval_reduce;
    case OpKind::kReduceWindow: return eval_reduce_window;
    case OpKind::kSelectAndScatter: return eval_select_and_scatter;
    case OpKind::kScatter: return eval_scatter;
    case OpKind::kScan: return eval_scan;
    case OpKind::kSort: return eval_sort;
    case OpKind::kTopK: return eval_top_k;

    case OpKind::kBatchNormGrad: return eval_batch_norm_grad;
    case OpKind::kBatchNormInference: return eval_batch_norm_inference;
    case OpKind::kBatchNormTraining: return eval_batch_norm_training;
    case OpKind::kCholesky: return eval_cholesky;
    case OpKind::kFft: return eval_fft;
    case OpKind::kTriangularSolve: return eval_triangular_solve;
    case OpKind::kRng: return eval_rng;
    case OpKind::kRngBitGenerator: return eval_rng_bit_generator;
    case OpKind::kRngGetAndUpdateState: return eval_rng_get_and_update_state;

    case OpKind::kCall: return eval_call;
    case OpKind::kCase: return eval_case;
    case OpKind::kIf: return eval_if;
    case OpKind::kWhile: return eval_while;
    case OpKind::kReturn: return eval_return;
    case OpKind::kAfterAll: return eval_token;
    case OpKind::kCustomCall: return eval_custom_call;
    case OpKind::kOptimizationBarrier:
    case OpKind::kAddDependency:
    case OpKind::kCopy:
    case OpKind::kDomain:
    case OpKind::kShardingConstraint:
    case OpKind::kReshard:
    case OpKind::kPropagationBarrier:
    // How a value lies on devices is not what it is: a pending sum means the sum.
    case OpKind::kSdyAllGather:
    case OpKind::kSdyAllReduce:
    case OpKind::kSdyAllSlice:
    case OpKind::kSdyAllToAll:
    case OpKind::kSdyCollectivePermute:
    case OpKind::kSdyReduceScatter:
    case OpKind::kSdyReplicatedToUnreduced:
    case OpKind::kSdyShardedToUnreduced:
    case OpKind::kDataFlowEdge: return eval_identity;
    case OpKind::kShardingGroup: return eval_nothing;

    case OpKind::kInfeed: return eval_infeed;
    case OpKind::kOutfeed: return eval_outfeed;
    case OpKind::kRecv: return eval_recv;
    case OpKind::kSend: return eval_send;
    case OpKind::kRunParallel: return eval_run_parallel;

    case OpKind::kAllGather: return eval_all_gather;
    case OpKind::kAllReduce: return eval_all_reduce;
    case OpKind::kAllToAll: return eval_all_to_all;
    case OpKind::kCollectiveBroadcast: return eval_collective_broadcast;
    case OpKind::kCollectivePermute: return eval_collective_permute;
    case OpKind::kCollectiveReduce: return eval_collective_reduce;
    case OpKind::kRaggedAllToAll: return eval_ragged_all_to_all;
    case OpKind::kReduceScatter: return eval_reduce_scatter;

    case OpKind::kAsyncStart: return eval_async_start;
    case OpKind::kAsyncUpdate: return eval_async_update;
    case OpKind::kAsyncDone: return eval_async_done;

    case OpKind::kManualComputation: return eval_manual_computation;

    case OpKind::kCheckExpectEq:
    case OpKind::kCheckExpectEqConst:
    case OpKind::kCheckExpectAlmostEq:
    case OpKind::kCheckExpectAlmostEqConst:
    case OpKind::kCheckExpectClose:
    case OpKind::kCheckExpectCloseConst:
    case OpKind::kCheckExpectSerializedEq: return eval_check;
    case OpKind::kInterpreterPrint: return eval_print;
    case OpKind::kInterpreterProbe: return eval_probe;

    // Quantised types are refused by the readers; the rest is replaced at import.
    case OpKind::kUniformDequantize:
    case OpKind::kUniformQuantize:
    case OpKind::kComposite:
    case OpKind::kNamedComputation:
    case OpKind::kSdyConstant:
    case OpKind::kBroadcast:
    case OpKind::kChloConstant:
    case OpKind::kConstantLike:
    case OpKind::kCreateToken:
    case OpKind::kCrossReplicaSum:
    case OpKind::kDot:
    case OpKind::kDynamicBroadcastInDim:
    case OpKind::kDynamicConv:
    case OpKind::kDynamicGather:
    case OpKind::kDynamicIota:
    case OpKind::kDynamicPad:
    case OpKind::kDynamicReshape:
    case OpKind::kEinsum:
    case OpKind::kGetTupleElement:
    case OpKind::kRealDynamicSlice:
    case OpKind::kTorchIndexSelect:
    case OpKind::kTuple:
    case OpKind::kUnaryEinsum: return eval_unsupported;
  }
  return eval_unsupported;
}

}  // namespace partita
