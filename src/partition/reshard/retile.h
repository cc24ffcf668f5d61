// Moving the boundaries of tiles along a dimension that stays divided along the same axes.
//
//   n = 10 in 4 tiles, from (2·5, 2·3): [0,3) [3,5) [5,8) [8,10)   to (2·6, 2·3): [0,3) [3,6) [6,9) [9,10)
//   Tile 1 lacks element 5, which tile 2 has; tile 2 lacks 8, which tile 3 has: one hop of -1, one element wide.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace partita::core::partition::reshard {

// A level of tiles: `size` tiles of `tile` elements in each tile of the level above.
struct Level {
  int64_t size = 1;
  int64_t tile = 1;
  friend bool operator==(const Level&, const Level&) = default;
};

// Elements [begin, end) of the tile with this number. Empty tiles begin where their neighbour ends, so that beginnings
// never fall.
struct Interval {
  int64_t begin = 0;
  int64_t end = 0;
};
Interval tile_interval(std::span<const Level> levels, int64_t extent, int64_t number);

// Tile i receives up to `width` elements from what was tile i - shift.
struct Hop {
  int64_t shift = 0;
  int64_t width = 0;
  friend bool operator==(const Hop&, const Hop&) = default;
};

// The hops, by shift, without the one of shift 0. The sizes of both lists agree. Nothing where there would be more than
// kMaxHops, or where nested tiles are too many to look at one by one: a gather serves better there.
inline constexpr int kMaxHops = 16;
std::optional<std::vector<Hop>> retile_hops(std::span<const Level> from, std::span<const Level> to, int64_t extent);

}  // namespace partita::core::partition::reshard
