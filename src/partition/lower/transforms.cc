// Batch normalization with the batch or space divided: only sums of the size of the features cross devices.
//
//   training, 8x6x6x3 with the batch on 4 devices:  sum of x over 2x6x6, all-reduce of 3 numbers -> mean;
//   sum of (x - mean)², all-reduce of 3 numbers -> variance;  the rest element by element
//
// Narrow floats are summed in f32. Factorizations need unsharded matrices and divide their batch and free dimensions
// alone.
#include <algorithm>

#include "partition/local/collectives.h"
#include "partition/lower/fft.h"
#include "partition/lower/lowering_patterns.h"

namespace partita::core::partition {
namespace {

class BatchNorm {
 public:
  BatchNorm(LocalBuilder& b, const LocalOp& local)
      : b_(b),
        local_(local),
        global_(local.op.operand(0)->type()),
        feature_(local.op.int_attr(AttrKey::kFeatureIndex)),
        element_(byte_width(global_.element()) < 4 ? ElementType::kF32 : global_.element()),
        x_(wide(0)),
        features_(b.tensor(element_, std::vector<int64_t>{x_->type().dim(feature_)})) {
    for (int d = 0; d < global_.rank(); ++d) {
      if (d == feature_) continue;
      count_ *= static_cast<double>(global_.dim(d));
      const AxisRefs& axes = sharding().dim(d).axes;
      axes_.insert(axes_.end(), axes.begin(), axes.end());
    }
  }

  std::vector<Value*> training() {
    Value* mean = divided(crossing(sum(x_)));
    Value* centered = binary(OpKind::kSubtract, x_, spread(mean));
    Value* variance = divided(crossing(sum(binary(OpKind::kMultiply, centered, centered))));
    Value* operands[] = {x_, wide(1), wide(2), mean, variance};
    const Type type = x_->type();
    Value* out = b_.op(OpKind::kBatchNormInference, operands, std::span(&type, 1), local_.op.attrs())->result();
    return {narrow(out), narrow(mean), narrow(variance)};
  }

  // grad x = scale / (sigma n) · (n g - sum g - (x - mean) / sigma² · sum(g (x - mean)))
  std::vector<Value*> gradient() {
    Value *scale = wide(1), *mean = wide(2), *g = wide(4);
    Value* square = binary(OpKind::kAdd, wide(3), b_.splat(features_, local_.op.attr(AttrKey::kEpsilon).as_float()));
    Value* deviation = unary(OpKind::kSqrt, square);
    Value* centered = binary(OpKind::kSubtract, x_, spread(mean));
    // Both sums in one exchange.
    Value* parts[] = {sum(g), sum(binary(OpKind::kMultiply, g, centered))};
    const int64_t n = features_.dim(0);
    Value* sums = crossing(b_.concatenate(parts, 0));
    Value *total = b_.slice_dim(sums, 0, 0, n), *weighted = b_.slice_dim(sums, 0, n, 2 * n);
    Value* slope = spread(binary(OpKind::kDivide, weighted, square));
    Value* inner = binary(OpKind::kMultiply, g, b_.splat(x_->type(), count_));
    inner = binary(OpKind::kSubtract, inner, spread(total));
    inner = binary(OpKind::kSubtract, inner, binary(OpKind::kMultiply, centered, slope));
    Value* factor = divided(binary(OpKind::kDivide, scale, deviation));
    Value* out = binary(OpKind::kMultiply, inner, spread(factor));
    return {narrow(out), narrow(binary(OpKind::kDivide, weighted, deviation)), narrow(total)};
  }

