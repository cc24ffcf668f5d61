// Groups of devices on a torus, and how long their collectives take there. topology.h has the formulas.
//
//   a dimension of 8 chips, l=4 outermost and y=2 within:   0 1 2 3 4 5 6 7
//   along l: 4 members, every second chip; two such groups share the links       {0 2 4 6} {1 3 5 7}
//   along y: 2 members, neighbours; nobody shares the link between them          {0 1} {2 3} {4 5} {6 7}
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "cost/layout.h"
#include "cost/topology.h"

namespace partita::core::cost {

// Of the devices along pieces of the layout's axes. Nothing where a piece crosses the layout's own: 2·3 against 3·2.
std::optional<GroupPlace> torus_place(const Layout& layout, std::span<const AxisRef> axes);
// Of all devices.
GroupPlace whole_torus(const Layout& layout);
// Of a group of devices at these positions of the layout's axes. (Those of a permute: torus_messages.h.)
GroupPlace torus_place_of(const Layout& layout, std::span<const int64_t> positions);

// On dimensions and, last, between the cores of a chip.
CollectiveTime torus_time(const Torus& torus, const Slice& slice, CollectiveKind kind, const Price& price,
                          const GroupPlace& place);

}  // namespace partita::core::cost
