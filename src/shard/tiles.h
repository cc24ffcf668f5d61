// From HLO's device tile assignments to shardings on named meshes, and back; exact both ways.
//
// Both sides are read as digits of the device id. On mesh ["a"=2, "b"=4] (device = 4a + b)
//   devices=[4,1,2]<=[2,4]T(1,0) last_tile_dim_replicate
// has tile rows = id mod 4 and replicas = id div 4: it is [{"b"}, {}]. With iota orders nothing costs more than the
// digits.
//
// A program that has only tile assignments gets the coarsest mesh that has all boundaries they need: [8,1]<=[8] alone
// gets ["a"=8]; with [2,4]<=[8] beside it ["a"=2, "b"=4]. Assignments that do not fit together (2·3 against 3·2
// devices), that name other devices, or that order them in a way no digits express get meshes of their own.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/result.h"
#include "shard/sharding.h"
#include "shard/spelling_hlo.h"
#include "shard/tile_sharding.h"

namespace partita::core::shard {

// The sharding of a tensor of this rank. `unknown` is open in every dimension, all else is closed. Pieces of axes are
// used where a tile boundary falls into one. kShardingRank for another rank, kNotOnMesh where the mesh has other
// devices or another order of them than the tiles need. A maximal assignment is a sharding on its own maximal mesh.
Result<Sharding> to_sharding(const TileSharding& tile, int rank, const MeshPtr& mesh);
// The same for both spellings; a named one keeps its own mesh.
Result<Sharding> to_sharding(const HloLeaf& leaf, int rank, const MeshPtr& mesh);

// In canonical form (see canonical()), iota where possible. What HLO cannot express is dropped: priorities, pins, and
// openness except for a wholly open sharding, which is `unknown` (see unspecified_dims). kNotTiles for an unreduced
// max, min, …, and for an order that would need a list of more than kMaxListedDevices.
Result<TileSharding> to_tiles(const Sharding& sharding);
// HLO's V3 spelling, which expresses everything.
NamedSharding to_named(const Sharding& sharding);
// The open dimensions: what a custom call @Sharding lists as unspecified_dims beside its assignment.
std::vector<int64_t> unspecified_dims(const Sharding& sharding);

struct DerivedMeshes {
  std::vector<MeshPtr> meshes;   // meshes[0] is the program's main mesh; no maximal ones
  std::vector<MeshPtr> mesh_of;  // for each assignment given; the main mesh for those that name no devices
};
// Meshes that express the assignments. `device_count` is the number of partitions of the program (devices 0..n-1), or 0
// where it is not known: then the mesh of the most frequent assignment is the main one, iota orders before lists. The
// result does not depend on the order of assignments; where they do not fit together, more frequent ones decide.
DerivedMeshes derive_meshes(std::span<const TileSharding> tiles, int64_t device_count);

}  // namespace partita::core::shard

namespace partita::core {
using shard::DerivedMeshes;
}  // namespace partita::core
