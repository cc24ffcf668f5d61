// The order of devices inside the subgroups of a tile assignment means nothing; this puts it in a standard order.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "shard/device_order.h"
#include "shard/tile_sharding.h"

namespace partita {

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

}  // namespace partita
