#include "partita/nn/rms_norm.h"

#include "nn/widen.h"
#include "partita/ops.h"
#include "partita/scope.h"

namespace partita {
inline namespace v1 {
namespace nn {

Tensor rms_norm(const Tensor& x, const Tensor& scale, NormOptions options, Where where) {
  const Scope scope("rms_norm", where);
  const Tensor wide = detail::widened(x);
  const Tensor size = rsqrt(mean(wide * wide, -1, {.keepdims = true}) + options.epsilon);
  return convert(wide * size * convert(scale, wide.dtype()), x.dtype());
}

}  // namespace nn
}  // namespace v1
}  // namespace partita
