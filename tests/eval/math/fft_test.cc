#include "eval/math/fft.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace partita::math {
namespace {

using Complex = std::complex<double>;

std::vector<Complex> random_line(size_t n) {
  std::mt19937 random(static_cast<unsigned>(n));
  std::normal_distribution<double> normal;
  std::vector<Complex> line(n);
  for (Complex& x : line) x = {normal(random), normal(random)};
  return line;
}

// By the definition, in long double.
std::vector<Complex> transform_by_definition(const std::vector<Complex>& line, bool inverse) {
  const size_t n = line.size();
  std::vector<Complex> result(n);
  for (size_t k = 0; k < n; ++k) {
    std::complex<long double> sum = 0;
    for (size_t j = 0; j < n; ++j) {
      const long double angle =
          (inverse ? 2 : -2) * 3.141592653589793238462643L * static_cast<long double>(j * k % n) / n;
      sum += std::complex<long double>(line[j]) * std::complex<long double>(std::cos(angle), std::sin(angle));
    }
    if (inverse) sum /= static_cast<long double>(n);
    result[k] = {static_cast<double>(sum.real()), static_cast<double>(sum.imag())};
  }
  return result;
}

double largest_difference(const std::vector<Complex>& a, const std::vector<Complex>& b) {
  double largest = 0;
  for (size_t i = 0; i < a.size(); ++i) largest = std::max(largest, std::abs(a[i] - b[i]));
  return largest;
}

TEST(Fft, EveryLengthAgreesWithTheDefinition) {
  std::vector<size_t> lengths = {127, 128, 210, 243, 251, 360, 509, 1009, 1024, 2 * 53, 61 * 4};
  for (size_t n = 1; n <= 100; ++n) lengths.push_back(n);
  FftPlan::Workspace workspace;
  for (size_t n : lengths) {
    const FftPlan plan(n);
    const std::vector<Complex> line = random_line(n);
    for (bool inverse : {false, true}) {
      std::vector<Complex> result = line;
      plan.transform(result.data(), inverse, workspace);
      const double scale = inverse ? 1 / std::sqrt(n) : std::sqrt(n);
      EXPECT_LT(largest_difference(result, transform_by_definition(line, inverse)), 5e-15 * scale * 4) << n;
    }
  }
}

TEST(Fft, InverseUndoesForward) {
  FftPlan::Workspace workspace;
  for (size_t n : {1u << 16, 100003u, 30030u}) {
    const FftPlan plan(n);
    const std::vector<Complex> line = random_line(n);
    std::vector<Complex> result = line;
    plan.transform(result.data(), false, workspace);
    plan.transform(result.data(), true, workspace);
    EXPECT_LT(largest_difference(result, line), 1e-13) << n;
  }
}

TEST(Fft, StridedLines) {
  const FftPlan plan(6);
  const std::vector<Complex> line = random_line(6), expected = transform_by_definition(line, false);
  std::vector<Complex> spread(18, 7.0);
  for (size_t i = 0; i < 6; ++i) spread[3 * i + 1] = line[i];
  FftPlan::Workspace workspace;
  plan.transform(spread.data() + 1, false, workspace, 3);
  for (size_t i = 0; i < 6; ++i) {
    EXPECT_LT(std::abs(spread[3 * i + 1] - expected[i]), 1e-14);
    EXPECT_EQ(spread[3 * i], 7.0);
  }
}

TEST(Fft, RealLines) {
  FftPlan::Workspace workspace;
  for (size_t n : {1, 2, 3, 8, 17, 32, 33, 106}) {
    const FftPlan plan(n);
    std::vector<Complex> line = random_line(n);
    std::vector<double> real(n), back(n);
    for (size_t i = 0; i < n; ++i) line[i] = real[i] = line[i].real();
    std::vector<Complex> half(n / 2 + 1);
    plan.real_forward(real.data(), half.data(), workspace);
    const std::vector<Complex> expected = transform_by_definition(line, false);
    for (size_t k = 0; k < half.size(); ++k) EXPECT_LT(std::abs(half[k] - expected[k]), 1e-12);
    half[0] += Complex(0, 3);  // does not count
    if (n % 2 == 0) half[n / 2] += Complex(0, 3);
    plan.real_inverse(half.data(), back.data(), workspace);
    for (size_t i = 0; i < n; ++i) EXPECT_NEAR(back[i], real[i], 1e-13) << n;
  }
}

TEST(Fft, NothingToDo) {
  const FftPlan plan(0);
  FftPlan::Workspace workspace;
  plan.transform(nullptr, false, workspace);
  plan.real_inverse(nullptr, nullptr, workspace);
}

}  // namespace
}  // namespace partita::math
