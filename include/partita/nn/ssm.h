// A selective state-space layer: each channel has a small state, which decays and takes up the input at rates that the
// input itself chooses.
//
//   h[t] = exp(dt[t]·a)·h[t-1] + dt[t]·b[t]·x[t]        y[t] = c[t]·h[t] + skip·x[t]
//
// Meant with channels divided, "b,-,x": nothing is exchanged but what the products with `rate` and `mix` need.
#pragma once

#include "partita/export.h"
#include "partita/tensor.h"
#include "partita/where.h"

namespace partita {
inline namespace v1 {
namespace nn {

struct Ssm {
  Tensor rate;       // [m, m]: dt = softplus(x·rate + rate_bias)
  Tensor rate_bias;  // [m]
  Tensor mix;        // [m, 2, n]: b and c of each step
  Tensor log_decay;  // [m, n]: a = -exp(log_decay)
  Tensor skip;       // [m]
};

// x [b, s, m]: [b, s, m], from a state of zeros.
PARTITA_API Tensor ssm(const Tensor& x, const Ssm& w, Where where = Where::current());

}  // namespace nn
}  // namespace v1
}  // namespace partita
