// Adam with weight decay: the mean of gradients over the root of the mean of their squares, both fading.
#pragma once

#include <optional>
#include <utility>

#include "partita/export.h"
#include "partita/ops.h"
#include "partita/scope.h"
#include "partita/tree.h"
#include "partita/where.h"

namespace partita {
inline namespace v1 {
namespace optim {

template <typename T>
struct AdamWState {
  T m, v;
  std::optional<Tensor> step;  // f32, how many were done; where `correct_bias`
};

struct AdamW {
  double rate = 1e-3;
  double beta1 = 0.9, beta2 = 0.999;
  double epsilon = 1e-8;
  double weight_decay = 0;   // a share of p that is taken off in each step, times the rate
  bool correct_bias = true;  // m and v start at zero: divided by 1 - beta^step

  template <typename T>
  AdamWState<T> init(const T& params, Where where = Where::current()) const;
  template <typename T>
  std::pair<T, AdamWState<T>> update(const T& params, const T& grads, const AdamWState<T>& state,
                                     Where where = Where::current()) const {
    return update(params, grads, state, Operand(rate, where), where);
  }
  template <typename T>
  std::pair<T, AdamWState<T>> update(const T& params, const T& grads, const AdamWState<T>& state, Operand rate_now,
                                     Where where = Where::current()) const;
};

namespace detail {

// Of one tensor, from means that are up to date.
PARTITA_API Tensor adamw_step(const AdamW& options, const Tensor& p, const Tensor& m, const Tensor& v,
                              const std::optional<Tensor>& step, Operand rate);

}  // namespace detail

template <typename T>
AdamWState<T> AdamW::init(const T& params, Where where) const {
  const Scope scope("adamw", where);
  const T none = map(params, [](const Tensor& p) { return zeros_like(p); });
  return {none, none, correct_bias ? std::optional(zeros(f32, {})) : std::nullopt};
}

template <typename T>
std::pair<T, AdamWState<T>> AdamW::update(const T& params, const T& grads, const AdamWState<T>& state, Operand rate_now,
                                          Where where) const {
  const Scope scope("adamw", where);
  AdamWState<T> next;
  next.m = map(state.m, grads, [&](const Tensor& m, const Tensor& g) { return beta1 * m + (1 - beta1) * g; });
  next.v = map(state.v, grads, [&](const Tensor& v, const Tensor& g) { return beta2 * v + (1 - beta2) * g * g; });
  if (state.step) next.step = *state.step + 1;
  T stepped = map(params, next.m, next.v, [&](const Tensor& p, const Tensor& m, const Tensor& v) {
    return detail::adamw_step(*this, p, m, v, next.step, rate_now);
  });
  return {std::move(stepped), std::move(next)};
}

}  // namespace optim
}  // namespace v1
}  // namespace partita
