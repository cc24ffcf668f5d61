// One function per op (or family of ops that share a rule), each defined in the file named above it, and the
// evaluator's column of the op table, which has them as entries. See OpCall in evaluators.h for what they get and give.
#pragma once

#include "eval/evaluators.h"
#include "ir/op_column.h"

namespace partita::core::eval {

// pointwise.cc: every op with the trait kElementwise.
Status eval_pointwise(OpCall& call);

// control.cc
Status eval_constant(OpCall& call);
Status eval_while(OpCall& call);
Status eval_case(OpCall& call);
Status eval_if(OpCall& call);
Status eval_call(OpCall& call);
Status eval_identity(OpCall& call);  // copy, barriers, hints, sdy.all_gather and its like: result i is operand i
Status eval_bitcast(OpCall& call);   // the same bytes under another type
Status eval_token(OpCall& call);     // after_all
Status eval_nothing(OpCall& call);   // sharding_group, print: no results
Status eval_return(OpCall& call);    // never reached: the machine reads the return itself
Status eval_async_start(OpCall& call);
Status eval_async_update(OpCall& call);
Status eval_async_done(OpCall& call);

// custom_call.cc
Status eval_custom_call(OpCall& call);

// check.cc
Status eval_check(OpCall& call);
Status eval_probe(OpCall& call);
Status eval_print(OpCall& call);

// collectives.cc
Status eval_all_gather(OpCall& call);
Status eval_all_reduce(OpCall& call);
Status eval_all_to_all(OpCall& call);
Status eval_collective_broadcast(OpCall& call);
Status eval_collective_permute(OpCall& call);
Status eval_collective_reduce(OpCall& call);
Status eval_ragged_all_to_all(OpCall& call);
Status eval_reduce_scatter(OpCall& call);
Status eval_partition_id(OpCall& call);
Status eval_replica_id(OpCall& call);

// host.cc
Status eval_infeed(OpCall& call);
Status eval_outfeed(OpCall& call);
Status eval_send(OpCall& call);
Status eval_recv(OpCall& call);
Status eval_run_parallel(OpCall& call);

// manual.cc
Status eval_manual_computation(OpCall& call);

// Data movement (movement.cc and neighbours)
Status eval_bitcast_convert(OpCall& call);
Status eval_broadcast_in_dim(OpCall& call);
Status eval_concatenate(OpCall& call);
Status eval_dynamic_slice(OpCall& call);
Status eval_dynamic_update_slice(OpCall& call);
Status eval_gather(OpCall& call);
Status eval_get_dimension_size(OpCall& call);
Status eval_iota(OpCall& call);
Status eval_pad(OpCall& call);
Status eval_reshape(OpCall& call);
Status eval_reverse(OpCall& call);
Status eval_set_dimension_size(OpCall& call);
Status eval_shuffle(OpCall& call);
Status eval_slice(OpCall& call);
Status eval_transpose(OpCall& call);

// Contraction
Status eval_convolution(OpCall& call);
Status eval_dot_general(OpCall& call);
Status eval_ragged_dot(OpCall& call);
Status eval_scaled_dot(OpCall& call);

// Reductions, windows, scans, order
Status eval_map(OpCall& call);
Status eval_reduce(OpCall& call);
Status eval_reduce_window(OpCall& call);
Status eval_scan(OpCall& call);
Status eval_scatter(OpCall& call);
Status eval_select_and_scatter(OpCall& call);
Status eval_sort(OpCall& call);
Status eval_top_k(OpCall& call);

// Transforms, linear algebra, random numbers
Status eval_batch_norm_grad(OpCall& call);
Status eval_batch_norm_inference(OpCall& call);
Status eval_batch_norm_training(OpCall& call);
Status eval_cholesky(OpCall& call);
Status eval_fft(OpCall& call);
Status eval_rng(OpCall& call);
Status eval_rng_bit_generator(OpCall& call);
Status eval_rng_get_and_update_state(OpCall& call);
Status eval_triangular_solve(OpCall& call);

// None: says why it cannot be evaluated.
Status eval_unsupported(OpCall& call);

constexpr OpColumn<OpEvaluator> make_evaluator_column() {
  using enum OpKind;
  OpColumn<OpEvaluator> column;
  // Pointwise. Quantised types are refused by the readers.
  column.add(eval_unsupported, {kUniformDequantize, kUniformQuantize});
  column.add_rest(eval_pointwise, kElementwise);
  column.add(eval_map, {kMap});

  // Values from nothing
  column.add(eval_constant, {kConstant});
  column.add(eval_iota, {kIota});
  column.add(eval_partition_id, {kPartitionId});
  column.add(eval_replica_id, {kReplicaId});

  // Layout and movement
  column.add(eval_bitcast_convert, {kBitcastConvert});
  column.add(eval_broadcast_in_dim, {kBroadcastInDim});
  column.add(eval_concatenate, {kConcatenate});
  column.add(eval_bitcast, {kBitcast});
  column.add(eval_dynamic_slice, {kDynamicSlice});
  column.add(eval_dynamic_update_slice, {kDynamicUpdateSlice});
  column.add(eval_gather, {kGather});
  column.add(eval_get_dimension_size, {kGetDimensionSize});
  column.add(eval_set_dimension_size, {kSetDimensionSize});
  column.add(eval_pad, {kPad});
  column.add(eval_reshape, {kReshape});
  column.add(eval_reverse, {kReverse});
  column.add(eval_slice, {kSlice});
  column.add(eval_transpose, {kTranspose});
  column.add(eval_shuffle, {kShuffle});

  // Products, reductions, windows, order
  column.add(eval_dot_general, {kDotGeneral});
  column.add(eval_ragged_dot, {kRaggedDot});
  column.add(eval_scaled_dot, {kScaledDot});
  column.add(eval_convolution, {kConvolution});
  column.add(eval_reduce, {kReduce});
  column.add(eval_reduce_window, {kReduceWindow});
  column.add(eval_select_and_scatter, {kSelectAndScatter});
  column.add(eval_scatter, {kScatter});
  column.add(eval_scan, {kScan});
  column.add(eval_sort, {kSort});
  column.add(eval_top_k, {kTopK});

  // Transforms, linear algebra, random numbers
  column.add(eval_batch_norm_grad, {kBatchNormGrad});
  column.add(eval_batch_norm_inference, {kBatchNormInference});
  column.add(eval_batch_norm_training, {kBatchNormTraining});
  column.add(eval_cholesky, {kCholesky});
  column.add(eval_fft, {kFft});
  column.add(eval_triangular_solve, {kTriangularSolve});
  column.add(eval_rng, {kRng});
  column.add(eval_rng_bit_generator, {kRngBitGenerator});
  column.add(eval_rng_get_and_update_state, {kRngGetAndUpdateState});

  // Control and order
  column.add(eval_call, {kCall});
  column.add(eval_case, {kCase});
  column.add(eval_if, {kIf});
  column.add(eval_while, {kWhile});
  column.add(eval_return, {kReturn});
  column.add(eval_token, {kAfterAll});
  column.add(eval_custom_call, {kCustomCall});
  // How a value lies on devices is not what it is: an unreduced value means the sum.
  column.add(eval_identity, {kOptimizationBarrier, kAddDependency, kCopy, kDomain});
  column.add_rest(eval_identity, kPlacement);
  column.add(eval_nothing, {kShardingGroup});

  // Host effects
  column.add(eval_infeed, {kInfeed});
  column.add(eval_outfeed, {kOutfeed});
  column.add(eval_recv, {kRecv});
  column.add(eval_send, {kSend});
  column.add(eval_run_parallel, {kRunParallel});

  // Collectives
  column.add(eval_all_gather, {kAllGather});
  column.add(eval_all_reduce, {kAllReduce});
  column.add(eval_all_to_all, {kAllToAll});
  column.add(eval_collective_broadcast, {kCollectiveBroadcast});
  column.add(eval_collective_permute, {kCollectivePermute});
  column.add(eval_collective_reduce, {kCollectiveReduce});
  column.add(eval_ragged_all_to_all, {kRaggedAllToAll});
  column.add(eval_reduce_scatter, {kReduceScatter});

  // Asynchronous forms, manual code
  column.add(eval_async_start, {kAsyncStart});
  column.add(eval_async_update, {kAsyncUpdate});
  column.add(eval_async_done, {kAsyncDone});
  column.add(eval_manual_computation, {kManualComputation});

  // Tests
  column.add(eval_check, {kCheckExpectEq, kCheckExpectEqConst, kCheckExpectAlmostEq, kCheckExpectAlmostEqConst,
                          kCheckExpectClose, kCheckExpectCloseConst, kCheckExpectSerializedEq});
  column.add(eval_print, {kInterpreterPrint});
  column.add(eval_probe, {kInterpreterProbe});

  // None, because it is replaced when the program is read
  column.add_rest(eval_unsupported, kLegacy);
  return column;
}

}  // namespace partita::core::eval
