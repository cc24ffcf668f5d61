#include "eval/math/fft.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace partita::core::eval::math {
namespace {

template <typename T>
using Complex = std::complex<T>;

template <typename T>
std::vector<Complex<T>> random_line(size_t n) {
  std::mt19937 random(static_cast<unsigned>(n));
  std::normal_distribution<double> normal;
  std::vector<Complex<T>> line(n);
  for (Complex<T>& x : line) x = {static_cast<T>(normal(random)), static_cast<T>(normal(random))};
  return line;
}

// By the definition, in long double; without the factor 1/n.
template <typename T>
std::vector<Complex<T>> transform_by_definition(const std::vector<Complex<T>>& line, bool inverse) {
  const size_t n = line.size();
  std::vector<Complex<long double>> roots(n);
  for (size_t k = 0; k < n; ++k) {
    const long double turns = static_cast<long double>(k) / static_cast<long double>(n);
    roots[k] = std::polar(1.0L, (inverse ? 2 : -2) * 3.141592653589793238462643L * turns);
  }
  std::vector<Complex<T>> result(n);
  for (size_t k = 0; k < n; ++k) {
    Complex<long double> sum = 0;
    for (size_t j = 0; j < n; ++j) sum += Complex<long double>(line[j]) * roots[j * k % n];
    result[k] = {static_cast<T>(sum.real()), static_cast<T>(sum.imag())};
  }
  return result;
}

template <typename T>
double largest_difference(const std::vector<Complex<T>>& a, const std::vector<Complex<T>>& b) {
  double largest = 0;
  for (size_t i = 0; i < a.size(); ++i) largest = std::max(largest, static_cast<double>(std::abs(a[i] - b[i])));
  return largest;
}

// Errors grow as the root of the number of stages, relative to the norm; prime lengths add up one stage of n terms.
template <typename T>
double tolerance(size_t n) {
  return 20 * std::numeric_limits<T>::epsilon() * std::sqrt(static_cast<double>(n));
}

const std::vector<size_t> kLengths = [] {
  std::vector<size_t> lengths = {127, 128,  210,  243,    251,    256,     360,
                                 509, 1009, 1024, 2 * 53, 61 * 4, 13 * 17, 7 * 11 * 8};
  for (size_t n = 1; n <= 100; ++n) lengths.push_back(n);
  return lengths;
}();

template <typename T>
class Fft : public testing::Test {};
using Precisions = testing::Types<float, double>;
TYPED_TEST_SUITE(Fft, Precisions);

TYPED_TEST(Fft, EveryLengthAgreesWithTheDefinition) {
  using T = TypeParam;
  for (size_t n : kLengths) {
    const FftPlan<T> plan(n, FftPlan<T>::Domain::kComplex);
    const auto line = random_line<T>(n);
    for (bool inverse : {false, true}) {
      auto result = line;
      plan.transform(result.data(), inverse);
      EXPECT_LT(largest_difference(result, transform_by_definition(line, inverse)), tolerance<T>(n)) << n;
    }
  }
}

TYPED_TEST(Fft, RealLinesOfEveryLength) {
  using T = TypeParam;
  for (size_t n : kLengths) {
    const FftPlan<T> plan(n, FftPlan<T>::Domain::kReal);
    auto line = random_line<T>(n);
    std::vector<T> real(n), back(n);
    for (size_t i = 0; i < n; ++i) line[i] = real[i] = line[i].real();
    std::vector<Complex<T>> half(n / 2 + 1);
    plan.real_forward(real.data(), half.data());
    auto expected = transform_by_definition(line, false);
    expected.resize(half.size());
    EXPECT_LT(largest_difference(half, expected), tolerance<T>(n)) << n;
    half[0] += Complex<T>(0, 3);  // is ignored
    if (n % 2 == 0) half[n / 2] += Complex<T>(0, 3);
    plan.real_inverse(half.data(), back.data(), static_cast<T>(1.0 / static_cast<double>(n)));
    for (size_t i = 0; i < n; ++i) EXPECT_NEAR(back[i], real[i], 3 * tolerance<T>(n)) << n;
  }
}

TYPED_TEST(Fft, StridedLines) {
  using T = TypeParam;
  const FftPlan<T> plan(6, FftPlan<T>::Domain::kComplex);
  const auto line = random_line<T>(6), expected = transform_by_definition(line, false);
  std::vector<Complex<T>> spread(18, 7);
  for (size_t i = 0; i < 6; ++i) spread[3 * i + 1] = line[i];
  plan.transform(spread.data() + 1, false, T(1), 3);
  for (size_t i = 0; i < 6; ++i) {
    EXPECT_LT(std::abs(spread[3 * i + 1] - expected[i]), tolerance<T>(6));
    EXPECT_EQ(spread[3 * i].real(), 7);
  }
}

TYPED_TEST(Fft, BlocksOfThreeDimensions) {
  using T = TypeParam;
  const std::vector<size_t> lengths = {3, 4, 5};
  const auto blocks = random_line<T>(2 * 60);
  auto there_and_back = blocks;
  fft<T>(there_and_back.data(), 2, lengths, false);
  Complex<T> sum = 0;
  for (size_t i = 60; i < 120; ++i) sum += blocks[i];
  EXPECT_LT(std::abs(there_and_back[60] - sum), tolerance<T>(60)) << "the first number of a block is its sum";
  fft<T>(there_and_back.data(), 2, lengths, true);
  EXPECT_LT(largest_difference(there_and_back, blocks), tolerance<T>(60));

  std::vector<T> real(120), back(120);
  for (size_t i = 0; i < 120; ++i) real[i] = blocks[i].real();
  std::vector<Complex<T>> half(2 * 3 * 4 * 3), whole(real.begin(), real.end());
  real_fft<T>(real.data(), half.data(), 2, lengths);
  fft<T>(whole.data(), 2, lengths, false);
  for (size_t line = 0; line < 24; ++line) {
    for (size_t k = 0; k < 3; ++k) {
      EXPECT_LT(std::abs(half[3 * line + k] - whole[5 * line + k]), tolerance<T>(60));
    }
  }
  inverse_real_fft<T>(half, back.data(), 2, lengths);
  for (size_t i = 0; i < 120; ++i) EXPECT_NEAR(back[i], real[i], tolerance<T>(60));
}

TYPED_TEST(Fft, NothingToDo) {
  using T = TypeParam;
  const FftPlan<T> plan(0, FftPlan<T>::Domain::kReal);
  plan.transform(nullptr, false);
  plan.real_forward(nullptr, nullptr);
  plan.real_inverse(nullptr, nullptr, 1);
  const std::vector<size_t> lengths = {4, 5};
  fft<T>(nullptr, 0, lengths, true);
  inverse_real_fft<T>({}, nullptr, 0, lengths);
}

// The order of operations is part of the promise: these digits are those of the algorithm that was found to give XLA's.
TEST(FftBits, AreFixed) {
  std::vector<Complex<double>> line;
  for (int k = 0; k <= 16; ++k) line.emplace_back(1.0 / (k + 1), 0.1 * k);
  std::vector<double> result(33);
  const std::vector<size_t> lengths = {33};
  inverse_real_fft<double>(line, result.data(), 1, lengths);
  EXPECT_EQ(result[0], 0x1.6cdc5ed80e714p-3);
  EXPECT_EQ(result[7], -0x1.f27fceebfbac6p-5);
  EXPECT_EQ(result[32], 0x1.3b2028c66524cp-1);
}

}  // namespace
}  // namespace partita::core::eval::math
