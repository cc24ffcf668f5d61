// (x - mean) over its standard deviation, for each feature, over all other dimensions.
//
// Needs no hint: where batch or space are divided each moment is an all-reduce of one number per feature, so that
// devices normalize alike.
#pragma once

#include <optional>

#include "partita/export.h"
#include "partita/tensor.h"
#include "partita/where.h"

namespace partita {
inline namespace v1 {
namespace nn {

struct BatchNorm {
  std::optional<Tensor> scale, bias;  // [f]
};
struct Moments {
  Tensor mean, variance;  // [f]
};
struct BatchNormOptions {
  double epsilon = 1e-5;
  // The variance as the mean of squares less the square of the mean, so that devices exchange both at once. Less exact.
  bool one_exchange = false;
};

// x [.., f], by its own moments, which come second: for a running mean of them. Computed in f32 where x is narrower,
// and given in the type of x.
struct BatchNormed {
  Tensor y;
  Moments moments;
};
PARTITA_API BatchNormed batch_norm(const Tensor& x, const BatchNorm& w = {}, BatchNormOptions options = {},
                                   Where where = Where::current());
// By moments from before: how a model is used when it does not learn.
PARTITA_API Tensor batch_norm_by(const Tensor& x, const Moments& moments, const BatchNorm& w = {},
                                 BatchNormOptions options = {}, Where where = Where::current());

}  // namespace nn
}  // namespace v1
}  // namespace partita
