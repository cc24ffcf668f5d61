// Factorisations and solutions of linear equations, for matrices in the last two dimensions.
#include "transform/grad/rules.h"

namespace partita::core::transform {
namespace {

constexpr std::string_view kAsIs = "NO_TRANSPOSE", kTransposed = "TRANSPOSE", kAdjoint = "ADJOINT";

Value* transposed(TensorBuilder& b, Value* matrix) {
  std::vector<int64_t> order = ir::counting(matrix->type().rank());
  std::swap(order[order.size() - 2], order.back());
  return b.transpose(matrix, order);
}

// x y, or with one of them transposed: the sum is over these dimensions, counted from the matrices' first.
Value* product(TensorBuilder& b, Value* x, int x_summed, Value* y, int y_summed) {
  const int batch = x->type().rank() - 2;
  const std::vector<int64_t> batching = ir::counting(batch);
  std::vector<int64_t> shape(x->type().dims().begin(), x->type().dims().end() - 2);
  shape.push_back(x->type().dim(batch + 1 - x_summed));
  shape.push_back(y->type().dim(batch + 1 - y_summed));
  const int64_t of_x = batch + x_summed, of_y = batch + y_summed;
  return b.dot(x, y, {batching, batching, std::span(&of_x, 1), std::span(&of_y, 1)}, b.with_dims(x->type(), shape));
}

struct Triangle {
  bool lower = true;
  double diagonal = 1;  // what it is multiplied by
};
// A matrix with zeros outside its triangle.
Value* triangle_of(TensorBuilder& b, Value* matrix, Triangle part) {
  const Type type = matrix->type(), numbers = b.with_element(type, ElementType::kS32);
  Value* row = b.iota(numbers, type.rank() - 2);
  Value* column = b.iota(numbers, type.rank() - 1);
  Value* none = b.zeros(type);
  Value* inside = b.compare(row, part.lower ? "GT" : "LT", column);
  Value* diagonal = part.diagonal == 0 ? none : b.scale(matrix, part.diagonal);
  return b.select(inside, matrix, b.select(b.compare(row, "EQ", column), diagonal, none));
}

Value* solve(TensorBuilder& b, Value* matrix, Value* rhs, bool left, bool lower, bool unit, std::string_view how) {
  Context& context = b.context();
  return b.value(OpKind::kTriangularSolve, {matrix, rhs}, rhs->type(),
                 {{AttrKey::kLeftSide, context.boolean(left)},
                  {AttrKey::kLower, context.boolean(lower)},
                  {AttrKey::kUnitDiagonal, context.boolean(unit)},
                  {AttrKey::kTransposeA, context.string(how)}});
}

}  // namespace

// With phi the lower triangle, its diagonal halved: S = L⁻ᴴ phi(Lᴴ L̄) L⁻¹, and Ā = phi(S + Sᴴ), as of A only one
// triangle is read. This is for the pairing Re(tr L̄ᴴ dL): the cotangents here are conjugates of it. The upper factor of
// A is Lᴴ for that of Aᴴ.
Status grad_cholesky(Adjoint& a) {
  TensorBuilder& b = a.b();
  const bool lower = a.op().bool_attr(AttrKey::kLower);
  const Triangle halved = {.lower = true, .diagonal = 0.5};
  // What stands in the other triangle of the result is up to whoever runs it.
  Value* factor = triangle_of(b, a.result(), {.lower = lower});
  Value* l = lower ? factor : b.conj(transposed(b, factor));
  Value* ct = lower ? b.conj(a.ct()) : transposed(b, a.ct());
  Value* inner = triangle_of(b, product(b, b.conj(l), 0, ct, 0), halved);
  Value* s = solve(b, l, solve(b, l, inner, false, true, false, kAsIs), true, true, false, kAdjoint);
  Value* found = triangle_of(b, b.add(s, b.conj(transposed(b, s))), halved);
  a.add(0, lower ? b.conj(found) : transposed(b, found));
  return {};
}

// M x = b, where M is a, transposed or adjoint: b̄ = M⁻ᵀ x̄, M̄ = -b̄ xᵀ; with M on the right, x M = b: b̄ = x̄ M⁻ᵀ,
// M̄ = -xᵀ b̄.
Status grad_triangular_solve(Adjoint& a) {
  const Op& op = a.op();
  TensorBuilder& b = a.b();
  const bool left = op.bool_attr(AttrKey::kLeftSide), lower = op.bool_attr(AttrKey::kLower),
             unit = op.bool_attr(AttrKey::kUnitDiagonal);
  const std::string_view how = op.text_attr(AttrKey::kTransposeA);
  Value* matrix = how == kAdjoint ? b.conj(a.operand(0)) : a.operand(0);
  Value* rhs = solve(b, matrix, a.ct(), left, lower, unit, how == kAsIs ? kTransposed : kAsIs);
  a.add(1, rhs);
  if (!a.wanted(0)) return {};
  // Transposed as `a` is, by the order of the factors.
  Value* x = a.result();
  Value *first = left == (how == kAsIs) ? rhs : x, *second = first == rhs ? x : rhs;
  const int summed = left ? 1 : 0;
  Value* ct = b.negate(product(b, first, summed, second, summed));
  if (how == kAdjoint) ct = b.conj(ct);
  a.add(0, triangle_of(b, ct, {.lower = lower, .diagonal = unit ? 0.0 : 1.0}));
  return {};
}

}  // namespace partita::core::transform
