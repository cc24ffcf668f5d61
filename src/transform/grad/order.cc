// sort, top_k: what is sorted goes back where it came from, by the permutation that the forward op made.
//
// A sort does not say how it permuted. An iota as one more operand does: the comparator does not look at it.
#include <limits>

#include "transform/grad/rules.h"
#include "transform/grad/widen.h"

namespace partita::core::transform {
namespace {

// ct[…, i, …] at place[…, i, …] of a tensor of this type along `dim`; zeros elsewhere. No place comes twice.
Value* put_back(TensorBuilder& b, Value* ct, Value* places, int64_t dim, Type type) {
  const std::vector<int64_t> others = ir::other_dims(type.rank(), std::span(&dim, 1));
  const ScatterDims dims = {.update_window_dims = {},
                            .inserted_window_dims = std::span(&dim, 1),
                            .input_batching_dims = others,
                            .scatter_indices_batching_dims = others,
                            .scatter_dims_to_operand_dims = std::span(&dim, 1),
                            .index_vector_dim = type.rank()};
  return b.scatter(b.zeros(type), places, ct, dims, OpKind::kAdd, false, true);
}

}  // namespace

Status grad_sort(Adjoint& a) {
  Op& op = a.op();
  const Type type = op.operand(0)->type();
  const int64_t given = op.int_attr(AttrKey::kDimension, -1), dim = given < 0 ? given + type.rank() : given;
  struct Sorted {
    Value *operand, *ct;
  };
  std::vector<Sorted> sorted;
  for (int i = 0; i < op.num_results(); ++i) {
    if (a.wanted(i) && a.ct(i) != nullptr) sorted.push_back({op.operand(i), a.ct(i)});
  }
  if (type.rank() == 0) {
    for (const Sorted& one : sorted) a.add(one.operand, one.ct);
    return {};
  }

  const bool small = type.dims()[dim] <= std::numeric_limits<int32_t>::max();
  TensorBuilder before(&op);
  const Type places = before.with_element(type, small ? ElementType::kS32 : ElementType::kS64);
  std::vector<Value*> operands = op.operands();
  operands.push_back(before.iota(places, dim));
  std::vector<Type> types;
  for (const Value* operand : operands) types.push_back(operand->type());
  std::vector<int> to;
  for (int i = 0; i < op.num_results(); ++i) to.push_back(i);
  Op* wider = replace_op(op, operands, types, to);
  for (int i = 0; i < 2; ++i) wider->region(0).add_argument(before.tensor(places.element(), {}));

  Value* permutation = a.use(wider->results().back());
  for (const Sorted& one : sorted) {
    a.add(one.operand, put_back(a.b(), one.ct, permutation, dim, one.operand->type()));
  }
  return {};
}

Status grad_top_k(Adjoint& a) {
  if (a.ct() == nullptr) return {};
  const Type type = a.op().operand(0)->type();
  a.add(0, put_back(a.b(), a.ct(), a.result(1), type.rank() - 1, type));
  return {};
}

}  // namespace partita::core::transform
