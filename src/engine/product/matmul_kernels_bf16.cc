// Products of bf16 by processors that multiply pairs of them.
#include "engine/product/matmul_kernels.h"

#if defined(__x86_64__)
#include <immintrin.h>

#if defined(__clang__)
#define PARTITA_BEGIN_BF16                                                                                      \
  PARTITA_PRAGMA(clang attribute push(__attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,avx512bf16"))), \
                                      apply_to = function))
#define PARTITA_UNROLL _Pragma("clang loop unroll(full)")
#else
#define PARTITA_BEGIN_BF16         \
  PARTITA_PRAGMA(GCC push_options) \
  PARTITA_PRAGMA(GCC target("avx512f,avx512bw,avx512dq,avx512vl,avx512bf16,prefer-vector-width=512"))
#define PARTITA_UNROLL _Pragma("GCC unroll 16")
#endif

namespace partita::core::engine::product {
PARTITA_BEGIN_BF16
namespace {

constexpr int64_t kRows = 12, kLanes = 16, kColumns = 2 * kLanes;

void tile_of_pairs(const uint32_t* a, const uint32_t* b, float* c, int64_t c_stride, int64_t pairs, bool adds) {
  __m512 sums[kRows][2];
  PARTITA_UNROLL
  for (int64_t i = 0; i < kRows; ++i) sums[i][0] = sums[i][1] = _mm512_setzero_ps();
  for (int64_t p = 0; p < pairs; ++p, a += kRows, b += kColumns) {
    const __m512bh left = (__m512bh)_mm512_loadu_si512(b), right = (__m512bh)_mm512_loadu_si512(b + kLanes);
    PARTITA_UNROLL
    for (int64_t i = 0; i < kRows; ++i) {
      const __m512bh x = (__m512bh)_mm512_set1_epi32(static_cast<int>(a[i]));
      sums[i][0] = _mm512_dpbf16_ps(sums[i][0], x, left);
      sums[i][1] = _mm512_dpbf16_ps(sums[i][1], x, right);
    }
  }
  PARTITA_UNROLL
  for (int64_t i = 0; i < kRows; ++i) {
    float* row = c + i * c_stride;
    if (adds) {
      sums[i][0] = _mm512_add_ps(_mm512_loadu_ps(row), sums[i][0]);
      sums[i][1] = _mm512_add_ps(_mm512_loadu_ps(row + kLanes), sums[i][1]);
    }
    _mm512_storeu_ps(row, sums[i][0]);
    _mm512_storeu_ps(row + kLanes, sums[i][1]);
  }
}

}  // namespace
PARTITA_END_TARGET

const PairKernel* bf16_kernel() {
  static constexpr PairKernel kKernel = {
      .name = "own, AVX-512 BF16", .rows = kRows, .columns = kColumns, .tile = tile_of_pairs};
  return instruction_set() == InstructionSet::kAvx512 && __builtin_cpu_supports("avx512bf16") ? &kKernel : nullptr;
}

}  // namespace partita::core::engine::product

#undef PARTITA_UNROLL
#else

namespace partita::core::engine::product {
const PairKernel* bf16_kernel() { return nullptr; }
}  // namespace partita::core::engine::product

#endif
