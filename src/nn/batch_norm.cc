#include "partita/nn/batch_norm.h"

#include <vector>

#include "nn/widen.h"
#include "partita/ops.h"
#include "partita/scope.h"

namespace partita {
inline namespace v1 {
namespace nn {

Tensor batch_norm_by(const Tensor& x, const Moments& moments, const BatchNorm& w, BatchNormOptions options,
                     Where where) {
  const Scope scope("batch_norm", where);
  const Tensor wide = detail::widened(x);
  Tensor size = rsqrt(moments.variance + options.epsilon);
  if (w.scale) size = size * *w.scale;
  Tensor y = (wide - moments.mean) * size;
  if (w.bias) y = y + *w.bias;
  return convert(y, x.dtype());
}

BatchNormed batch_norm(const Tensor& x, const BatchNorm& w, BatchNormOptions options, Where where) {
  const Scope scope("batch_norm", where);
  const Tensor wide = detail::widened(x);
  std::vector<int> others;
  for (int i = 0; i + 1 < x.shape().rank(); ++i) others.push_back(i);
  Moments moments{mean(wide, others), {}};
  moments.variance =
      options.one_exchange ? mean(wide * wide, others) - moments.mean * moments.mean : variance(wide, others);
  return {batch_norm_by(x, moments, w, options, where), moments};
}

}  // namespace nn
}  // namespace v1
}  // namespace partita
