// Attention: each query is given the mean of the values, weighted by how well their keys fit it.
//
//   Tensor a = nn::attention(q, k, v, {.causal = true});              // [b, s, n, d]
//
// Meant with the same hint on queries, keys and values: "x,-,y,-" divides sequences along x and heads along y, and
// nothing is exchanged. Where queries are divided along s, keys and values are gathered.
#pragma once

#include <optional>

#include "partita/export.h"
#include "partita/tensor.h"
#include "partita/where.h"

namespace partita {
inline namespace v1 {
namespace nn {

struct AttentionOptions {
  bool causal = false;                // query i sees keys 0 to i
  std::optional<Tensor> mask{};       // pred, broadcast to [b, n, s, t]: where it is false nothing is seen
  std::optional<Tensor> positions{};  // s32 [s]: places of the queries among the keys, for `causal`; nothing: 0, 1, …
  std::optional<double> scale{};      // of the products; nothing: 1 / sqrt(d)
};

// q [b, s, n, d], k and v [b, t, m, d]: [b, s, n, d]. m divides n: heads of q in groups share one of k and v. The
// products of queries and keys are named "scores", for Save::names.
PARTITA_API Tensor attention(const Tensor& q, const Tensor& k, const Tensor& v, const AttentionOptions& options = {},
                             Where where = Where::current());

}  // namespace nn
}  // namespace v1
}  // namespace partita
