// Convolutions of images and volumes, features last.
//
//   Tensor y = nn::conv(shard(x, "b,h,-,-"), kernel, {.strides = {2, 2}});     // x [b, h, w, f], kernel [3, 3, f, g]
//
// Meant with a hint on the image alone: "b,-,h,w" and the like divide batch and space, devices exchange the rows that
// windows reach over, and gradients of kernels are all-reduced.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "partita/export.h"
#include "partita/tensor.h"
#include "partita/where.h"

namespace partita {
inline namespace v1 {
namespace nn {

// What lies around an input: as much as makes the result as large as the input over the stride, or nothing.
enum class Around : unsigned char { kSame, kNothing };

struct ConvOptions {
  std::vector<std::int64_t> strides{};    // one for each spatial dimension; empty: 1
  std::vector<std::int64_t> dilations{};  // of the kernel; empty: 1
  Around padding = Around::kSame;
  std::int64_t groups = 1;  // of features; as many as there are: a kernel [.., 1, f] for each
};

// x [b, spatial.., f], kernel [spatial.., f, g].
PARTITA_API Tensor conv(const Tensor& x, const Tensor& kernel, const ConvOptions& options = {},
                        Where where = Where::current());
// The other way: the result is as large as x times the strides.
PARTITA_API Tensor conv_transpose(const Tensor& x, const Tensor& kernel, const std::vector<std::int64_t>& strides,
                                  Where where = Where::current());

// Low and high of a dimension, for kSame; the larger one is high.
PARTITA_API std::pair<std::int64_t, std::int64_t> same_padding(std::int64_t size, std::int64_t window,
                                                               std::int64_t stride, std::int64_t dilation = 1);

}  // namespace nn
}  // namespace v1
}  // namespace partita
