// Convolutions divided along any of their dimensions.
#include <gtest/gtest.h>

#include <algorithm>

#include "differential.h"
#include "random_cases.h"

namespace partita::core::partition {
namespace {

using Dims = std::vector<int64_t>;

std::string list(const Dims& numbers) {
  std::string text;
  for (int64_t n : numbers) text += (text.empty() ? "" : ", ") + std::to_string(n);
  return text;
}

struct Spatial {
  int64_t size, window, stride, low, high, base, dilation;
  bool reversal;

  int64_t outputs() const {
    int64_t padded = (size == 0 ? 0 : (size - 1) * base + 1) + low + high, span = (window - 1) * dilation + 1;
    return padded <= 0 || padded < span ? 0 : (padded - span) / stride + 1;
  }
};

struct Convolution {
  int64_t batch = 1, feature = 1, out = 1, feature_groups = 1, batch_groups = 1;
  std::vector<Spatial> space;

  // Batch and feature before the spatial dimensions, as frameworks for GPUs have it.
  std::string text(const std::string& mesh, const std::string& lhs_sharding, const std::string& kernel_sharding,
                   const std::string& result_sharding) const {
    Dims lhs = {batch, feature}, kernel = {feature / feature_groups, out}, result = {batch / batch_groups, out};
    Dims strides, base, dilation;
    std::string padding, reversal, labels;
    for (size_t i = 0; i < space.size(); ++i) {
      const Spatial& s = space[i];
      lhs.push_back(s.size);
      kernel.push_back(s.window);
      result.push_back(s.outputs());
      strides.push_back(s.stride);
      base.push_back(s.base);
      dilation.push_back(s.dilation);
      padding += (i > 0 ? ", [" : "[") + std::to_string(s.low) + ", " + std::to_string(s.high) + "]";
      reversal += (i > 0 ? ", " : "") + std::string(s.reversal ? "true" : "false");
      labels += ", " + std::to_string(i);
    }
    std::string a = RandomCase::type(lhs, "f32"), k = RandomCase::type(kernel, "f32"),
                r = RandomCase::type(result, "f32");
    return mesh + "func.func @main(%a: " + a + lhs_sharding + ", %k: " + k + kernel_sharding + ") -> (" + r +
           result_sharding + ") {\n  %r = stablehlo.convolution(%a, %k) dim_numbers = [b, f" + labels + "]x[i, o" +
           labels + "]->[b, f" + labels + "], window = {stride = [" + list(strides) + "], pad = [" + padding +
           "], lhs_dilate = [" + list(base) + "], rhs_dilate = [" + list(dilation) + "], reverse = [" + reversal +
           "]} {batch_group_count = " + std::to_string(batch_groups) +
           " : i64, feature_group_count = " + std::to_string(feature_groups) + " : i64} : (" + a + ", " + k + ") -> " +
           r + "\n  return %r : " + r + "\n}\n";
  }
};

Spatial random_space(RandomCase& random, bool gradient) {
  Spatial s{};
  const int64_t n = random.between(2, 9);
  // A batch dimension in disguise, and a dimension of the kernel alone.
  if (random.below(8) == 0) return {n, n, n - 1, 0, 0, n, 1, false};
  if (random.below(8) == 0) return {1, n, 1, n - 1, n - 1, 1, 1, true};
  do {
    s.size = random.between(random.below(10) == 0 ? 0 : 1, 16);
    s.window = random.between(1, 5);
    s.stride = random.below(2) == 0 ? 1 : random.between(1, 3);
    s.low = random.below(2) == 0 ? 0 : random.between(-2, 4);
    s.high = random.below(2) == 0 ? 0 : random.between(-2, 4);
    s.base = random.below(2) == 0 ? 1 : random.between(1, 4);
    s.dilation = random.below(2) == 0 ? 1 : random.between(1, 3);
    s.reversal = random.below(4) == 0;
    // Of a filter: a window about as large as the input, few outputs.
    if (gradient) s.window = std::max<int64_t>(1, ((s.size - 1) * s.base + 1 + s.low + s.high - 1) / s.dilation - 1);
  } while (s.outputs() < (random.below(10) == 0 ? 0 : 1));
  return s;
}

std::string sharded(const std::string& sharding) { return " {sdy.sharding = " + sharding + "}"; }

void run(uint64_t seed, RandomCase& random, const Convolution& c) {
  const int rank = 2 + std::ssize(c.space);
  std::string lhs = sharded(random.sharding(rank)), kernel = sharded(random.sharding(rank)),
              result = sharded(random.sharding(rank));
  if (random.below(2) == 0) result = lhs;
  if (random.below(3) == 0) kernel = lhs;
  ASSERT_EQ(differential(c.text(random.mesh(), lhs, kernel, result), seed), "");
}

TEST(ConvolutionLowering, Windows) {
  for (uint64_t seed = 0; seed < 600; ++seed) {
    RandomCase random(seed);
    Convolution c;
    c.batch = random.between(1, 5);
    c.feature = random.below(2) == 0 ? random.between(1, 6) : 60;
    c.out = random.between(1, 6);
    for (int64_t i = 0, n = random.between(1, 2); i < n; ++i) c.space.push_back(random_space(random, false));
    ASSERT_NO_FATAL_FAILURE(run(seed, random, c));
  }
}

TEST(ConvolutionLowering, GradientsOfKernels) {
  for (uint64_t seed = 0; seed < 400; ++seed) {
    RandomCase random(seed);
    Convolution c;
    c.batch = random.between(1, 4);
    c.feature = random.below(2) == 0 ? random.between(1, 6) : 60;
    c.out = random.between(1, 6);
    for (int64_t i = 0, n = random.between(1, 2); i < n; ++i) c.space.push_back(random_space(random, true));
    ASSERT_NO_FATAL_FAILURE(run(seed, random, c));
  }
}

TEST(ConvolutionLowering, Groups) {
  for (uint64_t seed = 0; seed < 500; ++seed) {
    RandomCase random(seed);
    Convolution c;
    const int64_t groups = random.between(2, 7);
    c.batch = random.between(1, 3);
    c.feature = random.between(1, 4);
    c.out = groups * random.between(1, 4);
    if (random.below(2) == 0) {
      c.feature_groups = groups;
      c.feature *= groups;
    } else {
      c.batch_groups = groups;
      c.batch *= groups;
    }
    c.space.push_back(random_space(random, random.below(4) == 0));
    ASSERT_NO_FATAL_FAILURE(run(seed, random, c));
  }
}

// Every case of sizes, paddings, dilations and reversal of one dimension on 2 and 3 devices, by the dozen.
TEST(ConvolutionLowering, OneDimensionThoroughly) {
  uint64_t seed = 0;
  for (int64_t size : {5, 6, 7}) {
    for (int64_t window : {1, 2, 3, 6}) {
      for (int64_t base : {1, 2, 3}) {
        for (int64_t stride : {1, 2}) {
          for (int64_t low : {-1, 0, 2}) {
            Spatial s{size, window, stride, low, window / 2, base, 1 + (low == 2), window == 3};
            if (s.outputs() < 1) continue;
            Convolution c{.batch = 2, .feature = 70, .out = 2, .space = {s}};
            const std::string mesh = "sdy.mesh @m = <[\"x\"=" + std::to_string(2 + seed % 2) + "]>\n";
            const std::string x = sharded("#sdy.sharding<@m, [{}, {}, {\"x\"}]>");
            ASSERT_EQ(differential(c.text(mesh, x, s.window > s.outputs() ? x : "", x), ++seed), "");
          }
        }
      }
    }
  }
}

}  // namespace
}  // namespace partita::core::partition
