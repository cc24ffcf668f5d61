// batch_norm_*: statistics over all dimensions but the feature dimension. Computed in double and rounded once.
//
// With a tensor seen as [outer][features][inner], feature f has outer * inner elements.
#include <cmath>

#include "eval/op_families.h"
#include "eval/ops/elements.h"
#include "eval/strided.h"

namespace partita::core::eval {
namespace {

struct FeatureShape {
  int64_t outer = 1, features = 1, inner = 1;
  int64_t per_feature() const { return outer * inner; }
};

FeatureShape feature_shape(Type type, int64_t feature_index) {
  FeatureShape shape;
  for (int64_t d = 0; d < type.rank(); ++d) {
    int64_t size = type.dim(d);
    (d < feature_index ? shape.outer : d == feature_index ? shape.features : shape.inner) *= size;
  }
  return shape;
}

// Calls visit(feature, offset) for every element, in order.
template <typename Visit>
void for_each(const FeatureShape& shape, const Visit& visit) {
  size_t offset = 0;
  for (int64_t o = 0; o < shape.outer; ++o) {
    for (int64_t f = 0; f < shape.features; ++f) {
      for (int64_t i = 0; i < shape.inner; ++i) visit(f, offset++);
    }
  }
}

std::vector<double> mean_of(const FeatureShape& shape, const double* values) {
  std::vector<double> mean(shape.features, 0.0);
  for_each(shape, [&](size_t f, size_t i) { mean[f] += values[i]; });
  for (double& m : mean) m /= static_cast<double>(shape.per_feature());
  return mean;
}

void give(OpCall& call, int result, const std::vector<double>& values) {
  call.give(tensor_from(call.result_type(result), ElementType::kF64, values.data()));
}

// The operands as doubles, and what all three ops need.
struct BatchNorm {
  explicit BatchNorm(OpCall& call)
      : shape(feature_shape(call.operands[0].type(), call.op.int_attr(AttrKey::kFeatureIndex))),
        epsilon(call.op.attr(AttrKey::kEpsilon).as_float()) {
    for (const Tensor& operand : call.operands) operands.emplace_back(operand, ElementType::kF64);
  }
  const double* operand(size_t i) const { return operands[i].as<double>(); }

  std::vector<double> normalized(const double* mean, const double* variance) const {
    const double *x = operand(0), *scale = operand(1), *offset = operand(2);
    std::vector<double> out(shape.per_feature() * shape.features);
    for_each(shape, [&](size_t f, size_t i) {
      out[i] = (x[i] - mean[f]) / std::sqrt(variance[f] + epsilon) * scale[f] + offset[f];
    });
    return out;
  }

  FeatureShape shape;
  double epsilon;
  std::vector<Elements> operands;
};

}  // namespace

Status eval_batch_norm_inference(OpCall& call) {
  BatchNorm norm(call);
  give(call, 0, norm.normalized(norm.operand(3), norm.operand(4)));
  return {};
}

Status eval_batch_norm_training(OpCall& call) {
  BatchNorm norm(call);
  const double* x = norm.operand(0);
  std::vector<double> mean = mean_of(norm.shape, x);
  std::vector<double> squares(call.operands[0].size());
  for_each(norm.shape, [&](size_t f, size_t i) { squares[i] = (x[i] - mean[f]) * (x[i] - mean[f]); });
  std::vector<double> variance = mean_of(norm.shape, squares.data());
  give(call, 0, norm.normalized(mean.data(), variance.data()));
  give(call, 1, mean);
  give(call, 2, variance);
  return {};
}

// With y = scale * (x - mean) / sqrt(variance + epsilon) + offset, and n elements per feature:
//   grad x = scale / (sigma n) * (n g - sum g - (x - mean) / sigma² * sum(g (x - mean)))
Status eval_batch_norm_grad(OpCall& call) {
  BatchNorm norm(call);
  const double *x = norm.operand(0), *scale = norm.operand(1), *mean = norm.operand(2), *variance = norm.operand(3),
               *g = norm.operand(4);
  size_t features = norm.shape.features;
  double n = static_cast<double>(norm.shape.per_feature());
  std::vector<double> sum(features, 0.0), weighted(features, 0.0), scale_grad(features);
  for_each(norm.shape, [&](size_t f, size_t i) {
    sum[f] += g[i];
    weighted[f] += g[i] * (x[i] - mean[f]);
  });
  std::vector<double> operand_grad(call.operands[0].size());
  for_each(norm.shape, [&](size_t f, size_t i) {
    double square = variance[f] + norm.epsilon;
    operand_grad[i] = scale[f] / std::sqrt(square) / n * (n * g[i] - sum[f] - (x[i] - mean[f]) / square * weighted[f]);
  });
  for (size_t f = 0; f < features; ++f) scale_grad[f] = weighted[f] / std::sqrt(variance[f] + norm.epsilon);
  give(call, 0, operand_grad);
  give(call, 1, scale_grad);
  give(call, 2, sum);
  return {};
}

}  // namespace partita::core::eval
