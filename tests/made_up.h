// Tensors of made-up numbers, and comparisons, for tests of layers, optimizers and models.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "partita/tensor.h"

namespace partita {

using Doubles = std::vector<double>;

// Different numbers between -1 and 1.
inline Tensor made_up(const Shape& shape, int seed = 1, DType type = f32) {
  std::int64_t count = 1;
  for (std::int64_t size : shape.dims()) count *= size;
  Doubles all;
  for (std::int64_t i = 0; i < count; ++i) all.push_back(std::sin(1.7 * static_cast<double>(i) + seed));
  return Tensor::from_doubles(type, shape, all);
}

inline void expect_near(const Doubles& got, const Doubles& wanted, double tolerance = 1e-5) {
  ASSERT_EQ(got.size(), wanted.size());
  for (size_t i = 0; i < got.size(); ++i) EXPECT_NEAR(got[i], wanted[i], tolerance) << "element " << i;
}

}  // namespace partita
