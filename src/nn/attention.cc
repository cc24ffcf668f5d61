#include "partita/nn/attention.h"

#include <cmath>

#include "partita/ops.h"
#include "partita/scope.h"

namespace partita {
inline namespace v1 {
namespace nn {
namespace {

// What stands for "not seen". Finite: a row that sees nothing has weights all the same, and no NaN.
double unseen(DType type) { return type == f16 ? -6e4 : -1e9; }

// [s, t]: whether query s sees key t.
Tensor seen(const Tensor& q, const Tensor& k, const std::optional<Tensor>& positions) {
  const std::int64_t s = q.shape()[1], t = k.shape()[1];
  const Tensor rows = positions ? broadcast_to(expand_dims(*positions, 1), {s, t}) : iota(s32, {s, t}, 0);
  return rows >= iota(s32, {s, t}, 1);
}

}  // namespace

Tensor attention(const Tensor& q, const Tensor& k, const Tensor& v, const AttentionOptions& options, Where where) {
  const Scope scope("attention", where);
  const std::int64_t heads = q.shape()[2], shared = k.shape()[2], depth = q.shape()[3];
  const double scale = options.scale.value_or(1 / std::sqrt(static_cast<double>(depth)));
  const bool grouped = heads != shared;
  const std::int64_t b = q.shape()[0], s = q.shape()[1], t = k.shape()[1], group = heads / shared;

  Tensor scores = grouped ? einsum("bsmgd,btmd->bmgst", {reshape(q, {b, s, shared, group, depth}), k})
                          : einsum("bsnd,btnd->bnst", {q, k});
  scores = named(scores, "scores") * scale;
  if (options.causal) scores = select(seen(q, k, options.positions), scores, unseen(q.dtype()));
  if (options.mask) {
    Tensor mask = broadcast_to(*options.mask, {b, heads, s, t});
    if (grouped) mask = reshape(mask, {b, shared, group, s, t});
    scores = select(mask, scores, unseen(q.dtype()));
  }
  const Tensor weights = softmax(scores);
  if (!grouped) return einsum("bnst,btnd->bsnd", {weights, v});
  return reshape(einsum("bmgst,btmd->bsmgd", {weights, v}), {b, s, heads, depth});
}

}  // namespace nn
}  // namespace v1
}  // namespace partita
