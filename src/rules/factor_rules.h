// The rules, by the file they are in. Each is a function of the op's types and attributes and of its facts, of nothing
// else: RuleCache keeps one rule for all ops that agree in these. At the end, the column of the op table: which op has
// which rule.
#pragma once

#include <string_view>

#include "ir/op_column.h"
#include "rules/facts.h"
#include "rules/rule.h"

namespace partita::core::rules {

using OpRule = Rule (*)(const Op& op, const RuleFacts& facts);

// silent.cc: empty rules, and rules in which every factor is whole
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

struct RuleEntry {
  OpRule rule = nullptr;
  // Why the rule is empty or every factor whole. Empty otherwise.
  std::string_view because;

  constexpr RuleEntry() = default;
  constexpr RuleEntry(OpRule of, std::string_view why = {}) : rule(of), because(why) {}
};

constexpr OpColumn<RuleEntry> make_rule_column() {
  using enum OpKind;
  OpColumn<RuleEntry> column;
  // Element by element, or result i from operand i
  column.add(rule_pointwise, {kMap});
  column.add_rest(rule_pointwise, kElementwise);
  column.add(rule_identity, {kCopy, kOptimizationBarrier, kAddDependency, kDomain});
  column.add_rest(rule_identity, kPlacement);

  // Values from nothing
  column.add(rule_values_from_nothing, {kConstant, kSdyConstant, kIota, kRng});
  column.add(rule_rng_bit_generator, {kRngBitGenerator});

  // Layout and movement
  column.add(rule_broadcast_in_dim, {kBroadcastInDim});
  column.add(rule_transpose, {kTranspose});
  column.add(rule_reshape, {kReshape});
  column.add(rule_bitcast, {kBitcast});
  column.add(rule_bitcast_convert, {kBitcastConvert});
  column.add(rule_slice, {kSlice});
  column.add(rule_pad, {kPad});
  column.add(rule_reverse, {kReverse});
  column.add(rule_concatenate, {kConcatenate});
  column.add(rule_dynamic_slice, {kDynamicSlice});
  column.add(rule_dynamic_update_slice, {kDynamicUpdateSlice});
  column.add(rule_get_dimension_size, {kGetDimensionSize});
  column.add(rule_set_dimension_size, {kSetDimensionSize});
  column.add(rule_shuffle, {kShuffle});
  column.add(rule_gather, {kGather});
  column.add(rule_scatter, {kScatter});

  // Products, reductions, windows, order
  column.add(rule_dot_general, {kDotGeneral});
  column.add(rule_ragged_dot, {kRaggedDot});
  column.add(rule_scaled_dot, {kScaledDot});
  column.add(rule_convolution, {kConvolution});
  column.add(rule_reduce, {kReduce});
  column.add(rule_reduce_window, {kReduceWindow});
  column.add(rule_select_and_scatter, {kSelectAndScatter});
  column.add(rule_scan, {kScan});
  column.add(rule_sort, {kSort});
  column.add(rule_top_k, {kTopK});
  column.add(rule_batch_norm, {kBatchNormGrad, kBatchNormInference, kBatchNormTraining});
  column.add(rule_cholesky, {kCholesky});
  column.add(rule_fft, {kFft});
  column.add(rule_triangular_solve, {kTriangularSolve});

  // Calls, and collectives of manual code
  column.add(rule_custom_call, {kCustomCall});
  column.add(rule_collective_pointwise, {kAllReduce, kCollectiveBroadcast, kCollectivePermute, kCollectiveReduce});
  column.add(rule_all_gather, {kAllGather});
  column.add(rule_all_to_all, {kAllToAll});
  column.add(rule_reduce_scatter, {kReduceScatter});
  column.add(rule_ragged_all_to_all, {kRaggedAllToAll});

  // None, because …
  column.add({rule_silent, "values flow through it along the edges of its regions, not by dimensions of its own"},
             {kCall, kCase, kIf, kWhile, kReturn, kManualComputation, kAsyncStart, kAsyncUpdate, kAsyncDone});
  column.add({rule_silent, "it has only tokens"}, {kAfterAll});
  column.add({rule_silent, "it names a value and gives none"}, {kShardingGroup});
  column.add_rest({rule_silent, "it is replaced when the program is read"}, kLegacy);
  column.add({rule_silent, "it starts whole programs"}, {kRunParallel});
  column.add({rule_whole, "what the host sends or takes is the same on every device"},
             {kInfeed, kOutfeed, kRecv, kSend});
  column.add({rule_whole, "it is one small value that every device has"},
             {kPartitionId, kReplicaId, kRngGetAndUpdateState});
  column.add({rule_whole, "tests look at whole values"},
             {kCheckExpectEq, kCheckExpectEqConst, kCheckExpectAlmostEq, kCheckExpectAlmostEqConst, kCheckExpectClose,
              kCheckExpectCloseConst, kCheckExpectSerializedEq, kInterpreterPrint, kInterpreterProbe});
  return column;
}

}  // namespace partita::core::rules
