// Tile kernels for AVX2.
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>

#include "engine/loop/math.h"
#include "engine/loop/tile_kernels.h"
#include "ir/numeric/float_formats.h"

#if defined(__x86_64__)
#define PARTITA_SET avx2
#define PARTITA_NAME "tiles, AVX2"
PARTITA_BEGIN_AVX2
#include "engine/loop/tile_kernels.inc"
PARTITA_END_TARGET
#endif
