#include "partita/nn/kv_cache.h"

#include "partita/nn/attention.h"
#include "partita/ops.h"
#include "partita/scope.h"

namespace partita {
inline namespace v1 {
namespace nn {

KvCache updated(const KvCache& cache, const Tensor& k, const Tensor& v, const Tensor& position, Where where) {
  const Scope scope("kv_cache", where);
  const Tensor zero = zeros(s32, {});
  return {dynamic_update_slice(cache.k, k, {zero, position, zero, zero}),
          dynamic_update_slice(cache.v, v, {zero, position, zero, zero})};
}

Tensor attention(const Tensor& q, const KvCache& cache, const Tensor& position, Where where) {
  const Scope scope("attention", where);
  const Tensor places = iota(s32, {q.shape()[1]}) + position;
  return attention(q, cache.k, cache.v, {.causal = true, .positions = places}, where);
}

}  // namespace nn
}  // namespace v1
}  // namespace partita
