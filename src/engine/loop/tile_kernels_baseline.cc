// Tile kernels for what every machine has.
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>

#include "engine/loop/math.h"
#include "engine/loop/tile_kernels.h"
#include "ir/numeric/float_formats.h"

#define PARTITA_SET baseline
#define PARTITA_NAME "tiles"
#include "engine/loop/tile_kernels.inc"
