// Tile kernels for AVX-512.
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>

#include "engine/loop/math.h"
#include "engine/loop/tile_kernels.h"
#include "ir/numeric/float_formats.h"

#if defined(__x86_64__)
#define PARTITA_SET avx512
#define PARTITA_NAME "tiles, AVX-512"
PARTITA_BEGIN_AVX512
#include "engine/loop/tile_kernels.inc"
PARTITA_END_TARGET
#endif
