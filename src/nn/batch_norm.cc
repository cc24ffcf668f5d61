#include "partita/nn/batch_norm.h"

#include <vector>

#include "partita/ops.h"
#include "partita/scope.h"

namespace partita {
inline namespace v1 {
namespace nn {

Tensor batch_norm_by(const Tensor& x, const Moments& moments, const BatchNorm& w, BatchNormOptions options,
                     Where where) {
  const Scope scope("batch_norm", where);
  Tensor y = (x - moments.mean) * rsqrt(moments.variance + options.epsilon);
  if (w.scale) y = y * *w.scale;
  if (w.bias) y = y + *w.bias;
  return y;
}

BatchNormed batch_norm(const Tensor& x, const BatchNorm& w, BatchNormOptions options, Where where) {
  const Scope scope("batch_norm", where);
  std::vector<int> others;
  for (int i = 0; i + 1 < x.shape().rank(); ++i) others.push_back(i);
  const Moments moments{mean(x, others), variance(x, others)};
  return {batch_norm_by(x, moments, w, options, where), moments};
}

}  // namespace nn
}  // namespace v1
}  // namespace partita
