// The vector kernels for what every machine has: on x86-64, SSE2.
#include <algorithm>
#include <bit>
#include <cstring>
#include <vector>

#include "measure/vector_kernels.h"

#define PARTITA_SET baseline
#define PARTITA_TARGET
#define PARTITA_VECTOR_BYTES 16
#define PARTITA_TILE_ROWS 5
#include "measure/vector_kernels.inc"
