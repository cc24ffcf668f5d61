#include "partita/nn/rope.h"

#include <cmath>

#include "partita/ops.h"
#include "partita/scope.h"

namespace partita {
inline namespace v1 {
namespace nn {

Tensor rope(const Tensor& x, const Tensor& positions, RopeOptions options, Where where) {
  const Scope scope("rope", where);
  const std::int64_t half = x.shape()[3] / 2;
  const Tensor rates = exp(iota(f32, {half}) * (-std::log(options.base) / static_cast<double>(half)));
  const Tensor angles = expand_dims(convert(positions, f32), {1, 2}) * rates;  // [s, 1, half]
  const Tensor c = convert(cos(angles), x.dtype()), s = convert(sin(angles), x.dtype());
  const Tensor first = slice(x, 3, 0, half), second = slice(x, 3, half, 2 * half);
  return concatenate({first * c - second * s, second * c + first * s}, 3);
}

}  // namespace nn
}  // namespace v1
}  // namespace partita
