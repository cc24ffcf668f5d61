// Kernels of products for AVX-512.
#include <cstring>
#include <type_traits>

#if defined(__x86_64__)
#include <immintrin.h>

#include "engine/product/matmul_kernels.h"

#define PARTITA_SET avx512
#define PARTITA_NAME "own, AVX-512"
#define PARTITA_VECTOR_BYTES 64
#define PARTITA_TILE_ROWS 12
#define PARTITA_FMA_F32(a, b, c) _mm512_fmadd_ps(_mm512_set1_ps(a), b, c)
#define PARTITA_FMA_F64(a, b, c) _mm512_fmadd_pd(_mm512_set1_pd(a), b, c)
PARTITA_BEGIN_AVX512
#include "engine/product/matmul_kernels.inc"
PARTITA_END_TARGET
#endif
