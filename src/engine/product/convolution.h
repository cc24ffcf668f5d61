// Convolutions of any number of spatial dimensions, with strides, dilation of both operands, groups, reversed windows
// and padding that may be negative, through the product of matrices: a window is a few more dimensions of its depth.
//
//   result[b][o][y…] = sum over f, w… of lhs[b][f][(y stride - low + w window_dilation) / input_dilation] rhs[f][o][w…]
//
// where an index that is no element of the input (outside it, or between dilated elements) counts as zero.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "engine/product/matmul.h"

namespace partita::core::engine::product {

struct SpatialDim {
  int64_t input = 1, window = 1, output = 1;  // sizes; the output's is as the caller's shape says
  int64_t stride = 1, low = 0;                // low: padding before the first element, may be negative
  int64_t input_dilation = 1, window_dilation = 1;
  bool reversed = false;
  int64_t lhs_stride = 0, rhs_stride = 0, result_stride = 0;  // in elements
};

struct ConvolutionSpec {
  ElementType lhs_type = ElementType::kF32, rhs_type = ElementType::kF32, result_type = ElementType::kF32;
  // Sizes as StableHLO has them: those of the whole lhs (batch, input_features) and of the whole rhs
  // (input_features / feature_groups, output_features); the result has batch / batch_groups and output_features.
  int64_t batch = 1, input_features = 1, output_features = 1;
  int64_t feature_groups = 1, batch_groups = 1;
  std::vector<SpatialDim> spatial;
  int64_t lhs_batch_stride = 0, lhs_feature_stride = 0;
  int64_t rhs_input_stride = 0, rhs_output_stride = 0;
  int64_t result_batch_stride = 0, result_feature_stride = 0;
};

class Convolution {
 public:
  virtual ~Convolution() = default;
  virtual int64_t tasks() const = 0;
  virtual size_t scratch_bytes() const = 0;  // for each thread
  // `epilogue_buffers` of the arguments is not read.
  virtual void run(int64_t first_task, int64_t end_task, const MatmulArguments& arguments) const = 0;
};

std::shared_ptr<const Convolution> compile(const ConvolutionSpec& spec, Backend backend = Backend::kBest);

}  // namespace partita::core::engine::product
