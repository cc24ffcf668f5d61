// A completion written onto its program: every value gets its sharding as an attribute, in the spelling asked for.
//
//   %h = dot_general %x, %w      %h = dot_general %x, %w {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"},
//   {}]>]>}
//                                %h = dot_general %x, %w {mhlo.sharding = "{devices=[4,1,2]<=[8]
//                                last_tile_dim_replicate}"}
//
// What hints said is replaced: constraints carry what was completed, nothing is open any more, groups are resolved.
#pragma once

#include "complete/completion.h"

namespace partita::core::complete {

enum class ShardingSpelling : uint8_t {
  kSdy,    // axes by name
  kTiles,  // HLO's tile assignments; its mesh form for what tiles cannot say
};

// The module's own spelling: tiles for HLO and for StableHLO that has hints and no mesh, sdy otherwise.
ShardingSpelling own_spelling(const Module& module, const Completion& completion);

// Meshes that the attributes name are declared, and the number of devices is said where it was not. In kSdy values
// inside of manual code that HLO's calls spell keep tiles: sdy has no words for them.
void attach(Module& module, Function& entry, const Completion& completion, ShardingSpelling spelling);

}  // namespace partita::core::complete

namespace partita::core {
using complete::ShardingSpelling;
}  // namespace partita::core
