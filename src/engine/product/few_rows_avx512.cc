// Products of few rows for AVX-512.
#include "engine/product/few_rows.h"

#if defined(__x86_64__)
#include <immintrin.h>

#define PARTITA_SET avx512
#define PARTITA_VECTOR __m512
#define PARTITA_VECTOR_LOAD(from) _mm512_loadu_ps(from)
#define PARTITA_VECTOR_STORE(to, x) _mm512_storeu_ps(to, x)
#define PARTITA_VECTOR_ZERO() _mm512_setzero_ps()
#define PARTITA_VECTOR_FMA(a, b, c) _mm512_fmadd_ps(_mm512_set1_ps(a), b, c)
PARTITA_BEGIN_AVX512
#include "engine/product/few_rows_kernels.inc"
PARTITA_END_TARGET
#endif
