// Products of few rows for AVX2.
#include "engine/product/few_rows.h"

#if defined(__x86_64__)
#include <immintrin.h>

#define PARTITA_SET avx2
#define PARTITA_VECTOR __m256
#define PARTITA_VECTOR_LOAD(from) _mm256_loadu_ps(from)
#define PARTITA_VECTOR_STORE(to, x) _mm256_storeu_ps(to, x)
#define PARTITA_VECTOR_ZERO() _mm256_setzero_ps()
#define PARTITA_VECTOR_FMA(a, b, c) _mm256_fmadd_ps(_mm256_set1_ps(a), b, c)
PARTITA_BEGIN_AVX2
#include "engine/product/few_rows_kernels.inc"
PARTITA_END_TARGET
#endif
