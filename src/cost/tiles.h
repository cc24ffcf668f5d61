// Arrays in memory whose two minor dimensions are padded to whole tiles, as TPUs have them.
//
//   32x56x56x64 of f32 in tiles of 8x128      64 becomes 128; with 32 and 64 minor instead: 32 x 128, the same
//   1024x1024 of bf16                         tiles of 16x128: nothing is padded
#pragma once

#include <array>
#include <cstdint>

#include "ir/type.h"

namespace partita::core::cost {

// Bytes of a tensor, its dimensions in the order that pads least; `tile` is for elements of 32 bits, of narrower ones
// more rows make a tile. 0 for what is no tensor. `rows`, if it is a dimension, lies along the rows of a tile, of which
// there are tile[0] whatever the elements.
double padded_bytes(Type type, std::array<int64_t, 2> tile, int rows = -1);

}  // namespace partita::core::cost
