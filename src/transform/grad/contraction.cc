// dot_general: the cotangent of one side is the product of the result's with the other side, over the other's free
// dimensions.
//
//   y[b,m,n] = sum_k l[b,m,k] r[b,k,n]        l̄[b,m,k] = sum_n ȳ[b,m,n] r[b,k,n]
#include <algorithm>

#include "transform/grad/rules.h"

namespace partita::core::transform {
namespace {

Value* cotangent_of_side(Adjoint& a, int side) {
  const Op& op = a.op();
  const ir::DotDims dims = ir::dot_dims(op);
  const bool left = side == 0;
  const ir::Ints own_batch = left ? dims.lhs_batching : dims.rhs_batching;
  const ir::Ints own_contracting = left ? dims.lhs_contracting : dims.rhs_contracting;
  const ir::Ints other_batch = left ? dims.rhs_batching : dims.lhs_batching;
  const ir::Ints other_contracting = left ? dims.rhs_contracting : dims.lhs_contracting;
  const Type own = op.operand(side)->type(), other = op.operand(1 - side)->type();

  auto free_dims = [](Type type, ir::Ints batch, ir::Ints contracting) {
    std::vector<int64_t> taken(batch.begin(), batch.end());
    taken.insert(taken.end(), contracting.begin(), contracting.end());
    return ir::other_dims(type.rank(), taken);
  };
  const std::vector<int64_t> own_free = free_dims(own, own_batch, own_contracting);
  const std::vector<int64_t> other_free = free_dims(other, other_batch, other_contracting);

  // The result has batch dimensions, free ones of the left side, free ones of the right.
  const int64_t batches = std::ssize(own_batch);
  const int64_t other_at = batches + (left ? std::ssize(own_free) : 0);
  const std::vector<int64_t> batch_at = ir::counting(batches);
  const std::vector<int64_t> contract_at = ir::counting(std::ssize(other_free), other_at);

  // What the product gives: batch dimensions, the side's free ones, then the other's contracting ones in their order.
  std::vector<int64_t> places(own_batch.begin(), own_batch.end());  // where each of these is in the side
  places.insert(places.end(), own_free.begin(), own_free.end());
  std::vector<int64_t> rest(other_contracting.begin(), other_contracting.end());
  std::sort(rest.begin(), rest.end());
  for (int64_t dim : rest) {
    const auto at = std::find(other_contracting.begin(), other_contracting.end(), dim) - other_contracting.begin();
    places.push_back(own_contracting[at]);
  }
  std::vector<int64_t> shape;
  for (int64_t place : places) shape.push_back(own.dims()[place]);

  TensorBuilder& b = a.b();
  Value* ct = a.ct();
  const ElementType element = ct->type().element();
  Value* factor = b.convert(a.operand(1 - side), element);
  // The free dimensions of the left operand come first: the cotangent's are the side's own, so it stands on the left.
  Value* product = b.dot(ct, factor, {batch_at, other_batch, contract_at, other_free}, b.tensor(element, shape),
                         op.attr(AttrKey::kPrecisionConfig));
  return b.convert(b.transpose(product, ir::inverse_permutation(places)), own.element());
}

}  // namespace

Status grad_dot_general(Adjoint& a) {
  for (int side = 0; side < 2; ++side) {
    if (a.wanted(side)) a.add(side, cotangent_of_side(a, side));
  }
  return {};
}

}  // namespace partita::core::transform
