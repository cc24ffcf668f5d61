// Gradients that are too large, made smaller all together.
//
//   auto [clipped, norm] = optim::clip_by_global_norm(g, 1.0);
#pragma once

#include <utility>
#include <vector>

#include "partita/export.h"
#include "partita/ops.h"
#include "partita/tree.h"

namespace partita {
inline namespace v1 {
namespace optim {

namespace detail {

PARTITA_API Tensor norm_of(const std::vector<Tensor>& leaves, Where where);

}  // namespace detail

// The root of the sum of all squares, in f32.
template <typename T>
Tensor global_norm(const T& tree, Where where = Where::current()) {
  return detail::norm_of(leaves(tree), where);
}

// The tree, its norm at most `most`, and the norm that it had.
template <typename T>
std::pair<T, Tensor> clip_by_global_norm(const T& tree, double most, Where where = Where::current()) {
  const Tensor norm = global_norm(tree, where);
  const Tensor scale = most / maximum(norm, most);
  return {map(tree, [&](const Tensor& x) { return x * convert(scale, x.dtype()); }), norm};
}

}  // namespace optim
}  // namespace v1
}  // namespace partita
