#include "partita/nn/layer_norm.h"

#include "nn/widen.h"
#include "partita/ops.h"
#include "partita/scope.h"

namespace partita {
inline namespace v1 {
namespace nn {

Tensor layer_norm(const Tensor& x, const LayerNorm& w, NormOptions options, Where where) {
  const Scope scope("layer_norm", where);
  const Tensor wide = detail::widened(x);
  const Tensor centred = wide - mean(wide, -1, {.keepdims = true});
  const Tensor size = rsqrt(mean(centred * centred, -1, {.keepdims = true}) + options.epsilon);
  const Tensor y = centred * size * convert(w.scale, wide.dtype()) + convert(w.bias, wide.dtype());
  return convert(y, x.dtype());
}

}  // namespace nn
}  // namespace v1
}  // namespace partita
