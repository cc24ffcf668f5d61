// The completed program as choices see it, equal parts of it once.
//
//   48 equal layers:   cells and links of the first few hops and of the last few, and between them those of one layer,
//                      each counted 40-odd times
//
// Two cells are one where they are stored alike and everything around them, to a distance, is alike too; two links are
// one where they compute the same on such cells. What is decided for one holds for all it stands for, so the cost of a
// folded program is that of the whole one, exactly; only choices that differ between equal parts are not looked at.
// Small programs are not folded: there every cell and link stands for itself.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "complete/completion.h"
#include "complete/graph.h"

namespace partita::core::partition {

// A value as it is stored.
struct FoldedCell {
  Type type;
  const Sharding* stored = nullptr;  // as completion has it
  double bytes = 0;                  // of the whole value
  double trips = 1;
  double count = 1;           // how many cells it stands for
  bool fixed = false;         // hinted, taken or given by the program, or in manual code: stays as stored
  bool has_form = false;      // fixed, but its uses may share another form of it, made once
  bool is_stack = false;      // carried, and written piece by piece
  bool is_carried = false;    // a loop's, and not the same in every trip
  bool is_copy = false;       // one use of a constant: lies as its use wants it
  bool is_connected = false;  // some link has it
  bool may_be_pending = false;
};

// An op with a choice of its own, or an identity.
struct FoldedLink {
  const Op* op = nullptr;
  const Rule* rule = nullptr;
  const AxisRefs* hidden = nullptr;  // of a manual edge
  uint32_t first = 0;                // its cells: cells_of()
  uint16_t operands = 0;
  uint16_t results = 0;
  bool is_computed = false;  // others hand the same value on
  bool is_manual_edge = false;
  double trips = 1;
  double count = 1;
  double work = 0;  // operations of one of those it stands for, all trips
};

// Whether the link's op computes; others hand the same value on.
bool is_computed(const Link& link);

struct FoldedGraph {
  std::vector<FoldedCell> cells;
  std::vector<FoldedLink> links;
  std::vector<CellId> tensors;
  std::vector<uint32_t> of_cell;  // by cell of the program
  std::vector<uint32_t> of_link;

  std::span<const CellId> cells_of(const FoldedLink& link) const {
    return {tensors.data() + link.first, static_cast<size_t>(link.operands) + link.results};
  }
};

// Programs of at most this many cells and links are left as they are.
inline constexpr size_t kUnfolded = 2500;

FoldedGraph fold(const Completion& completion, size_t unfolded = kUnfolded);

// How often a reshard on the way from a cell to a use runs: a value from outside a loop is brought once.
inline double times(const FoldedCell& cell, const FoldedLink& link) {
  return cell.is_carried || link.trips < cell.trips ? link.trips : cell.trips;
}

// Whether the use is in a loop that the cell comes from outside of: its form is kept all through the loop.
inline bool is_held(const FoldedCell& cell, const FoldedLink& link) {
  return !cell.is_carried && link.trips > cell.trips;
}
// By cell: whether some use is so.
std::vector<bool> held_cells(const FoldedGraph& graph);

}  // namespace partita::core::partition

namespace partita::core {
using partition::kUnfolded;
}  // namespace partita::core
