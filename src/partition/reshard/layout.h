// Where every element of a tensor is between two steps of a plan: shardings, and intermediate states that are none.
//
// A dimension's index is read as digits, major to minor: first digit = index / tile 1, the rest index % tile 1 goes on
// to the second. A digit belongs to an axis (each device holds the elements of one value of it) or is local (each
// device holds all of its values). With n = 10 on ["x"=2, "y"=2]:
//
//   sharding {x, y}     digits (2, tile 6, x) (2, tile 3, y)    devices hold [0,3) [3,6) [6,9) [9,10)
//   gathered along y    digits (2, tile 6, x)                   [0,6) [6,10): no sharding, {x} is [0,5) [5,10)
//   x moved elsewhere   digits (2, tile 6)    (2, tile 3, y)    y=0 holds [0,3) and [6,9): no sharding either
//
// Tiles may clip: 2 · 6 > 10. Positions beyond the tile above, or beyond n, are padding and hold garbage.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "shard/sharding.h"

namespace partita::core::partition::reshard {

struct TileDigit {
  int64_t size = 1;
  int64_t tile = 1;            // elements of the dimension for each value of the digit
  AxisRef owner = {-1, 1, 0};  // of the digit's size
  bool is_local() const { return owner.axis < 0; }
  friend bool operator==(const TileDigit&, const TileDigit&) = default;
};

struct DimLayout {
  int64_t extent = 0;
  std::vector<TileDigit> digits;  // local digits at the end mean nothing: they are part of the innermost tile

  // Digits up to the last owned one; only these shape what a device holds.
  size_t held_digits() const;
  // What each device holds, padding included: its local digits one after the other, then the tile of the last digit.
  int64_t local_size() const;
  friend bool operator==(const DimLayout&, const DimLayout&) = default;
};

struct Layout {
  MeshPtr mesh;
  std::vector<DimLayout> dims;
  AxisRefs unreduced;
  ReductionKind reduction = ReductionKind::kSum;
  AxisRefs manual;

  std::vector<int64_t> local_shape() const;
};

// The digits of a sharding; a maximal one has none.
Layout layout_of(const Sharding& sharding, std::span<const int64_t> shape);

// The element at a position of what a device with these coordinates holds; -1 where it is padding.
int64_t element_at(const Mesh& mesh, const DimLayout& dim, std::span<const int64_t> coordinates, int64_t position);

// [2·6:x 2·3:y, -] unreduced sum(z)
std::string to_string(const Layout& layout);

}  // namespace partita::core::partition::reshard