 private:
  const Sharding& sharding() const { return local_.operand_sharding(0); }
  Value* wide(int i) { return b_.convert(local_.operands[i], element_); }
  Value* narrow(Value* value) { return b_.convert(value, global_.element()); }
  Value* unary(OpKind kind, Value* x) { return b_.value(kind, {x}, x->type()); }
  Value* binary(OpKind kind, Value* x, Value* y) { return b_.value(kind, {x, y}, x->type()); }
  Value* divided(Value* sums) { return binary(OpKind::kDivide, sums, b_.splat(sums->type(), count_)); }
  Value* spread(Value* features) {
    const std::vector<int64_t> dims = {feature_};
    return b_.broadcast(features, x_->type(), dims);
  }
  Value* crossing(Value* sums) {
    return axes_.empty() ? sums : all_reduce(b_, sums, sharding().mesh_ptr(), axes_, ReductionKind::kSum);
  }

  // Over all dimensions but the features, padding left out.
  Value* sum(Value* x) {
    const Type scalar = b_.tensor(element_, {});
    Value* zero = b_.splat(scalar, 0.0);
    std::vector<int64_t> dims;
    for (int d = 0; d < global_.rank(); ++d) {
      if (d == feature_) continue;
      dims.push_back(d);
      x = b_.mask_padding(x, global_, sharding(), d, zero);
    }
    Value* operands[] = {x, zero};
    const KeyedAttr attrs[] = {{AttrKey::kDimensions, b_.context().ints(dims)}};
    Op* made = b_.op(OpKind::kReduce, operands, std::span(&features_, 1), attrs, 1);
    const Type arguments[] = {scalar, scalar};
    b_.fill(made->region(0), arguments,
            [&](std::span<Value* const> args) { return std::vector<Value*>{binary(OpKind::kAdd, args[0], args[1])}; });
    return made->result();
  }

  LocalBuilder& b_;
  const LocalOp& local_;
  const Type global_;
  const int feature_;
  const ElementType element_;
  Value* x_;
  const Type features_;
  AxisRefs axes_;
  double count_ = 1;
};

bool is_divided_beside_features(const LocalOp& local) {
  const Sharding& sharding = local.operand_sharding(0);
  for (int d = 0; d < sharding.rank(); ++d) {
    if (d != local.op.int_attr(AttrKey::kFeatureIndex) && sharding.shard_count(d) > 1) return true;
  }
  return false;
}

std::vector<Value*> lower_training(LoweringState& lowering, const LocalOp& local) {
  if (!is_divided_beside_features(local)) return lower_pass(lowering, local);
  return BatchNorm(lowering.builder(), local).training();
}

std::vector<Value*> lower_gradient(LoweringState& lowering, const LocalOp& local) {
  if (!is_divided_beside_features(local)) return lower_pass(lowering, local);
  return BatchNorm(lowering.builder(), local).gradient();
}

bool divides_all(const Op&, const Rule&, int, int64_t) { return true; }

// Two vectors of features, there and back.
Price statistics_price(const Op& op, const Rule&, const Choice& choice, const PriceWeights&) {
  const Sharding& sharding = *choice.operands[0];
  const auto feature = static_cast<int>(op.int_attr(AttrKey::kFeatureIndex));
  double others = 1;
  for (int d = 0; d < sharding.rank(); ++d) {
    if (d != feature) others *= static_cast<double>(sharding.shard_count(d));
  }
  if (others == 1) return {};
  const Type type = op.operand(0)->type();
  const double bytes = static_cast<double>(type.dim(feature)) * std::max(4.0, cost::packed_bytes(type.element()));
  const auto parts = static_cast<double>(sharding.shard_count(feature));
  return 2 * collective_price(CollectiveKind::kAllReduce, bytes / parts, others);
}

}  // namespace

constinit const LoweringPattern kLowerBatchNormTraining = {
    .lower = lower_training, .can_divide = divides_all, .exchange = statistics_price};
constinit const LoweringPattern kLowerBatchNormGrad = {
    .lower = lower_gradient, .can_divide = divides_all, .exchange = statistics_price};
constinit const LoweringPattern kLowerFft = {.lower = lower_fft, .can_divide = divides_fft, .exchange = fft_price};

}  // namespace partita::core::partition
