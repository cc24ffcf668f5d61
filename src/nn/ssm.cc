#include "partita/nn/ssm.h"

#include <utility>

#include "partita/control.h"
#include "partita/ops.h"
#include "partita/scope.h"

namespace partita {
inline namespace v1 {
namespace nn {
namespace {

struct Step {
  Tensor x, dt, b, c;  // [b, m], [b, m], [b, n], [b, n]
};

}  // namespace

Tensor ssm(const Tensor& x, const Ssm& w, Where where) {
  const Scope scope("ssm", where);
  const Tensor dt = softplus(einsum("bsm,mk->bsk", {x, w.rate}) + w.rate_bias);
  const Tensor mixed = einsum("bsm,mkn->bskn", {x, w.mix});
  const Tensor decay = -exp(w.log_decay);
  const auto by_step = [](const Tensor& each) { return move_dim(each, 1, 0); };
  const Step steps{by_step(x), by_step(dt), by_step(row(mixed, 0, 2)), by_step(row(mixed, 1, 2))};
  const auto step = [&](const Tensor& state, const Step& at) {
    const Tensor kept = exp(einsum("bm,mn->bmn", {at.dt, decay})) * state;
    const Tensor next = kept + einsum("bm,bn->bmn", {at.dt * at.x, at.b});
    return std::pair(next, einsum("bmn,bn->bm", {next, at.c}));
  };
  const Shape& shape = x.shape();
  const Tensor start = zeros(x.dtype(), {shape[0], shape[2], w.log_decay.shape()[1]});
  return move_dim(scan(step, start, steps).second, 0, 1) + x * w.skip;
}

}  // namespace nn
}  // namespace v1
}  // namespace partita
