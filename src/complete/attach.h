// A completion written onto its program: every value gets its sharding as an attribute, in the spelling asked for.
//
//   %h = dot_general %x, %w      kSdy:    {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>}
//                                kTiles:  {mhlo.sharding = "{devices=[4,1,2]<=[8] last_tile_dim_replicate}"}
//
// Hints are replaced: constraints carry the completed sharding, all dimensions are closed, groups are resolved.
#pragma once

#include "complete/completion.h"

namespace partita::core::complete {

enum class ShardingSpelling : uint8_t {
  kSdy,    // axes by name
  kTiles,  // HLO's tile assignments; its V3 (mesh) spelling where tiles cannot express the sharding
};

// The module's own spelling: tiles for HLO and for StableHLO that has hints and no mesh, sdy otherwise.
ShardingSpelling own_spelling(const Module& module, const Completion& completion);

// Meshes that the attributes name are declared, and the number of devices is written where it was missing. In kSdy
// values inside of manual code that HLO spells with calls keep tiles: sdy has no notation for them.
void attach(Module& module, Function& entry, const Completion& completion, ShardingSpelling spelling);

}  // namespace partita::core::complete

namespace partita::core {
using complete::ShardingSpelling;
}  // namespace partita::core
