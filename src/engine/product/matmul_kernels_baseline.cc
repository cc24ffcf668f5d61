// Kernels of products for what every machine has.
#include <cstring>
#include <type_traits>

#include "engine/product/matmul_kernels.h"

#define PARTITA_SET baseline
#define PARTITA_NAME "own"
#define PARTITA_VECTOR_BYTES 16
#define PARTITA_TILE_ROWS 4
#include "engine/product/matmul_kernels.inc"
