// Ops that are written as others first, and differentiated as these.
#include "ir/build/expressions.h"
#include "transform/grad/rewritten.h"
#include "transform/grad/rules.h"

namespace partita::core::transform {
namespace {

// What the three ops of batch normalization share: a tensor, and one number for each feature.
class BatchNorm {
 public:
  BatchNorm(const Op& op, const Rewritten& other)
      : other_(other),
        b_(other.b()),
        m_(b_),
        epsilon_(op.attr(AttrKey::kEpsilon).as_float()),
        whole_(op.operand(0)->type()),
        feature_(op.int_attr(AttrKey::kFeatureIndex)) {
    others_ = ir::other_dims(whole_.rank(), std::span(&feature_, 1));
    for (int64_t d : others_) count_ *= static_cast<double>(whole_.dims()[d]);
  }

  Expr operand(int i) { return m_.wrap(other_.operand(i)); }
  Expr spread(Expr features) { return m_.wrap(b_.broadcast(features.value(), whole_, std::span(&feature_, 1))); }
  Expr sum(Expr x) { return m_.wrap(b_.reduce_sum(x.value(), others_)); }
  Expr mean(Expr x) { return sum(x) / count_; }
  Expr with_epsilon(Expr variance) { return variance + epsilon_; }
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
  const Rewritten& other_;
  TensorBuilder& b_;
  Math m_;
  double epsilon_;
  Type whole_;
  int64_t feature_;
  std::vector<int64_t> others_;
  double count_ = 1;  // elements of a feature
};

}  // namespace

Status grad_map(Adjoint& a) {
  const Rewritten other(a);
  std::vector<Value*> arguments;
  for (int i = 0; i < a.op().num_operands(); ++i) arguments.push_back(other.operand(i));
  PARTITA_ASSIGN(const std::vector<Value*> results, other.apply(a.op().region(0), arguments));
  return other.finish(results);
}

Status grad_batch_norm(Adjoint& a) {
  const Rewritten other(a);
  BatchNorm norm(a.op(), other);
  switch (a.op().kind()) {
    case OpKind::kBatchNormInference: return other.finish(norm.inference());
    case OpKind::kBatchNormTraining: return other.finish(norm.training());
    default: return other.finish(norm.grad());
  }
}

}  // namespace partita::core::transform
