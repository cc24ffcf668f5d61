// Gradients of a large batch from small ones, one after the other.
//
//   auto [l, g] = optim::accumulated(loss, 8)(params, x, y);       // as value_and_grad(loss)(params, x, y)
//
// Each part takes every eighth row, so that a batch that is divided over devices needs no exchange.
#pragma once

#include <tuple>
#include <utility>

#include "partita/control.h"
#include "partita/export.h"
#include "partita/ops.h"
#include "partita/transform.h"
#include "partita/tree.h"

namespace partita {
inline namespace v1 {
namespace optim {

namespace detail {

// [b, ..] to [parts, b / parts, ..].
PARTITA_API Tensor in_parts(const Tensor& x, int parts, Where where);

}  // namespace detail

// The mean of the losses of the parts, a scalar of f32, and its gradient. `parts` divides the first dimension of all
// that comes after the parameters.
template <typename Loss>
auto accumulated(Loss loss, int parts, GradOptions options = {}, Where where = Where::current()) {
  return [loss, parts, options, where](const auto& params, const auto&... batch) {
    const auto in_parts = [&](const Tensor& x) { return detail::in_parts(x, parts, where); };
    const std::tuple rows(map(batch, in_parts)...);
    const std::pair none(zeros(f32, {}), map(params, [](const Tensor& p) { return zeros_like(p); }));
    const auto add = [&](const auto& total, const auto& part) {
      const auto slope = [&](const auto&... x) { return value_and_grad(loss, options, where)(params, x...); };
      const auto [value, grads] = std::apply(slope, part);
      return std::pair(total.first + value,
                       map(total.second, grads, [](const Tensor& a, const Tensor& b) { return a + b; }));
    };
    const auto total = scan(add, none, rows, {}, where);
    const double share = 1.0 / parts;
    return std::pair(total.first * share, map(total.second, [&](const Tensor& g) { return g * share; }));
  };
}

}  // namespace optim
}  // namespace v1
}  // namespace partita
