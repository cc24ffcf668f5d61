// HLO's spelling of shardings, as in `sharding={…}` of an instruction or mhlo.sharding = "{…}".
//
//   {replicated}  {manual}  {unreduced}  {unknown}  {maximal device=3}
//   {devices=[2,2]0,1,2,3}                                            V1, a list
//   {devices=[2,2]<=[4]}  {devices=[4,1,2]<=[2,4]T(1,0) last_tile_dim_replicate}   V2, iota
//   {devices=[1,2,2]<=[4] last_tile_dims={manual, replicated}}
//   {mesh['a'=2,'b'=4], device_ids=([4,2]T(1,0)), [{'a'}, {'b':(2)2, ?}], replicated={…}, unreduced=max{…}, manual={…}}
//   V3 {mesh['a'=2], replicated}  {mesh['a'=2], manual}  {maximal_mesh[device_id=3]}
//   {{replicated}, {maximal device=0}}                                a tuple
// with ` shard_as 1`, ` shard_like 1` and ` metadata={…}` behind any but tuples.
//
// Reading and writing again gives the same value and, for text as XLA writes it, the same text. Errors carry an offset
// as scanner.h describes.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/result.h"
#include "shard/sharding.h"
#include "shard/tile_sharding.h"

namespace partita::core::shard {

// The V3 spelling: names its own mesh.
struct NamedSharding {
  // kDims: `sharding` holds it. The others fit any rank.
  enum class Kind { kDims, kReplicated, kManual, kUnreduced, kMaximal };
  Kind kind = Kind::kReplicated;
  MeshPtr mesh;
  std::optional<Sharding> sharding;
  ShardGroup group;
  std::string metadata;
  friend bool operator==(const NamedSharding& a, const NamedSharding& b);
};

using HloLeaf = std::variant<TileSharding, NamedSharding>;

struct HloSharding {
  bool is_tuple = false;
  std::vector<HloLeaf> leaves;  // one unless it is a tuple
  friend bool operator==(const HloSharding&, const HloSharding&) = default;
};

Result<HloSharding> parse_hlo_sharding(std::string_view text, size_t* end = nullptr);

std::string to_text(const HloSharding& sharding);
std::string to_text(const HloLeaf& leaf);
std::string to_text(const TileSharding& tile);
std::string to_text(const NamedSharding& named);
// `mesh['a'=2,'b'=4]`, `, device_ids=(…)` behind it where there is an order; collectives use it too.
std::string hlo_mesh_text(const Mesh& mesh);

const ShardGroup& group_of(const HloLeaf& leaf);
const std::string& metadata_of(const HloLeaf& leaf);

}  // namespace partita::core::shard

namespace partita::core {
using shard::HloLeaf;
using shard::HloSharding;
using shard::NamedSharding;
}  // namespace partita::core
