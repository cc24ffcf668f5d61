#include "partita/nn/cross_entropy.h"

#include "nn/widen.h"
#include "partita/ops.h"
#include "partita/scope.h"
#include "partita/transform.h"

namespace partita {
inline namespace v1 {
namespace nn {

Tensor cross_entropy(const Tensor& logits, const Tensor& classes, Where where) {
  const Scope scope("cross_entropy", where);
  const Tensor x = detail::widened(logits);
  // The largest is a shift only: what it changes cancels out, and so does its gradient.
  const Tensor most = stop_gradient(max(x, -1, {.keepdims = true}));
  const Tensor total = log(sum(exp(x - most), -1)) + squeeze(most, -1);
  // By comparing and not by a gather, which would need whole rows.
  const Tensor places = iota(classes.dtype(), x.shape(), -1);
  const Tensor right = sum(select(equal(places, expand_dims(classes, -1)), x, 0), -1);
  return mean(total - right);
}

}  // namespace nn
}  // namespace v1
}  // namespace partita
