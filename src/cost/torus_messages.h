// The messages of a permute on a torus: each goes along one dimension after the other, the shorter way, and the busiest
// link is what is waited for.
//
//   8 chips on a line, each to the next, the last to the first:   0>1>2>…>7 one way, 7>…>0 the other; 1 on each link
//
// Moves that are alike for all values of a digit, as those along one axis are along all others, are followed once: what
// they share links with is known. So time does not depend on devices that the moves are not about.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "cost/layout.h"
#include "cost/topology.h"
#include "ir/device_pairs.h"

namespace partita::core::cost {

// Between positions of the layout's axes: sources and targets in turn.
std::vector<GroupPlace::OnLinks> routed_pairs(const Layout& layout, std::span<const int64_t> positions);
// The same of moves between ids. `ids` are the digits position -> id. Nothing where the digits of moves, ids and layout
// do not end in the same places.
std::optional<std::vector<GroupPlace::OnLinks>> routed_moves(const Layout& layout, const ir::DeviceMoves& moves,
                                                             const Digits& ids);

// Pairs that routed_moves follows, at the most.
double followed_pairs(const ir::DeviceMoves& moves);

}  // namespace partita::core::cost
