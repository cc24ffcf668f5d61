// Ops that are written as others first, and differentiated as these.
#include "base/maps.h"
#include "ir/expressions.h"
#include "transform/grad/activity.h"
#include "transform/grad/rules.h"

namespace partita::core::transform {
namespace {

// The function of a map on whole tensors instead of scalars.
class MapOnTensors {
 public:
  MapOnTensors(Adjoint& a, TensorBuilder& b) : a_(a), b_(b), shape_(a.op().result()->type()) {}

  Result<std::vector<Value*>> run() {
    Region& body = a_.op().region(0);
    for (int i = 0; i < body.num_arguments(); ++i) tensors_[body.argument(i)] = a_.op().operand(i);
    for (Op& op : body) {
      if (op.info().has(kTerminator)) break;
      if (!depends_on_elements(op)) {  // the same for all: once, as a scalar
        a_.op().module().clone_op(op, b_.region(), scalars_, b_.before());
      } else {
        PARTITA_CHECK_OK(widen(op));
      }
    }
    return std::vector<Value*>{whole(body.terminator()->operand(0))};
  }

 private:
  bool depends_on_elements(Op& op) const {
    std::vector<Value*> used = op.operands();
    for (Value* captured : captured_values(op)) used.push_back(captured);
    for (const Value* value : used) {
      if (tensors_.contains(value)) return true;
    }
    return false;
  }

  Status widen(Op& op) {
    std::vector<Value*> operands;
    switch (op.kind()) {
      case OpKind::kReshape:
      case OpKind::kBroadcastInDim:
      case OpKind::kTranspose:
        if (op.result()->type().rank() > 0) break;
        tensors_[op.result()] = whole(op.operand(0));
        return {};
      case OpKind::kCopy:
      case OpKind::kBitcastConvert:
      case OpKind::kOptimizationBarrier: break;
      default:
        if (op.info().has(kElementwise)) break;
        return a_.refuse(std::string("its function has a ") + std::string(op.info().mlir) +
                         " in it; write the function on whole tensors instead of elements");
    }
    std::vector<Type> types;
    for (Value* operand : op.operands()) {
      if (operand->type().rank() > 0) {
        return a_.refuse("its function makes tensors of elements; write it on whole tensors instead");
      }
      operands.push_back(whole(operand));
    }
    for (const Value* result : op.results()) {
      types.push_back(b_.with_element(shape_, result->type().element()));
    }
    Op* wide = b_.like(op, operands, types);
    for (int i = 0; i < op.num_results(); ++i) tensors_[op.result(i)] = wide->result(i);
    return {};
  }

  Value* whole(Value* scalar) {
    if (const auto at = tensors_.find(scalar); at != tensors_.end()) return at->second;
    return b_.broadcast_scalar(scalars_.get(scalar), b_.with_element(shape_, scalar->type().element()));
  }

  Adjoint& a_;
  TensorBuilder& b_;
  Type shape_;
  PointerMap<const Value*, Value*> tensors_;  // of what differs between elements
  Module::ValueMap scalars_;                  // of what does not
};

// What the three ops of batch normalization share: a tensor, and one number for each feature.
class BatchNorm {
 public:
  BatchNorm(Op& op, TensorBuilder& b)
      : b_(b), m_(b), op_(op), whole_(op.operand(0)->type()), feature_(op.int_attr(AttrKey::kFeatureIndex)) {
    others_ = ir::other_dims(whole_.rank(), std::span(&feature_, 1));
    for (int64_t d : others_) count_ *= static_cast<double>(whole_.dims()[d]);
  }

  Expr operand(int i) { return m_.wrap(op_.operand(i)); }
  Expr spread(Expr features) { return m_.wrap(b_.broadcast(features.value(), whole_, std::span(&feature_, 1))); }
  Expr sum(Expr x) { return m_.wrap(b_.reduce_sum(x.value(), others_)); }
  Expr mean(Expr x) { return sum(x) / count_; }
  Expr with_epsilon(Expr variance) { return variance + op_.attr(AttrKey::kEpsilon).as_float(); }
  Expr inverse_deviation(Expr variance) { return m_.unary(OpKind::kRsqrt, with_epsilon(variance)); }

  Expr normalized(Expr mean, Expr variance) {
    return (operand(0) - spread(mean)) * spread(inverse_deviation(variance) * operand(1)) + spread(operand(2));
  }

  std::vector<Value*> inference() { return {normalized(operand(3), operand(4)).value()}; }

  std::vector<Value*> training() {
    const Expr average = mean(operand(0));
    const Expr centered = operand(0) - spread(average);
    const Expr variance = mean(centered * centered);
    return {normalized(average, variance).value(), average.value(), variance.value()};
  }

  std::vector<Value*> grad() {
    const Expr scale = operand(1), variance = operand(3), ct = operand(4);
    const Expr centered = operand(0) - spread(operand(2));
    const Expr total = sum(ct), weighted = sum(ct * centered);
    const Expr inverse = inverse_deviation(variance);
    const Expr rest = ct - spread(total / count_) - centered * spread(weighted / with_epsilon(variance) / count_);
    return {(spread(scale * inverse) * rest).value(), (weighted * inverse).value(), total.value()};
  }

 private:
  TensorBuilder& b_;
  Math m_;
  Op& op_;
  Type whole_;
  int64_t feature_;
  std::vector<int64_t> others_;
  double count_ = 1;  // elements of a feature
};

}  // namespace

Status grad_map(Adjoint& a) {
  return a.rewrite([&](TensorBuilder& before) { return MapOnTensors(a, before).run(); });
}

Status grad_batch_norm(Adjoint& a) {
  return a.rewrite([&](TensorBuilder& before) -> Result<std::vector<Value*>> {
    BatchNorm norm(a.op(), before);
    switch (a.op().kind()) {
      case OpKind::kBatchNormInference: return norm.inference();
      case OpKind::kBatchNormTraining: return norm.training();
      default: return norm.grad();
    }
  });
}

}  // namespace partita::core::transform
