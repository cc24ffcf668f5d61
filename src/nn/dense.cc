#include "partita/nn/dense.h"

#include <cmath>
#include <string>

#include "partita/ops.h"
#include "partita/scope.h"

namespace partita {
inline namespace v1 {
namespace nn {

Tensor dense(const Tensor& x, const Dense& w, Where where) {
  const Scope scope("dense", where);
  std::string out;
  for (int i = 1; i < w.weight.shape().rank(); ++i) out += static_cast<char>('A' + i);
  const Tensor y = einsum("...a,a" + out + "->..." + out, {x, w.weight});
  return w.bias ? y + *w.bias : y;
}

Tensor init_weight(const Key& key, const Shape& shape, std::int64_t fan_in, DType type, Where where) {
  const Scope scope("init_weight", where);
  return normal(key, type, shape) * (1 / std::sqrt(static_cast<double>(fan_in)));
}

Dense init_dense(const Key& key, std::int64_t in, std::int64_t out, Where where) {
  return {init_weight(key, {in, out}, in, f32, where), zeros(f32, {out}, where)};
}

}  // namespace nn
}  // namespace v1
}  // namespace partita
