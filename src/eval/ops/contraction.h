// What dot_general and its relatives share: operands brought into the order of a matrix product.
#pragma once

#include <vector>

#include "eval/ops/elements.h"
#include "ir/views.h"

namespace partita::core::eval {

// Dimensions of each operand by their part in the contraction, and the sizes of those parts.
struct ContractionShape {
  std::vector<int64_t> lhs_free, rhs_free;
  int64_t batch = 1, m = 1, n = 1, k = 1;
};
// `rhs_skip` are dimensions of rhs that are none of these (the group dimension of a ragged dot).
ContractionShape contraction_shape(Type lhs, Type rhs, const DotDims& dims, Ints rhs_skip = {});

// A dense copy with the dimensions in the order of the lists, one after the other.
std::vector<std::byte> arranged(const Elements& elements, Ints dims, std::initializer_list<Ints> order);

// result[batch][m][n] of lhs[batch][m][k] and rhs[batch][k][n], computed in `type`.
std::vector<std::byte> batched_product(ElementType type, const ContractionShape& shape, const std::byte* lhs,
                                       const std::byte* rhs);

// __op$block_scaled_dot: lhs [b]mk, rhs [b]nk, scales [b]ms and [b]ns, or only the first scale. Every value is
// multiplied by the scale of its block of k / s.
Tensor block_scaled_dot(std::span<const Tensor> operands, Type result_type);

}  // namespace partita::core::eval
