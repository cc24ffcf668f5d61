// The verifier's and the type inference's column of the op table: for every op a rule that checks the constraints its
// specification states and, where these fix the result types, computes them. One rule serves both, so that they cannot
// disagree.
//
//   reshape: no inference, (C2) num_elements(operand) = num_elements(result)
//   dot_general: (C1) … on operands and attributes; the result type follows
#pragma once

#include <span>
#include <string>
#include <vector>

#include "ir/infer.h"
#include "ir/op_column.h"
#include "ir/program.h"

namespace partita::core::ir {

// What a rule sees of an op, built or not.
struct OpFacts {
  Context& context;
  OpKind kind;
  std::span<const Type> operands;
  AttrList attrs;
  std::span<const Region* const> regions;
  std::span<const Type> results;  // empty while inferring
  bool inferring;

  Attr attr(AttrKey key) const;
  bool has(AttrKey key) const { return static_cast<bool>(attr(key)); }
  int64_t integer(AttrKey key, int64_t otherwise = 0) const;
  std::span<const int64_t> ints(AttrKey key) const;
  std::string_view text(AttrKey key) const;
};

// Counts and attribute forms have been checked against the table before; tensors may be anything.
using TypeRule = InferredTypes (*)(const OpFacts& facts);

TypeRule type_rule_for(OpKind kind);

// How rules answer.
InferredTypes known(std::vector<Type> types);
InferredTypes known(Type type);
InferredTypes free_choice();
// "C3", "what is wrong": the constraint's label in the specification, or empty where it has none.
InferredTypes type_error(std::string_view label, std::string why);
// The same where what is wrong is an element type the op is not defined for.
InferredTypes wrong_element_type(std::string_view label, std::string why);

// Whether an attribute has the canonical form the table gives it.
bool has_form(Attr attr, AttrForm form);

// The constraints that fix the shape and the element type of a result: what a wrong result type breaks.
struct ResultLabels {
  std::string_view shape, element;
};
ResultLabels result_labels(OpKind kind, size_t result);

// The families, each in its own file of src/ir/rules/; below them, the column: which op has which.
InferredTypes rule_unary(const OpFacts& f);  // one type in, the same out, by element class
InferredTypes rule_binary(const OpFacts& f);
InferredTypes rule_convert(const OpFacts& f);
InferredTypes rule_complex_parts(const OpFacts& f);  // real, imag, abs, complex, is_finite, is_inf, conj …
InferredTypes rule_compare(const OpFacts& f);
InferredTypes rule_select(const OpFacts& f);
InferredTypes rule_clamp(const OpFacts& f);
InferredTypes rule_map(const OpFacts& f);
InferredTypes rule_reduce_precision(const OpFacts& f);
InferredTypes rule_constant(const OpFacts& f);
InferredTypes rule_iota(const OpFacts& f);
InferredTypes rule_device_id(const OpFacts& f);
InferredTypes rule_bitcast_convert(const OpFacts& f);
InferredTypes rule_bitcast(const OpFacts& f);
InferredTypes rule_broadcast_in_dim(const OpFacts& f);
InferredTypes rule_concatenate(const OpFacts& f);
InferredTypes rule_same_type(const OpFacts& f);  // copy, hints, barriers of one value: result type = operand type
InferredTypes rule_dynamic_slice(const OpFacts& f);
InferredTypes rule_dynamic_update_slice(const OpFacts& f);
InferredTypes rule_gather(const OpFacts& f);
InferredTypes rule_dimension_size(const OpFacts& f);
InferredTypes rule_pad(const OpFacts& f);
InferredTypes rule_reshape(const OpFacts& f);
InferredTypes rule_reverse(const OpFacts& f);
InferredTypes rule_slice(const OpFacts& f);
InferredTypes rule_transpose(const OpFacts& f);
InferredTypes rule_dot_general(const OpFacts& f);
InferredTypes rule_ragged_dot(const OpFacts& f);
InferredTypes rule_scaled_dot(const OpFacts& f);
InferredTypes rule_convolution(const OpFacts& f);
InferredTypes rule_reduce(const OpFacts& f);
InferredTypes rule_reduce_window(const OpFacts& f);
InferredTypes rule_select_and_scatter(const OpFacts& f);
InferredTypes rule_scatter(const OpFacts& f);
InferredTypes rule_scan(const OpFacts& f);
InferredTypes rule_sort(const OpFacts& f);
InferredTypes rule_top_k(const OpFacts& f);
InferredTypes rule_batch_norm(const OpFacts& f);
InferredTypes rule_cholesky(const OpFacts& f);
InferredTypes rule_fft(const OpFacts& f);
InferredTypes rule_triangular_solve(const OpFacts& f);
InferredTypes rule_rng(const OpFacts& f);
InferredTypes rule_rng_bit_generator(const OpFacts& f);
InferredTypes rule_rng_state(const OpFacts& f);
InferredTypes rule_branches(const OpFacts& f);  // case, if
InferredTypes rule_while(const OpFacts& f);
InferredTypes rule_return(const OpFacts& f);
InferredTypes rule_pass_through(const OpFacts& f);  // optimization_barrier: results are the operands
InferredTypes rule_token(const OpFacts& f);         // after_all
InferredTypes rule_add_dependency(const OpFacts& f);
InferredTypes rule_infeed(const OpFacts& f);
InferredTypes rule_outfeed(const OpFacts& f);
InferredTypes rule_send(const OpFacts& f);
InferredTypes rule_recv(const OpFacts& f);
InferredTypes rule_all_gather(const OpFacts& f);
InferredTypes rule_all_reduce(const OpFacts& f);
InferredTypes rule_all_to_all(const OpFacts& f);
InferredTypes rule_collective_broadcast(const OpFacts& f);
InferredTypes rule_collective_permute(const OpFacts& f);
InferredTypes rule_collective_reduce(const OpFacts& f);
InferredTypes rule_ragged_all_to_all(const OpFacts& f);
InferredTypes rule_reduce_scatter(const OpFacts& f);
InferredTypes rule_async(const OpFacts& f);
InferredTypes rule_manual_computation(const OpFacts& f);
InferredTypes rule_check(const OpFacts& f);
InferredTypes rule_anything(const OpFacts& f);   // calls, custom calls, legacy ops: the table's counts are all there is
InferredTypes rule_quantized(const OpFacts& f);  // uniform_quantize, uniform_dequantize

constexpr OpColumn<TypeRule> make_type_rule_column() {
  using enum OpKind;
  OpColumn<TypeRule> column;
  // Pointwise
  column.add(rule_complex_parts, {kAbs, kImag, kReal, kComplex, kIsFinite, kIsInf, kIsNegInf, kIsPosInf});
  column.add(rule_convert, {kConvert, kStochasticConvert});
  column.add(rule_quantized, {kUniformDequantize, kUniformQuantize});
  column.add(rule_reduce_precision, {kReducePrecision});
  column.add(rule_compare, {kCompare});
  column.add(rule_select, {kSelect});
  column.add(rule_clamp, {kClamp});
  column.add_rest(rule_unary, [](const OpRow& row) { return row.has(kElementwise) && row.max_operands == 1; });
  column.add_rest(rule_binary, [](const OpRow& row) { return row.has(kElementwise) && row.max_operands == 2; });
  column.add(rule_map, {kMap});

  // Values from nothing, layout and movement
  column.add(rule_constant, {kConstant});
  column.add(rule_iota, {kIota});
  column.add(rule_device_id, {kPartitionId, kReplicaId});
  column.add(rule_same_type, {kCopy, kShuffle, kDomain, kInterpreterProbe});
  column.add_rest(rule_same_type, kPlacement);
  column.add(rule_bitcast_convert, {kBitcastConvert});
  column.add(rule_bitcast, {kBitcast});
  column.add(rule_broadcast_in_dim, {kBroadcastInDim});
  column.add(rule_concatenate, {kConcatenate});
  column.add(rule_dynamic_slice, {kDynamicSlice});
  column.add(rule_dynamic_update_slice, {kDynamicUpdateSlice});
  column.add(rule_gather, {kGather});
  column.add(rule_dimension_size, {kGetDimensionSize, kSetDimensionSize});
  column.add(rule_pad, {kPad});
  column.add(rule_reshape, {kReshape});
  column.add(rule_reverse, {kReverse});
  column.add(rule_slice, {kSlice});
  column.add(rule_transpose, {kTranspose});

  // Products, reductions, windows, order
  column.add(rule_dot_general, {kDotGeneral});
  column.add(rule_ragged_dot, {kRaggedDot});
  column.add(rule_scaled_dot, {kScaledDot});
  column.add(rule_convolution, {kConvolution});
  column.add(rule_reduce, {kReduce});
  column.add(rule_reduce_window, {kReduceWindow});
  column.add(rule_select_and_scatter, {kSelectAndScatter});
  column.add(rule_scatter, {kScatter});
  column.add(rule_scan, {kScan});
  column.add(rule_sort, {kSort});
  column.add(rule_top_k, {kTopK});

  // Transforms, linear algebra, random numbers
  column.add(rule_batch_norm, {kBatchNormGrad, kBatchNormInference, kBatchNormTraining});
  column.add(rule_cholesky, {kCholesky});
  column.add(rule_fft, {kFft});
  column.add(rule_triangular_solve, {kTriangularSolve});
  column.add(rule_rng, {kRng});
  column.add(rule_rng_bit_generator, {kRngBitGenerator});
  column.add(rule_rng_state, {kRngGetAndUpdateState});

  // Control, order, host effects
  column.add(rule_branches, {kCase, kIf});
  column.add(rule_while, {kWhile});
  column.add(rule_return, {kReturn});
  column.add(rule_pass_through, {kOptimizationBarrier});
  column.add(rule_add_dependency, {kAddDependency});
  column.add(rule_token, {kAfterAll});
  column.add(rule_infeed, {kInfeed});
  column.add(rule_outfeed, {kOutfeed});
  column.add(rule_recv, {kRecv});
  column.add(rule_send, {kSend});
  column.add(rule_async, {kAsyncStart, kAsyncUpdate, kAsyncDone});
  column.add(rule_manual_computation, {kManualComputation});
  column.add(rule_check, {kCheckExpectEq, kCheckExpectEqConst, kCheckExpectAlmostEq, kCheckExpectAlmostEqConst,
                          kCheckExpectClose, kCheckExpectCloseConst});

  // Collectives
  column.add(rule_all_gather, {kAllGather});
  column.add(rule_all_reduce, {kAllReduce});
  column.add(rule_all_to_all, {kAllToAll});
  column.add(rule_collective_broadcast, {kCollectiveBroadcast});
  column.add(rule_collective_permute, {kCollectivePermute});
  column.add(rule_collective_reduce, {kCollectiveReduce});
  column.add(rule_ragged_all_to_all, {kRaggedAllToAll});
  column.add(rule_reduce_scatter, {kReduceScatter});

  // None, because others say what it gives: what is called, the harness, or the op that replaces it at import
  column.add(rule_anything,
             {kCall, kCustomCall, kShardingGroup, kCheckExpectSerializedEq, kRunParallel, kInterpreterPrint});
  column.add_rest(rule_anything, kLegacy);
  return column;
}

}  // namespace partita::core::ir
