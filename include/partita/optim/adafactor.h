// Adafactor: means of squares by rows and columns instead of by elements, so that state is small beside parameters.
//
//   auto [q, s] = optim::Adafactor{.rate = 1e-2}.update(p, g, state);
//
// State lies as rows and columns of the parameters do, and needs no hint.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "partita/export.h"
#include "partita/ops.h"
#include "partita/scope.h"
#include "partita/tree.h"
#include "partita/where.h"

namespace partita {
inline namespace v1 {
namespace optim {

// Of one tensor: of its rows and columns, or, where it is a vector, of its elements.
struct FactoredMoment {
  Tensor rows;
  std::optional<Tensor> columns;
};
struct AdafactorState {
  std::vector<FactoredMoment> moments;  // one for each leaf of the parameters
};

struct Adafactor {
  double rate = 1e-3;
  double decay = 0.99;
  double epsilon = 1e-30;  // what is added to squares
  double clip = 1;         // changes of a tensor whose root mean square is more are made smaller
  // Words of a leaf's name that say that it is a stack of tensors, each in its own right: "layers.experts.in" has two
  // dimensions in front of its matrices.
  std::vector<std::string> stacks{"layers", "experts"};

  template <typename T>
  AdafactorState init(const T& params, Where where = Where::current()) const;
  template <typename T>
  std::pair<T, AdafactorState> update(const T& params, const T& grads, const AdafactorState& state,
                                      Where where = Where::current()) const {
    return update(params, grads, state, Operand(rate, where), where);
  }
  template <typename T>
  std::pair<T, AdafactorState> update(const T& params, const T& grads, const AdafactorState& state, Operand rate_now,
                                      Where where = Where::current()) const;
};

namespace detail {

PARTITA_API FactoredMoment adafactor_init(const Adafactor& options, const Tensor& p, const std::string& name);
PARTITA_API std::pair<Tensor, FactoredMoment> adafactor_step(const Adafactor& options, const Tensor& p, const Tensor& g,
                                                             const FactoredMoment& moment, const std::string& name,
                                                             Operand rate);

}  // namespace detail

template <typename T>
AdafactorState Adafactor::init(const T& params, Where where) const {
  const Scope scope("adafactor", where);
  AdafactorState state;
  const std::vector<std::string> all = names(params);
  const std::vector<Tensor> p = leaves(params);
  for (std::size_t i = 0; i < p.size(); ++i) state.moments.push_back(detail::adafactor_init(*this, p[i], all[i]));
  return state;
}

template <typename T>
std::pair<T, AdafactorState> Adafactor::update(const T& params, const T& grads, const AdafactorState& state,
                                               Operand rate_now, Where where) const {
  const Scope scope("adafactor", where);
  const std::vector<std::string> all = names(params);
  std::vector<Tensor> p = leaves(params);
  const std::vector<Tensor> g = leaves(grads);
  AdafactorState next;
  for (std::size_t i = 0; i < p.size(); ++i) {
    auto [stepped, moment] = detail::adafactor_step(*this, p[i], g[i], state.moments.at(i), all[i], rate_now);
    p[i] = stepped;
    next.moments.push_back(moment);
  }
  return {with_leaves(params, p), std::move(next)};
}

}  // namespace optim
}  // namespace v1
}  // namespace partita
