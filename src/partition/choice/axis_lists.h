// Lists of axes by number. A search that tries many ways to put few axes on the factors of an op names a list for each
// factor: such candidates are copied, compared and looked up without touching axes.
//
//   on x, y:   0 []   1 [x]   2 [y]   3 [x, y]        with_last(1, y) = 3, without(3, x) = 2
#pragma once

#include <tsl/robin_map.h>

#include <cstdint>
#include <vector>

#include "complete/factor_axes.h"

namespace partita::core::partition {

class AxisLists {
 public:
  using Id = uint32_t;
  using Candidate = std::vector<Id>;  // by factor
  static constexpr Id kEmpty = 0;

  AxisLists();

  Id id_of(const AxisRefs& axes);
  Candidate ids_of(const FactorAxes& axes);
  const AxisRefs& axes(Id id) const { return lists_[id].axes; }
  // In how many parts the list divides.
  int64_t size(Id id) const { return lists_[id].size; }
  // The list with adjacent pieces joined (shard/axis_ref.h).
  Id joined(Id id) const { return lists_[id].joined; }

  // One list behind another.
  Id concatenated(Id a, Id b);

  // The atoms that the following calls name by their places. What was known of others is forgotten.
  void set_atoms(const AxisRefs& atoms);
  Id without(Id id, size_t atom) { return moved(id, atom, Move::kWithout); }
  Id with_first(Id id, size_t atom) { return moved(id, atom, Move::kFirst); }
  Id with_last(Id id, size_t atom) { return moved(id, atom, Move::kLast); }

 private:
  enum class Move : uint8_t { kWithout, kFirst, kLast };
  static constexpr Id kUnknown = UINT32_MAX;
  struct List {
    AxisRefs axes;
    int64_t size;
    Id joined;
    Id next;  // of the same hash
  };

  Id moved(Id id, size_t atom, Move move);

  std::vector<List> lists_;
  tsl::robin_map<uint64_t, Id> by_hash_;
  AxisRefs atoms_;
  std::vector<Id> moved_;  // by list, atom and move
};

}  // namespace partita::core::partition
