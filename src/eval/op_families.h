// One function per op (or family of ops that share a rule): the entries of the evaluator's column (evaluators.cc), each
// defined in the file named above it. See OpCall in evaluators.h for what they get and give.
#pragma once

#include "eval/evaluators.h"

namespace partita {

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

}  // namespace partita
