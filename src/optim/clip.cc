#include "partita/optim/clip.h"

#include "partita/scope.h"

namespace partita {
inline namespace v1 {
namespace optim {
namespace detail {

Tensor norm_of(const std::vector<Tensor>& leaves, Where where) {
  const Scope scope("global_norm", where);
  Tensor total = zeros(f32, {});
  for (const Tensor& leaf : leaves) {
    const Tensor wide = convert(leaf, f32);
    total = total + sum(wide * wide);
  }
  return sqrt(total);
}

}  // namespace detail
}  // namespace optim
}  // namespace v1
}  // namespace partita
