// Gradient descent along a sum of gradients that fades: m = beta · m + g, p - rate · m.
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
struct MomentumState {
  T sum;
};

struct Momentum {
  double rate = 0.01;
  double beta = 0.9;
  bool nesterov = false;  // along beta · m + g

  template <typename T>
  MomentumState<T> init(const T& params, Where where = Where::current()) const {
    const Scope scope("momentum", where);
    return {map(params, [](const Tensor& p) { return zeros_like(p); })};
  }
  template <typename T>
  std::pair<T, MomentumState<T>> update(const T& params, const T& grads, const MomentumState<T>& state,
                                        Where where = Where::current()) const {
    return update(params, grads, state, Operand(rate, where), where);
  }
  template <typename T>
  std::pair<T, MomentumState<T>> update(const T& params, const T& grads, const MomentumState<T>& state,
                                        Operand rate_now, Where where = Where::current()) const {
    const Scope scope("momentum", where);
    const T sum = map(state.sum, grads, [&](const Tensor& m, const Tensor& g) { return beta * m + g; });
    const T next = map(params, sum, grads, [&](const Tensor& p, const Tensor& m, const Tensor& g) {
      return p - rate_now * (nesterov ? beta * m + g : m);
    });
    return {next, {sum}};
  }
};

}  // namespace optim
}  // namespace v1
}  // namespace partita
