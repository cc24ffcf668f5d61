// Who sends to whom in a permute. The attribute (source_target_pairs) has one of two forms:
//
//   list     {{0,1},{1,2}}                     kInts 0,1,1,2: as in texts
//   moves    groups [2,4]<=[8], 3 places from 0 to 1 and on: {0,1},{1,2},{2,3}, {4,5},{5,6},{6,7}
//            kDict {moves: kInts from, to, count of each run, from_groups: iota groups, to_groups: the same unless
//            given}
//
// Moves say the same for 8 and for 65,536 devices; listing is for those who write, run or must list.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "ir/context.h"
#include "shard/device_order.h"

namespace partita::core::ir {

class Op;

// From `count` places of a group, `from` and on, to as many, `to` and on.
struct PlaceRun {
  int64_t from = 0, to = 0, count = 0;
  friend bool operator==(const PlaceRun&, const PlaceRun&) = default;
};
// In the same order, in as few runs as that has.
std::vector<PlaceRun> runs_of(std::span<const std::pair<int64_t, int64_t>> places);

// The same moves in every group (replica_groups.h, iota form): pairs of one group after those of another.
Attr moves_in_groups(Context& context, Attr groups, std::span<const PlaceRun> runs);
// Each device to the one with its digits in another order: `targets` maps sources to targets.
Attr moves_of_digits(Context& context, const Digits& targets);

// Sources and targets in turn, of either form.
std::vector<int64_t> listed_pairs(Attr pairs);
std::vector<int64_t> listed_pairs(const Op& permute);
struct DeviceMoves;
std::vector<int64_t> listed_pairs(const DeviceMoves& moves);

// From where the first permute brings it to where the second does. Nothing where that would list more devices than
// anybody should.
std::optional<Attr> composed(Context& context, Attr first, Attr second);

// The moves form, read. Pair k of a run in group g is from places g * group_size + from + k, as ids by the digits.
struct DeviceMoves {
  Digits sources, targets;  // place in all groups, one after the other -> id; by place, the largest first
  int64_t devices = 1;
  int64_t group_size = 1;
  std::vector<PlaceRun> runs;

  static std::optional<DeviceMoves> of(Attr pairs);

  // Whether source and target differ in the digit id / low % (high / low) in some pair. Nothing where the digits of the
  // groups do not end there.
  std::optional<bool> change(int64_t low, int64_t high) const;
  bool move_nothing() const;  // every device keeps what it has
};

// Why these are no pairs of devices: a source or a target twice, and the constraint of the specification that says so.
struct PairsProblem {
  std::string_view constraint;
  std::string text;
};
std::optional<PairsProblem> problem_of_pairs(Attr pairs);
// The largest number that is named; -1 where none is.
int64_t last_device(Attr pairs);

}  // namespace partita::core::ir

namespace partita::core {
using ir::PlaceRun;
}  // namespace partita::core
