// The vector kernels for AVX2.
#include <algorithm>
#include <bit>
#include <cstring>
#include <vector>

#include "measure/vector_kernels.h"

#if defined(__x86_64__)
#define PARTITA_SET avx2
#define PARTITA_TARGET __attribute__((target("avx2,fma")))
#define PARTITA_VECTOR_BYTES 32
#define PARTITA_TILE_ROWS 6
#include "measure/vector_kernels.inc"
#endif
