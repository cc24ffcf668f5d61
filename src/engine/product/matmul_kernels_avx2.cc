// Kernels of products for AVX2.
#include <cstring>
#include <type_traits>

#if defined(__x86_64__)
#include <immintrin.h>

#include "engine/product/matmul_kernels.h"

#define PARTITA_SET avx2
#define PARTITA_NAME "own, AVX2"
#define PARTITA_VECTOR_BYTES 32
#define PARTITA_TILE_ROWS 6
#define PARTITA_FMA_F32(a, b, c) _mm256_fmadd_ps(_mm256_set1_ps(a), b, c)
#define PARTITA_FMA_F64(a, b, c) _mm256_fmadd_pd(_mm256_set1_pd(a), b, c)
PARTITA_BEGIN_AVX2
#include "engine/product/matmul_kernels.inc"
PARTITA_END_TARGET
#endif
