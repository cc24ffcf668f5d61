#include "partita/nn/lstm.h"

#include <utility>
#include <vector>

#include "partita/control.h"
#include "partita/ops.h"
#include "partita/scope.h"

namespace partita {
inline namespace v1 {
namespace nn {

LstmState lstm_step(const LstmState& state, const Tensor& x, const Lstm& w, Where where) {
  const Scope scope("lstm", where);
  const Tensor gates = einsum("bm,mg->bg", {x, w.input}) + einsum("bh,hg->bg", {state.hidden, w.recurrent}) + w.bias;
  const std::vector<Tensor> each = split(gates, 4, 1);
  const Tensor cell = sigmoid(each[1]) * state.cell + sigmoid(each[0]) * tanh(each[2]);
  return {sigmoid(each[3]) * tanh(cell), cell};
}

Tensor lstm(const Tensor& xs, const Lstm& w, Where where) {
  const Scope scope("lstm", where);
  const Tensor start = zeros(xs.dtype(), {xs.shape()[1], w.recurrent.shape()[0]});
  const auto step = [&](const LstmState& state, const Tensor& x) {
    LstmState next = lstm_step(state, x, w, where);
    return std::pair(next, next.hidden);
  };
  return scan(step, LstmState{start, start}, xs).second;
}

}  // namespace nn
}  // namespace v1
}  // namespace partita
