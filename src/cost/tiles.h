// Arrays in memory whose two minor dimensions are padded to whole tiles, as TPUs have them.
//
//   32x56x56x64 of f32 in tiles of 8x128      64 becomes 128; with 32 and 64 minor instead: 32 x 128, the same
//   1024x1024 of bf16                         tiles of 16x128: nothing is padded
//   8x64x64x32 of f32, its 32 divided by 8    4 become 128: each device holds as much as all of it
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "ir/type.h"

namespace partita::core::cost {

// How a value lies in memory, besides its elements.
struct MemoryForm {
  std::array<int64_t, 2> tile = {1, 1};  // for elements of 32 bits; of narrower ones more rows make a tile
  int8_t rows = -1;                      // the dimension along the rows of a tile, of which there are tile[0] then
                                         // whatever the elements; -1: any
  bool is_wide = false;                  // elements of 16 bits take 32

  bool is_dense() const { return tile[0] <= 1 && tile[1] <= 1 && !is_wide; }
  friend bool operator==(const MemoryForm&, const MemoryForm&) = default;
};

// Bytes in memory for each byte of the elements of a tensor of this shape, its dimensions in the order that pads least.
// The shape may be that of a shard: what choosing compares and what reports show is found here.
double memory_growth(ElementType element, std::span<const int64_t> dims, const MemoryForm& form);

// Bytes of a tensor in memory. 0 for what is no tensor.
double padded_bytes(Type type, const MemoryForm& form);

}  // namespace partita::core::cost
