// Elementary functions over samples of all floats: within 2 units in the last place, zeros keep their sign.
#include "engine/loop/math.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>

namespace partita::core::engine::loop {
namespace {

int64_t ordered(float x) {
  const auto bits = std::bit_cast<uint32_t>(x);
  return (bits >> 31) != 0 ? -static_cast<int64_t>(bits & 0x7fffffffu) : static_cast<int64_t>(bits);
}

template <typename Ours, typename Exact>
void expect_close(const char* name, Ours&& ours, Exact&& exact, float limit = INFINITY) {
  int64_t worst = 0;
  for (uint64_t bits = 0; bits < (uint64_t{1} << 32); bits += 65521) {
    const auto x = std::bit_cast<float>(static_cast<uint32_t>(bits));
    if (std::fabs(x) > limit) continue;
    const float found = ours(x);
    const auto want = static_cast<float>(exact(static_cast<double>(x)));
    ASSERT_EQ(std::isnan(found), std::isnan(want)) << name << " of " << x;
    if (std::isnan(want)) continue;
    if (want == 0 && found == 0) {
      ASSERT_EQ(std::signbit(found), std::signbit(want)) << name << " of " << x;
    }
    worst = std::max<int64_t>(worst, std::llabs(ordered(found) - ordered(want)));
    ASSERT_LE(worst, 2) << name << " of " << x << " is " << found << ", not " << want;
  }
}

TEST(EngineMath, WithinTwoUnitsInTheLastPlace) {
  expect_close("exp", [](float x) { return lane::exp(x); }, [](double x) { return std::exp(x); });
  expect_close("expm1", [](float x) { return lane::expm1(x); }, [](double x) { return std::expm1(x); });
  expect_close("log", [](float x) { return lane::log(x); }, [](double x) { return std::log(x); });
  expect_close("log1p", [](float x) { return lane::log1p(x); }, [](double x) { return std::log1p(x); });
  expect_close("tanh", [](float x) { return lane::tanh(x); }, [](double x) { return std::tanh(x); });
  expect_close("logistic", [](float x) { return lane::logistic(x); }, [](double x) { return 1 / (1 + std::exp(-x)); });
  expect_close("erf", [](float x) { return lane::erf(x); }, [](double x) { return std::erf(x); });
  expect_close("rsqrt", [](float x) { return lane::rsqrt(x); }, [](double x) { return 1 / std::sqrt(x); });
  expect_close("sin", [](float x) { return lane::sin(x); }, [](double x) { return std::sin(x); }, lane::kLargestAngle);
  expect_close("cos", [](float x) { return lane::cos(x); }, [](double x) { return std::cos(x); }, lane::kLargestAngle);
}

}  // namespace
}  // namespace partita::core::engine::loop
