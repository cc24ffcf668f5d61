#include "partita/nn/dropout.h"

#include "partita/ops.h"
#include "partita/scope.h"

namespace partita {
inline namespace v1 {
namespace nn {

Tensor dropout(const Key& key, const Tensor& x, double rate, Where where) {
  const Scope scope("dropout", where);
  if (rate == 0) return x;
  return select(bernoulli(key, 1 - rate, x.shape()), x * (1 / (1 - rate)), 0);
}

}  // namespace nn
}  // namespace v1
}  // namespace partita
