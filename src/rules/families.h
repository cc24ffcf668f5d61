// The rules, by the file they are in. Each is a function of the op's types and attributes and of its facts, of nothing
// else: the book keeps one rule for all ops that agree in these.
#pragma once

#include "rules/facts.h"
#include "rules/rule.h"

namespace partita {

using OpRule = Rule (*)(const Op& op, const RuleFacts& facts);

// silent.cc: ops that say nothing, or only that everything must be whole
Rule rule_silent(const Op& op, const RuleFacts& facts);
Rule rule_whole(const Op& op, const RuleFacts& facts);

// pointwise.cc
Rule rule_pointwise(const Op& op, const RuleFacts& facts);
Rule rule_values_from_nothing(const Op& op, const RuleFacts& facts);  // constant, iota, rng: any part by itself
Rule rule_rng_bit_generator(const Op& op, const RuleFacts& facts);
Rule rule_identity(const Op& op, const RuleFacts& facts);  // result i is operand i: barriers, hints, copies

// layout.cc
Rule rule_broadcast_in_dim(const Op& op, const RuleFacts& facts);
Rule rule_transpose(const Op& op, const RuleFacts& facts);
Rule rule_reshape(const Op& op, const RuleFacts& facts);
Rule rule_bitcast(const Op& op, const RuleFacts& facts);
Rule rule_bitcast_convert(const Op& op, const RuleFacts& facts);

// movement.cc
Rule rule_slice(const Op& op, const RuleFacts& facts);
Rule rule_pad(const Op& op, const RuleFacts& facts);
Rule rule_reverse(const Op& op, const RuleFacts& facts);
Rule rule_concatenate(const Op& op, const RuleFacts& facts);
Rule rule_dynamic_slice(const Op& op, const RuleFacts& facts);
Rule rule_dynamic_update_slice(const Op& op, const RuleFacts& facts);
Rule rule_get_dimension_size(const Op& op, const RuleFacts& facts);
Rule rule_set_dimension_size(const Op& op, const RuleFacts& facts);
Rule rule_shuffle(const Op& op, const RuleFacts& facts);

// contraction.cc
Rule rule_dot_general(const Op& op, const RuleFacts& facts);
Rule rule_ragged_dot(const Op& op, const RuleFacts& facts);
Rule rule_scaled_dot(const Op& op, const RuleFacts& facts);
Rule rule_block_scaled_dot(const Op& op, const RuleFacts& facts);  // the custom call

// convolution.cc
Rule rule_convolution(const Op& op, const RuleFacts& facts);

// reduction.cc
Rule rule_reduce(const Op& op, const RuleFacts& facts);
Rule rule_sort(const Op& op, const RuleFacts& facts);
Rule rule_top_k(const Op& op, const RuleFacts& facts);
Rule rule_scan(const Op& op, const RuleFacts& facts);
Rule rule_batch_norm(const Op& op, const RuleFacts& facts);

// reduce_window.cc
Rule rule_reduce_window(const Op& op, const RuleFacts& facts);
Rule rule_select_and_scatter(const Op& op, const RuleFacts& facts);

// gather_scatter.cc
Rule rule_gather(const Op& op, const RuleFacts& facts);
Rule rule_scatter(const Op& op, const RuleFacts& facts);

// linear_algebra.cc
Rule rule_fft(const Op& op, const RuleFacts& facts);
Rule rule_cholesky(const Op& op, const RuleFacts& facts);
Rule rule_triangular_solve(const Op& op, const RuleFacts& facts);

// collectives.cc: inside manual code
Rule rule_all_gather(const Op& op, const RuleFacts& facts);
Rule rule_all_to_all(const Op& op, const RuleFacts& facts);
Rule rule_reduce_scatter(const Op& op, const RuleFacts& facts);
Rule rule_collective_pointwise(const Op& op, const RuleFacts& facts);
Rule rule_ragged_all_to_all(const Op& op, const RuleFacts& facts);

// custom_call.cc
Rule rule_custom_call(const Op& op, const RuleFacts& facts);

}  // namespace partita
