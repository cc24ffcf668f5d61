// HLO's own representation of a sharding: an array of devices, one entry per tile.
//
//   {devices=[2,1,4]<=[8] last_tile_dim_replicate}
//     dims 2,1,4; devices 0..7 in order; one subgroup, replicated: a matrix with its rows in two tiles, each held by
//     four devices. The last `subgroups.size()` dims do not divide the tensor: their kind is what the devices along
//     them have in common.
//
// Kept as written, so that writing gives the text again; tiles.h converts it to and from Sharding.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "shard/device_order.h"

namespace partita::core::shard {

enum class TileKind { kReplicated, kManual, kUnreduced, kUnknown, kMaximal, kTiled };
// What devices along a subgroup dimension have to do with each other. The order is the canonical order of subgroups.
enum class SubgroupKind { kManual, kUnreduced, kReplicated };

// shard_as N: all of group N get one sharding; shard_like N: they influence each other.
struct ShardGroup {
  enum class Kind { kNone, kAs, kLike };
  Kind kind = Kind::kNone;
  int64_t id = 0;
  friend bool operator==(const ShardGroup&, const ShardGroup&) = default;
};

struct TileSharding {
  TileKind kind = TileKind::kReplicated;
  int64_t device = 0;                   // kMaximal
  std::vector<int64_t> dims;            // kTiled, subgroup dimensions included
  DeviceOrder order;                    // kTiled: row-major over dims
  std::vector<SubgroupKind> subgroups;  // kTiled: of the last dims
  ShardGroup group;
  std::string metadata;  // text behind `metadata=`, braces included; empty where there is none

  // Of the tensor; kTiled only.
  int rank() const { return static_cast<int>(dims.size() - subgroups.size()); }

  friend bool operator==(const TileSharding&, const TileSharding&) = default;
};

// kDeviceList where dims do not multiply to the devices, kShardingForm where there are more subgroups than dims.
Status check(const TileSharding& tile);

// For each dim the tile coordinate of a device, subgroup dims included; nothing where the device is not listed. kTiled.
std::optional<std::vector<int64_t>> tile_coordinates(const TileSharding& tile, int64_t device);

// The canonical one of all assignments that mean the same: subgroups of a kind made one, in the order of SubgroupKind,
// devices inside ordered by id, of size 1 dropped; lists written as iota where they are; an assignment that only
// replicates devices 0..n-1 is kReplicated, one that is wholly manual or unreduced is that. Group and metadata stay.
TileSharding canonical(const TileSharding& tile);

}  // namespace partita::core::shard

namespace partita::core {
using shard::ShardGroup;
using shard::TileKind;
using shard::TileSharding;
}  // namespace partita::core
