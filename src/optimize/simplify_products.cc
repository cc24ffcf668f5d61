// Products whose result is only read transposed.
#include <algorithm>
#include <vector>

#include "ir/builder.h"
#include "ir/names.h"
#include "ir/views.h"
#include "optimize/collective.h"
#include "optimize/simplify.h"

namespace partita::core::optimize {
namespace {

// Whether the op says something of its result besides the layout, or of one of its operands, that an op with the
// operands exchanged would say wrongly.
bool says_more(const Op& op) {
  return op.discardable_attribute(ir::hlo_names::kSharding) || op.discardable_attribute(ir::sdy_names::kSharding) ||
         op.discardable_attribute("hlo.sparsity") || op.has_attr(AttrKey::kAlgorithm);
}

// Batch dimensions stay first; what the right operand brings stands before what the left one does.
bool exchanges_sides(std::span<const int64_t> permutation, int batch, int left) {
  const int rank = static_cast<int>(permutation.size()), right = rank - batch - left;
  for (int d = 0; d < rank; ++d) {
    const int from = d < batch ? d : d < batch + right ? d + left : d - right;
    if (permutation[d] != from) return false;
  }
  return left > 0 && right > 0;
}

}  // namespace

// transpose(dot(a, b)) is dot(b, a): the same products, summed in the same order.
Value* Simplifier::transposed_product(Op& transpose) {
  Op* dot = transpose.operand(0)->op();
  if (dot == nullptr || !dot->is(OpKind::kDotGeneral) || !dot->result()->has_one_use()) return nullptr;
  if (dot->parent() != transpose.parent() || says_more(*dot) || says_more(transpose)) return nullptr;
  const ir::DotDims dims = ir::dot_dims(*dot);
  const int batch = static_cast<int>(std::ssize(dims.lhs_batching));
  const int left = dot->operand(0)->type().rank() - batch - static_cast<int>(std::ssize(dims.lhs_contracting));
  if (!exchanges_sides(transpose.ints_attr(AttrKey::kPermutation), batch, left)) return nullptr;
  Value* const operands[] = {dot->operand(1), dot->operand(0)};
  const Type type = transpose.result()->type();
  Op* made = ir::Builder(dot).like(*dot, operands, {&type, 1});
  made->set_attr(AttrKey::kLhsBatchingDimensions, context().ints(dims.rhs_batching));
  made->set_attr(AttrKey::kRhsBatchingDimensions, context().ints(dims.lhs_batching));
  made->set_attr(AttrKey::kLhsContractingDimensions, context().ints(dims.rhs_contracting));
  made->set_attr(AttrKey::kRhsContractingDimensions, context().ints(dims.lhs_contracting));
  if (const Attr precision = dot->attr(AttrKey::kPrecisionConfig); precision.is(AttrKind::kArray)) {
    std::vector<Attr> exchanged(precision.elements().begin(), precision.elements().end());
    std::reverse(exchanged.begin(), exchanged.end());
    made->set_attr(AttrKey::kPrecisionConfig, context().array(exchanged));
  }
  made->set_discardable_attribute(ir::hlo_names::kLayout, transpose.discardable_attribute(ir::hlo_names::kLayout));
  replace_result(transpose, made->result());
  return made->result();
}

}  // namespace partita::core::optimize
