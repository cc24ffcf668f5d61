// Tile assignments with their subgroups in a standard order, since the order of devices inside a subgroup means
// nothing, and their relation to an order of devices. For tile_sharding.cc, tiles.cc and derive_meshes.cc.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "shard/device_order.h"
#include "shard/tile_sharding.h"

namespace partita::core::shard {

inline constexpr std::array<SubgroupKind, 3> kSubgroupKinds = {SubgroupKind::kManual, SubgroupKind::kUnreduced,
                                                               SubgroupKind::kReplicated};

// A tile assignment with dims [tile_dims…, manual, unreduced, replicated], sizes of absent kinds 1.
struct GroupedTiles {
  std::vector<int64_t> tile_dims;
  std::array<int64_t, 3> sizes = {1, 1, 1};
  DeviceOrder order;
};

// Within each tile the devices of a subgroup are in ascending order, as far as subgroups of other kinds allow: for
//   [2,1,2]0,1,3,2 last_tile_dim_replicate   the order is 0,1,2,3.
// `tile` is kTiled and checked. Symbolic where the assignment is and its digits allow; never lists otherwise than
// given.
GroupedTiles grouped_tiles(const TileSharding& tile);

// As above with ids replaced by numbers that mean more to the caller, say positions in a mesh: numbers[i] for the
// device at position i of the assignment.
GroupedTiles grouped_tiles(const TileSharding& tile, const std::vector<int64_t>& numbers);
// The same for digits position -> number.
GroupedTiles grouped_tiles(const TileSharding& tile, const Digits& digits);

// The assignment with devices numbered by their position in `base`: `order` then maps an assignment position to a base
// position, and is symbolic. Nothing where base has other devices, or where the two do not relate by digits.
std::optional<GroupedTiles> grouped_on(const TileSharding& tile, const DeviceOrder& base);

// The digits of each dim, [tile_dims…, manual, unreduced, replicated]; nothing where the boundary of a dim falls into a
// digit and does not divide it. `digits` are those of the order, or these split further.
std::optional<std::vector<Digits>> digits_by_dim(const GroupedTiles& grouped, Digits digits);

}  // namespace partita::core::shard
