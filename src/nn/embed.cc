#include "partita/nn/embed.h"

#include "partita/ops.h"
#include "partita/scope.h"

namespace partita {
inline namespace v1 {
namespace nn {

Tensor embed(const Tensor& table, const Tensor& ids, Where where) {
  const Scope scope("embed", where);
  return take(table, ids);
}

Tensor unembed(const Tensor& table, const Tensor& x, Where where) {
  const Scope scope("unembed", where);
  return einsum("...m,vm->...v", {x, table});
}

}  // namespace nn
}  // namespace v1
}  // namespace partita
