// Convolutions against the sum as StableHLO defines it.
#include "engine/product/convolution.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <random>

namespace partita::core::engine::product {
namespace {

std::mt19937_64 random_numbers(5);
int64_t between(int64_t low, int64_t high) { return std::uniform_int_distribution<int64_t>(low, high)(random_numbers); }

// Dense strides in an order of its own; returns the size.
int64_t lay_out(std::vector<std::pair<int64_t, int64_t*>> dims) {
  if (between(0, 2) > 0) std::ranges::shuffle(dims, random_numbers);
  int64_t size = 1;
  for (auto it = dims.rbegin(); it != dims.rend(); ++it) {
    *it->second = size;
    size *= it->first;
  }
  return size;
}

template <typename T>
struct Arrays {
  std::vector<T> lhs, rhs, result;
};

template <typename T>
std::vector<T> expected(const ConvolutionSpec& s, const Arrays<T>& arrays) {
  std::vector<T> result = arrays.result;
  const int64_t batch = s.batch / s.batch_groups, features = s.input_features / s.feature_groups;
  const size_t rank = s.spatial.size();
  for (int64_t b = 0; b < batch; ++b) {
    for (int64_t o = 0; o < s.output_features; ++o) {
      std::vector<int64_t> y(rank, 0);
      for (bool more = true; more;) {
        std::conditional_t<std::is_floating_point_v<T>, double, uint64_t> sum = 0;
        int64_t to = b * s.result_batch_stride + o * s.result_feature_stride;
        for (size_t d = 0; d < rank; ++d) to += y[d] * s.spatial[d].result_stride;
        const int64_t image = b + o / (s.output_features / s.batch_groups) * batch * (s.batch_groups > 1 ? 1 : 0);
        const int64_t first = s.feature_groups > 1 ? o / (s.output_features / s.feature_groups) * features : 0;
        std::vector<int64_t> w(rank, 0);
        for (bool inside_window = true; inside_window;) {
          int64_t from = image * s.lhs_batch_stride, weight = o * s.rhs_output_stride;
          bool inside = true;
          for (size_t d = 0; d < rank; ++d) {
            const SpatialDim& dim = s.spatial[d];
            const int64_t place = y[d] * dim.stride - dim.low + w[d] * dim.window_dilation;
            inside = inside && place >= 0 && place % dim.input_dilation == 0 && place / dim.input_dilation < dim.input;
            from += place / dim.input_dilation * dim.lhs_stride;
            weight += (dim.reversed ? dim.window - 1 - w[d] : w[d]) * dim.rhs_stride;
          }
          for (int64_t f = 0; inside && f < features; ++f) {
            sum +=
                static_cast<decltype(sum)>(arrays.lhs[static_cast<size_t>(from + (first + f) * s.lhs_feature_stride)]) *
                static_cast<decltype(sum)>(arrays.rhs[static_cast<size_t>(weight + f * s.rhs_input_stride)]);
          }
          inside_window = false;
          for (size_t d = rank; d-- > 0;) {
            if (++w[d] < s.spatial[d].window) {
              inside_window = true;
              break;
            }
            w[d] = 0;
          }
        }
        result[static_cast<size_t>(to)] = static_cast<T>(sum);
        more = false;
        for (size_t d = rank; d-- > 0;) {
          if (++y[d] < s.spatial[d].output) {
            more = true;
            break;
          }
          y[d] = 0;
        }
      }
    }
  }
  return result;
}

template <typename T>
void check(ConvolutionSpec& s, ElementType type) {
  s.lhs_type = s.rhs_type = s.result_type = type;
  std::vector<std::pair<int64_t, int64_t*>> lhs = {{s.batch, &s.lhs_batch_stride},
                                                   {s.input_features, &s.lhs_feature_stride}};
  std::vector<std::pair<int64_t, int64_t*>> rhs = {{s.input_features / s.feature_groups, &s.rhs_input_stride},
                                                   {s.output_features, &s.rhs_output_stride}};
  std::vector<std::pair<int64_t, int64_t*>> result = {{s.batch / s.batch_groups, &s.result_batch_stride},
                                                      {s.output_features, &s.result_feature_stride}};
  for (SpatialDim& dim : s.spatial) {
    lhs.emplace_back(dim.input, &dim.lhs_stride);
    rhs.emplace_back(dim.window, &dim.rhs_stride);
    result.emplace_back(dim.output, &dim.result_stride);
  }
  Arrays<T> arrays;
  arrays.lhs.resize(static_cast<size_t>(lay_out(lhs)));
  arrays.rhs.resize(static_cast<size_t>(lay_out(rhs)));
  arrays.result.resize(static_cast<size_t>(lay_out(result)));
  for (T& x : arrays.lhs) x = static_cast<T>(between(-9, 9));
  for (T& x : arrays.rhs) x = static_cast<T>(between(-9, 9));
  const std::vector<T> want = expected(s, arrays);
  const auto convolution = compile(s, Backend::kOwn);
  std::vector<std::byte> scratch(convolution->scratch_bytes() + 64);
  void* place = scratch.data();
  size_t space = scratch.size();
  std::align(64, convolution->scratch_bytes(), place, space);
  for (int64_t task = convolution->tasks(); task-- > 0;) {
    convolution->run(
        task, task + 1,
        {.lhs = arrays.lhs.data(), .rhs = arrays.rhs.data(), .result = arrays.result.data(), .scratch = place});
  }
  // Sums of small whole numbers are exact in f32 in any order.
  ASSERT_EQ(arrays.result, want);
}

SpatialDim made_up_dim(int64_t most) {
  SpatialDim dim;
  dim.input = between(1, most);
  dim.window = between(1, 4);
  dim.stride = between(1, 3);
  dim.low = between(-2, 3);
  dim.input_dilation = between(0, 2) == 0 ? between(2, 3) : 1;
  dim.window_dilation = between(0, 2) == 0 ? between(2, 3) : 1;
  dim.reversed = between(0, 3) == 0;
  const int64_t dilated = (dim.input - 1) * dim.input_dilation + 1 + dim.low + between(-2, 3);
  const int64_t reach = (dim.window - 1) * dim.window_dilation + 1;
  dim.output = dilated < reach ? 0 : (dilated - reach) / dim.stride + 1;
  return dim;
}

TEST(Convolution, AnyDimensionsStridesDilationsGroupsAndPadding) {
  int done = 0;
  for (int round = 0; round < 500; ++round) {
    ConvolutionSpec s;
    for (int64_t rank = between(0, 3); rank > 0; --rank) s.spatial.push_back(made_up_dim(rank > 2 ? 6 : 12));
    if (std::ranges::any_of(s.spatial, [](const SpatialDim& d) { return d.output == 0; })) continue;
    s.batch = between(1, 3);
    s.input_features = between(1, 5);
    s.output_features = between(1, 5);
    if (between(0, 2) == 0) {
      s.feature_groups = between(2, 3);
      s.input_features *= s.feature_groups;
      s.output_features *= s.feature_groups;
    } else if (between(0, 2) == 0) {
      s.batch_groups = between(2, 3);
      s.batch *= s.batch_groups;
      s.output_features *= s.batch_groups;
    }
    SCOPED_TRACE(round);
    ++done;
    if (round % 4 == 0) {
      check<int32_t>(s, ElementType::kS32);
    } else {
      check<float>(s, ElementType::kF32);
    }
    if (testing::Test::HasFailure()) return;
  }
  EXPECT_GT(done, 200);
}

TEST(Convolution, LargeOnesGoInBandsAndBlocksOfImages) {
  for (const auto& [batch, size] : {std::pair<int64_t, int64_t>{1, 70}, {3, 45}, {130, 7}}) {
    for (int64_t low : {0, 1}) {
      ConvolutionSpec s;
      s.batch = batch;
      s.input_features = 6;
      s.output_features = 5;
      for (int d = 0; d < 2; ++d) {
        s.spatial.push_back({.input = size, .window = 3, .output = size - 2 + 2 * low, .low = low});
      }
      check<float>(s, ElementType::kF32);
    }
  }
}

}  // namespace
}  // namespace partita::core::engine::product
