// A block of kRows x kColumns sums stays in registers while k runs. Columns of b are packed side by side first, so that
// the inner loop reads both operands in order:
//
//   b (k x n)   ┌──┬──┬──┐      panel 0: b[0][0..7] b[1][0..7] …      the last panel is filled up with zeros
//               │ 0│ 1│ 2│
//               └──┴──┴──┘
#include "eval/ops/matrix_product.h"

#include <algorithm>
#include <cstring>
#include <vector>

namespace partita::core::eval {
namespace {

template <typename T>
struct Lanes {
  typedef T Pack __attribute__((vector_size(16)));  // NOLINT(modernize-use-using): the attribute wants a typedef
  static constexpr int kLanes = 16 / sizeof(T);
};

constexpr int kRows = 4;
constexpr int kPacks = 2;

// Sums of kRows rows of a (which may be the same row again, at the lower edge) with one panel.
template <typename T>
void block(int64_t k, const T* const rows[kRows], const T* panel, T* sums) {
  using Pack = typename Lanes<T>::Pack;
  constexpr int kLanes = Lanes<T>::kLanes;
  Pack acc[kRows][kPacks];
  std::memcpy(acc, sums, sizeof acc);
  for (int64_t i = 0; i < k; ++i) {
    Pack b0, b1;
    std::memcpy(&b0, panel, sizeof b0);
    std::memcpy(&b1, panel + kLanes, sizeof b1);
    panel += kPacks * kLanes;
#pragma GCC unroll 4
    for (int r = 0; r < kRows; ++r) {
      T a = rows[r][i];
      acc[r][0] += a * b0;
      acc[r][1] += a * b1;
    }
  }
  std::memcpy(sums, acc, sizeof acc);
}

template <typename T>
void real_product(int64_t m, int64_t n, int64_t k, const T* a, const T* b, T* c) {
  constexpr int64_t kColumns = kPacks * Lanes<T>::kLanes;
  std::vector<T> panel(k * kColumns);
  for (int64_t j = 0; j < n; j += kColumns) {
    int64_t columns = std::min(kColumns, n - j);
    for (int64_t i = 0; i < k; ++i) {
      std::copy_n(b + i * n + j, columns, panel.data() + i * kColumns);
      std::fill_n(panel.data() + i * kColumns + columns, kColumns - columns, T{});
    }
    for (int64_t i = 0; i < m; i += kRows) {
      int64_t count = std::min<int64_t>(kRows, m - i);
      const T* rows[kRows];
      T sums[kRows * kColumns] = {};
      for (int64_t r = 0; r < kRows; ++r) rows[r] = a + (i + std::min(r, count - 1)) * k;
      for (int64_t r = 0; r < count; ++r) std::copy_n(c + (i + r) * n + j, columns, sums + r * kColumns);
      block(k, rows, panel.data(), sums);
      for (int64_t r = 0; r < count; ++r) std::copy_n(sums + r * kColumns, columns, c + (i + r) * n + j);
    }
  }
}

// Complex numbers as pairs; std::complex would look for infinities in every product.
template <typename T>
void complex_product(int64_t m, int64_t n, int64_t k, const T* a, const T* b, T* c) {
  for (int64_t i = 0; i < m; ++i) {
    T* row = c + i * n * 2;
    for (int64_t p = 0; p < k; ++p) {
      T re = a[(i * k + p) * 2], im = a[(i * k + p) * 2 + 1];
      const T* other = b + p * n * 2;
      for (int64_t j = 0; j < n; ++j) {
        row[2 * j] += re * other[2 * j] - im * other[2 * j + 1];
        row[2 * j + 1] += re * other[2 * j + 1] + im * other[2 * j];
      }
    }
  }
}

template <typename T>
const T* as(const void* p) {
  return static_cast<const T*>(p);
}

}  // namespace

ElementType product_type(ElementType lhs, ElementType rhs, ElementType result) {
  ElementType types[] = {lhs, rhs, result};
  bool complex = std::ranges::any_of(types, ir::is_complex);
  bool real = std::ranges::any_of(types, ir::is_float);
  bool wide = std::ranges::any_of(types, [](ElementType t) { return bit_width(part_type(t)) > 32; });
  if (complex) return wide ? ElementType::kC128 : ElementType::kC64;
  // Integers of 32 bits summed as floats need more than f32 has.
  if (real) return wide || (is_integer(lhs) && bit_width(lhs) > 16) ? ElementType::kF64 : ElementType::kF32;
  return wide || result == ElementType::kPred ? ElementType::kU64 : ElementType::kU32;
}

void multiply_add(ElementType type, int64_t m, int64_t n, int64_t k, const void* a, const void* b, void* c) {
  switch (type) {
    case ElementType::kF32: return real_product(m, n, k, as<float>(a), as<float>(b), static_cast<float*>(c));
    case ElementType::kF64: return real_product(m, n, k, as<double>(a), as<double>(b), static_cast<double*>(c));
    case ElementType::kU32: return real_product(m, n, k, as<uint32_t>(a), as<uint32_t>(b), static_cast<uint32_t*>(c));
    case ElementType::kU64: return real_product(m, n, k, as<uint64_t>(a), as<uint64_t>(b), static_cast<uint64_t*>(c));
    case ElementType::kC64: return complex_product(m, n, k, as<float>(a), as<float>(b), static_cast<float*>(c));
    default: return complex_product(m, n, k, as<double>(a), as<double>(b), static_cast<double*>(c));
  }
}

}  // namespace partita::core::eval
