// The sign of a mean of gradients that fades: each element moves by the rate.
#pragma once

#include <utility>

#include "partita/ops.h"
#include "partita/scope.h"
#include "partita/tree.h"
#include "partita/where.h"

namespace partita {
inline namespace v1 {
namespace optim {

template <typename T>
struct LionState {
  T m;
};

struct Lion {
  double rate = 1e-4;
  double beta1 = 0.9, beta2 = 0.99;  // of the mean that decides, and of the one that is kept
  double weight_decay = 0;

  template <typename T>
  LionState<T> init(const T& params, Where where = Where::current()) const {
    const Scope scope("lion", where);
    return {map(params, [](const Tensor& p) { return zeros_like(p); })};
  }
  template <typename T>
  std::pair<T, LionState<T>> update(const T& params, const T& grads, const LionState<T>& state,
                                    Where where = Where::current()) const {
    return update(params, grads, state, Operand(rate, where), where);
  }
  template <typename T>
  std::pair<T, LionState<T>> update(const T& params, const T& grads, const LionState<T>& state, Operand rate_now,
                                    Where where = Where::current()) const {
    const Scope scope("lion", where);
    T next = map(params, grads, state.m, [&](const Tensor& p, const Tensor& g, const Tensor& m) {
      return p - rate_now * (sign(beta1 * m + (1 - beta1) * g) + weight_decay * p);
    });
    T mean = map(state.m, grads, [&](const Tensor& m, const Tensor& g) { return beta2 * m + (1 - beta2) * g; });
    return {std::move(next), {std::move(mean)}};
  }
};

}  // namespace optim
}  // namespace v1
}  // namespace partita
