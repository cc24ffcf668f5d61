// One step of learning: the loss, its gradient, and what an optimizer makes of that.
//
//   const auto step = optim::train_step(loss, optim::AdamW{.rate = 3e-4});
//   auto run = compile(trace(step, params, state, x, y), "x=4,y=2", {.donate = {0, 1}});
//   auto [l, q, s] = run(params, state, x, y);
#pragma once

#include <tuple>

#include "partita/scope.h"
#include "partita/transform.h"
#include "partita/where.h"

namespace partita {
inline namespace v1 {
namespace optim {

template <typename Loss, typename Optimizer>
auto train_step(Loss loss, Optimizer optimizer, GradOptions options = {}, Where where = Where::current()) {
  return [loss, optimizer, options, where](const auto& params, const auto& state, const auto&... batch) {
    auto [value, grads] = value_and_grad(loss, options, where)(params, batch...);
    const Scope scope("train_step", where);
    auto [next, next_state] = optimizer.update(params, grads, state);
    return std::tuple(value, next, next_state);
  };
}

}  // namespace optim
}  // namespace v1
}  // namespace partita
