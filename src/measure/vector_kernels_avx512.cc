// The vector kernels for AVX-512.
#include <algorithm>
#include <bit>
#include <cstring>
#include <vector>

#include "measure/vector_kernels.h"

#if defined(__x86_64__)
#define PARTITA_SET avx512
#define PARTITA_TARGET __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,avx2,fma")))
#define PARTITA_VECTOR_BYTES 64
#define PARTITA_TILE_ROWS 12
#include "measure/vector_kernels.inc"
#endif
