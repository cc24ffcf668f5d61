#include "eval/ops/matrix_product.h"

#include <gtest/gtest.h>

#include <complex>
#include <vector>

namespace partita::core::eval {
namespace {

// Every element is a sum in ascending order of k, so that the result is the same to the last bit as that of three
// loops, whatever the sizes do to the blocks.
template <typename T>
void expect_plain_sums(ElementType type) {
  for (int64_t m : {0, 1, 3, 4, 5, 9}) {
    for (int64_t n : {0, 1, 2, 7, 8, 9, 17}) {
      for (int64_t k : {0, 1, 2, 13}) {
        std::vector<T> a(m * k), b(k * n), c(m * n);
        for (size_t i = 0; i < a.size(); ++i) a[i] = static_cast<T>(i * 7 % 11) / static_cast<T>(3);
        for (size_t i = 0; i < b.size(); ++i) b[i] = static_cast<T>(i * 5 % 13) / static_cast<T>(3);
        for (size_t i = 0; i < c.size(); ++i) c[i] = static_cast<T>(i % 3);
        std::vector<T> expected = c;
        for (int64_t i = 0; i < m; ++i) {
          for (int64_t j = 0; j < n; ++j) {
            T& sum = expected[i * n + j];
            for (int64_t p = 0; p < k; ++p) sum += a[i * k + p] * b[p * n + j];
          }
        }
        multiply_add(type, m, n, k, a.data(), b.data(), c.data());
        EXPECT_EQ(c, expected) << m << " " << n << " " << k;
      }
    }
  }
}

TEST(MatrixProduct, IsThePlainSumInEveryType) {
  expect_plain_sums<float>(ElementType::kF32);
  expect_plain_sums<double>(ElementType::kF64);
  expect_plain_sums<uint32_t>(ElementType::kU32);
  expect_plain_sums<uint64_t>(ElementType::kU64);
}

TEST(MatrixProduct, MultipliesComplexNumbers) {
  std::vector<std::complex<double>> a = {{1, 2}, {0, 1}}, b = {{3, 0}, {2, -1}}, c = {{10, 0}};
  multiply_add(ElementType::kC128, 1, 1, 2, a.data(), b.data(), c.data());
  EXPECT_EQ(c[0], std::complex<double>(14, 8));
}

TEST(MatrixProduct, ChoosesATypeThatLosesNothing) {
  EXPECT_EQ(product_type(ElementType::kBF16, ElementType::kBF16, ElementType::kBF16), ElementType::kF32);
  EXPECT_EQ(product_type(ElementType::kF8E4M3FN, ElementType::kF8E5M2, ElementType::kF64), ElementType::kF64);
  EXPECT_EQ(product_type(ElementType::kS8, ElementType::kS8, ElementType::kS8), ElementType::kU32);
  EXPECT_EQ(product_type(ElementType::kS8, ElementType::kS8, ElementType::kS64), ElementType::kU64);
  EXPECT_EQ(product_type(ElementType::kS32, ElementType::kS32, ElementType::kF32), ElementType::kF64);
  EXPECT_EQ(product_type(ElementType::kPred, ElementType::kPred, ElementType::kPred), ElementType::kU64);
  EXPECT_EQ(product_type(ElementType::kC64, ElementType::kF64, ElementType::kC128), ElementType::kC128);
}

}  // namespace
}  // namespace partita::core::eval
