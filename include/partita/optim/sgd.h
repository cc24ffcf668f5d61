// Gradient descent: p - rate · g.
//
//   auto [l, g] = value_and_grad(loss)(p, x, y);
//   auto [q, s] = optim::Sgd{.rate = 0.1}.update(p, g, state);
//
// All optimizers are used alike: init(p) gives the state before the first step, update(p, g, state) what comes next,
// and a last argument of update is a rate that takes the place of the member, a tensor of optim/schedules.h or a
// number. State lies as parameters do, and needs no hint. Ops belong to the line that calls them.
#pragma once

#include <utility>

#include "partita/ops.h"
#include "partita/scope.h"
#include "partita/tree.h"
#include "partita/where.h"

namespace partita {
inline namespace v1 {
namespace optim {

struct SgdState {};  // none

struct Sgd {
  double rate = 0.1;

  template <typename T>
  SgdState init(const T&) const {
    return {};
  }
  template <typename T>
  std::pair<T, SgdState> update(const T& params, const T& grads, const SgdState& state,
                                Where where = Where::current()) const {
    return update(params, grads, state, Operand(rate, where), where);
  }
  template <typename T>
  std::pair<T, SgdState> update(const T& params, const T& grads, const SgdState&, Operand rate_now,
                                Where where = Where::current()) const {
    const Scope scope("sgd", where);
    return {map(params, grads, [&](const Tensor& p, const Tensor& g) { return p - rate_now * g; }), {}};
  }
};

}  // namespace optim
}  // namespace v1
}  // namespace partita
