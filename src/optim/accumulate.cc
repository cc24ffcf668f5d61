#include "partita/optim/accumulate.h"

#include "partita/scope.h"

namespace partita {
inline namespace v1 {
namespace optim {
namespace detail {

Tensor in_parts(const Tensor& x, int parts, Where where) {
  const Scope scope("accumulated", where);
  std::vector<std::int64_t> sizes = x.shape().dims();
  sizes[0] /= parts;
  sizes.insert(sizes.begin() + 1, parts);
  return move_dim(reshape(x, Shape(sizes)), 1, 0);
}

}  // namespace detail
}  // namespace optim
}  // namespace v1
}  // namespace partita
