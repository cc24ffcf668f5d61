#include "partita/nn/ring_attention.h"

#include <cmath>
#include <utility>
#include <vector>

#include "nn/widen.h"
#include "partita/ops.h"
#include "partita/scope.h"
#include "partita/shard.h"

namespace partita {
inline namespace v1 {
namespace nn {
namespace {

constexpr double kUnseen = -1e9;

// The parts of one device: what it has seen of the keys so far is kept as a maximum, a sum and a weighted sum.
Tensor on_ring(const Tensor& query, Tensor k, Tensor v, const RingAttentionOptions& options) {
  const Tensor q = detail::widened(query), place = axis_index(options.axis);
  const Shape& shape = q.shape();
  const std::int64_t length = shape[1], devices = options.devices;
  const Shape rows = {shape[0], length, shape[2]};
  Tensor most = full(q.dtype(), rows, kUnseen), total = zeros(q.dtype(), rows), sum_of_values = zeros_like(q);
  std::vector<std::pair<int, int>> round;
  for (int i = 0; i < devices; ++i) round.emplace_back(i, static_cast<int>((i + 1) % devices));
  for (std::int64_t step = 0; step < devices; ++step) {
    Tensor scores = einsum("bqnd,bknd->bqnk", {q, detail::widened(k)}) / std::sqrt(static_cast<double>(shape[3]));
    if (options.causal) {
      const Tensor from = (place + (devices - step)) % devices;
      const Tensor seen =
          place * length + iota(s32, {length, length}, 0) >= from * length + iota(s32, {length, length}, 1);
      scores = select(expand_dims(seen, {0, 2}), scores, kUnseen);
    }
    const Tensor now = maximum(most, max(scores, -1));
    const Tensor weights = exp(scores - expand_dims(now, 3)), fade = exp(most - now);
    total = total * fade + sum(weights, -1);
    sum_of_values = sum_of_values * expand_dims(fade, 3) + einsum("bqnk,bknd->bqnd", {weights, detail::widened(v)});
    most = now;
    if (step + 1 == devices) break;
    k = ppermute(k, options.axis, round);
    v = ppermute(v, options.axis, round);
  }
  return convert(sum_of_values / expand_dims(total, 3), query.dtype());
}

}  // namespace

Tensor ring_attention(const Tensor& q, const Tensor& k, const Tensor& v, const RingAttentionOptions& options,
                      Where where) {
  const Scope scope("ring_attention", where);
  Sharding parts(4);
  for (int dim : {0, 2, 3}) parts = parts.open(dim);
  parts = parts.split(1, {options.axis}).open(1);
  const auto ring = [&](const Tensor& a, const Tensor& b, const Tensor& c) { return on_ring(a, b, c, options); };
  const Mesh axis(std::vector<MeshAxis>{{options.axis, options.devices}});
  return manual(ring, {.axes = axis, .in = {parts}, .out = {parts}}, where)(q, k, v);
}

}  // namespace nn
}  // namespace v1
}  // namespace partita
