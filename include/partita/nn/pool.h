// The largest element, or the mean, of windows over images and volumes, features last; and the other way.
//
// Need no hint: they lie as what they are made of, and devices exchange the rows that windows reach over.
#pragma once

#include <cstdint>
#include <vector>

#include "partita/export.h"
#include "partita/nn/conv.h"
#include "partita/tensor.h"
#include "partita/where.h"

namespace partita {
inline namespace v1 {
namespace nn {

struct PoolOptions {
  std::vector<std::int64_t> strides{};  // empty: the window's sizes
  Around padding = Around::kNothing;
};

// x [b, spatial.., f]; the window has a size for each spatial dimension. What lies around does not count.
PARTITA_API Tensor max_pool(const Tensor& x, const std::vector<std::int64_t>& window, const PoolOptions& options = {},
                            Where where = Where::current());
PARTITA_API Tensor mean_pool(const Tensor& x, const std::vector<std::int64_t>& window, const PoolOptions& options = {},
                             Where where = Where::current());
// Each place `times` times along each spatial dimension.
PARTITA_API Tensor upsample(const Tensor& x, std::int64_t times, Where where = Where::current());
// Over all of space: [b, f].
PARTITA_API Tensor global_mean(const Tensor& x, Where where = Where::current());

}  // namespace nn
}  // namespace v1
}  // namespace partita
