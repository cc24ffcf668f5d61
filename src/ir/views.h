// Typed views of the attributes that several layers read together, with the specification's defaults filled in.
//
//   const int64_t k = dot_dims(op).lhs_contracting[0];
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "ir/program.h"

namespace partita::core::ir {

// Tensors, and buffers, which are tensors that are updated in place: what has dimensions and can be divided along them.
inline bool is_shaped(Type type) { return type.kind() == TypeKind::kTensor || type.kind() == TypeKind::kBuffer; }

using Ints = std::span<const int64_t>;
bool contains(Ints list, int64_t value);

struct DotDims {
  Ints lhs_batching, rhs_batching, lhs_contracting, rhs_contracting;
};
DotDims dot_dims(const Op& op);  // dot_general, ragged_dot, scaled_dot

struct ConvDims {
  int64_t input_batch, input_feature;
  Ints input_spatial;
  int64_t kernel_input_feature, kernel_output_feature;
  Ints kernel_spatial;
  int64_t output_batch, output_feature;
  Ints output_spatial;
  int64_t feature_group_count, batch_group_count;
};
ConvDims conv_dims(const Op& op);

// One dimension of a window.
struct WindowDim {
  int64_t size = 1;
  int64_t stride = 1;
  int64_t padding_low = 0;
  int64_t padding_high = 0;
  int64_t base_dilation = 1;    // lhs_dilation of a convolution
  int64_t window_dilation = 1;  // rhs_dilation
  bool reversal = false;
};
// convolution: one per spatial dimension; reduce_window and select_and_scatter: one per dimension.
std::vector<WindowDim> window_of(const Op& op);
// Positions of the window along a dimension of n elements; what a result dimension must be.
int64_t window_output_size(int64_t n, const WindowDim& window);
// The same for attributes nobody has checked yet: nothing where a number is out of range or overflows.
std::optional<int64_t> checked_window_output_size(int64_t n, const WindowDim& window);

struct GatherDims {
  Ints offset_dims, collapsed_slice_dims, operand_batching_dims, start_indices_batching_dims, start_index_map;
  int64_t index_vector_dim;
  Ints slice_sizes;
};
GatherDims gather_dims(const Op& op);

struct ScatterDims {
  Ints update_window_dims, inserted_window_dims, input_batching_dims, scatter_indices_batching_dims,
      scatter_dims_to_operand_dims;
  int64_t index_vector_dim;
};
ScatterDims scatter_dims(const Op& op);

// How many inputs a reduce, reduce_window or scatter has: operands are inputs, then inits (reduce, reduce_window), or
// inputs, indices, updates (scatter). Scan: inputs, then carries.
int num_inputs(const Op& op);

// Whether the body of a while gives this carried value back as it got it. False for a loop that is not whole.
bool is_carried_unchanged(const Op& loop, int carry);

// Where an op that is there for it (a constraint, a reshard, a collective of Shardy's) says how its result lies.
std::optional<AttrKey> placement_key(const Op& op);

// A constraint in HLO's spelling: a call of @Sharding that gives the one value it takes. Other calls of that name mean
// nothing.
bool is_sharding_call(const Op& op);

}  // namespace partita::core::ir

namespace partita::core {
using ir::ConvDims;
using ir::DotDims;
using ir::GatherDims;
using ir::Ints;
using ir::ScatterDims;
using ir::WindowDim;
}  // namespace partita::core
