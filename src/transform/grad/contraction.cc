// dot_general: the cotangent of one side is the product of the result's with the other side, over the other's free
// dimensions.
//
//   y[b,m,n] = sum_k l[b,m,k] r[b,k,n]        l̄[b,m,k] = sum_n ȳ[b,m,n] r[b,k,n]
//
// ragged_dot: its modes map onto each other. A ragged m has l̄ with m ragged and r̄ with m contracted; a ragged k gives
// y[g,b,m,n], and l̄, r̄ with k as rows that meet ȳ[g].
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

using Places = std::vector<int64_t>;

Places joined(std::initializer_list<ir::Ints> parts) {
  Places out;
  for (ir::Ints part : parts) out.insert(out.end(), part.begin(), part.end());
  return out;
}

// The dimensions of a side's kinds, in the order in which products give them.
struct Side {
  Places group, batch, free, contracting;
};

class RaggedDot {
 public:
  explicit RaggedDot(Adjoint& a) : a_(a), b_(a.b()) {
    const Op& op = a.op();
    const ir::DotDims dims = ir::dot_dims(op);
    const ir::Ints group = op.ints_attr(AttrKey::kRhsGroupDimensions);
    auto side = [](Type type, ir::Ints of_groups, ir::Ints batch, ir::Ints contracting) {
      return Side{joined({of_groups}), joined({batch}),
                  ir::other_dims(type.rank(), joined({of_groups, batch, contracting})), joined({contracting})};
    };
    lhs_ = side(op.operand(0)->type(), {}, dims.lhs_batching, dims.lhs_contracting);
    rhs_ = side(op.operand(1)->type(), group, dims.rhs_batching, dims.rhs_contracting);
    ragged_ = op.ints_attr(AttrKey::kLhsRaggedDimensions)[0];
  }

  bool is_batch() const { return ir::contains(lhs_.batch, ragged_); }

  void run() {
    const bool contracted = ir::contains(lhs_.contracting, ragged_);
    const int64_t b = std::ssize(lhs_.batch), m = std::ssize(lhs_.free), k = std::ssize(lhs_.contracting),
                  n = std::ssize(rhs_.free);
    Value* ct = a_.ct();
    Value* sizes = a_.operand(2);
    if (!contracted) {
      const int64_t row = b + at(lhs_.free);
      if (a_.wanted(0)) {  // ȳ[b,m,n] r[g,b,k,n] -> [b,m,k]
        Value* r = arranged(1, {rhs_.group, rhs_.batch, rhs_.contracting, rhs_.free});
        Value* found = product(ct, r, sizes, row, {0}, b, ir::counting(n, b + m), ir::counting(n, 1 + b + k));
        add(0, found, {lhs_.batch, lhs_.free, lhs_.contracting});
      }
      if (a_.wanted(1)) {  // l[b,m,k] ȳ[b,m,n] -> [g,b,k,n]
        Value* l = arranged(0, {lhs_.batch, lhs_.free, lhs_.contracting});
        Value* found = product(l, ct, sizes, row, {}, b, ir::counting(m, b), ir::counting(m, b));
        add(1, found, {rhs_.group, rhs_.batch, rhs_.contracting, rhs_.free});
      }
      return;
    }
    if (a_.wanted(0)) {  // r[b,k,n] ȳ[g,b,m,n] -> [b,k,m]
      Value* r = arranged(1, {rhs_.batch, rhs_.contracting, rhs_.free});
      Value* found =
          product(r, ct, sizes, b + at(lhs_.contracting), {0}, b, ir::counting(n, b + k), ir::counting(n, 1 + b + m));
      add(0, found, {lhs_.batch, lhs_.contracting, lhs_.free});
    }
    if (a_.wanted(1)) {  // l[b,k,m] ȳ[g,b,m,n] -> [b,k,n]
      Value* l = arranged(0, {lhs_.batch, lhs_.contracting, lhs_.free});
      Value* found =
          product(l, ct, sizes, b + at(lhs_.contracting), {0}, b, ir::counting(m, b + k), ir::counting(m, 1 + b));
      add(1, found, {rhs_.batch, rhs_.contracting, rhs_.free});
    }
  }

 private:
  int64_t at(const Places& dims) const { return std::find(dims.begin(), dims.end(), ragged_) - dims.begin(); }

  // The side with its dimensions in this order, in the cotangent's type.
  Value* arranged(int side, std::initializer_list<ir::Ints> order) {
    return b_.transpose(b_.convert(a_.operand(side), a_.ct()->type().element()), joined(order));
  }

  // Batch dimensions come first, behind a group dimension; free ones follow in order.
  Value* product(Value* l, Value* r, Value* sizes, int64_t ragged, const Places& group, int64_t batches,
                 const Places& l_contracting, const Places& r_contracting) {
    const Places l_batch = ir::counting(batches), r_batch = ir::counting(batches, std::ssize(group));
    Context& context = a_.context();
    return b_.inferred(OpKind::kRaggedDot, {l, r, sizes},
                       {{AttrKey::kLhsBatchingDimensions, context.ints(l_batch)},
                        {AttrKey::kRhsBatchingDimensions, context.ints(r_batch)},
                        {AttrKey::kLhsContractingDimensions, context.ints(l_contracting)},
                        {AttrKey::kRhsContractingDimensions, context.ints(r_contracting)},
                        {AttrKey::kLhsRaggedDimensions, context.ints({ragged})},
                        {AttrKey::kRhsGroupDimensions, context.ints(group)},
                        {AttrKey::kPrecisionConfig, a_.op().attr(AttrKey::kPrecisionConfig)}});
  }

  // A cotangent whose dimensions are in this order.
  void add(int side, Value* found, std::initializer_list<ir::Ints> order) {
    Value* own = b_.transpose(found, ir::inverse_permutation(joined(order)));
    a_.add(side, b_.convert(own, a_.op().operand(side)->type().element()));
  }

  Adjoint& a_;
  TensorBuilder& b_;
  Side lhs_, rhs_;
  int64_t ragged_ = 0;
};

}  // namespace

Status grad_dot_general(Adjoint& a) {
  for (int side = 0; side < 2; ++side) {
    if (a.wanted(side)) a.add(side, cotangent_of_side(a, side));
  }
  return {};
}

Status grad_ragged_dot(Adjoint& a) {
  RaggedDot dot(a);
  if (dot.is_batch()) return grad_dot_general(a);  // groups of batches change nothing
  dot.run();
  return {};
}

}  // namespace partita::core::transform
