// The ops of a region but its return, as a graph, and orders of them by what is live. Values that are computed inside
// the ops that use them (cost/fusion.h) take no memory, and what they are made of is needed until those have run.
//
//   %d = dynamic_slice %w, %i      fused: no bytes; %w is read by the dot
//   %r = reshape %d                fused
//   %y = dot %x, %r
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "ir/program.h"

namespace partita::core::optimize {

class RegionOps {
 public:
  // `fused` and `index_of_value` are by id of value; the latter is scratch, shared by all regions.
  RegionOps(Region& region, const std::vector<bool>& fused, std::vector<int>& index_of_value);

  // What the regions of each op hold at most: nothing until this is called.
  void set_inner_peaks(std::vector<double> peaks) { inner_peaks_ = std::move(peaks); }

  int size() const { return static_cast<int>(std::ssize(ops_)); }
  Op& op(int i) const { return *ops_[i]; }
  // Has an effect, or gives what orders others: no op moves past it.
  bool is_fixed(int op) const { return fixed_[op]; }
  bool is_fused(int op) const { return fused_op_[op]; }
  double bytes_given(int op) const;
  // Places of the ops that give what it uses.
  template <typename Visit>
  void for_each_definer(int op, const Visit& visit) const {
    for (int value : uses(op)) visit(values_[value].definer);
  }

  // As the region has them.
  std::vector<int> given_order() const;
  // Every op that takes more than its waiting keeps alive moves down to its first use.
  const std::vector<int>& late_order() const;
  // As `base` has them, but what frees as much as it takes runs as soon as it can.
  std::vector<int> eager_order(const std::vector<int>& base) const;

  // While each op of the order runs: its operands, its results, and all that is needed later.
  std::vector<double> live_bytes(const std::vector<int>& order) const;
  bool has_fixed() const { return has_fixed_; }

 private:
  friend class EagerOrder;
  struct LocalValue {
    int definer;
    double bytes;
    bool fused = false;
    bool returned = false;
  };

  // What was asked about an order. The ways to find one begin with the same few.
  struct Known {
    std::vector<int> order;
    std::vector<double> live;  // without what ops hold inside
    std::vector<int> eager;    // empty: not asked for
  };
  static constexpr size_t kMostKnown = 4;
  // Null where there are enough of them; until the next one is asked for.
  Known* known(const std::vector<int>& order) const;
  std::vector<double> live_outside(const std::vector<int>& order) const;
  std::vector<int> find_late_order() const;

  // Where values are in values_, by id, while it is made.
  using Places = std::vector<int>;
  bool updates_carry(const Op& op, const Places& places) const;
  int local_value(const Value* value, const Places& places) const;
  void add_uses(const Op& op, const Places& places);
  std::span<const int> uses(int op) const {
    const auto at = static_cast<size_t>(op);
    return {uses_.data() + begin_use_[at], uses_.data() + begin_use_[at + 1]};
  }
  std::span<const LocalValue> results(int op) const {
    const auto at = static_cast<size_t>(op);
    if (first_value_[at] < 0) return {};
    return {values_.data() + first_value_[at], static_cast<size_t>(ops_[at]->num_results())};
  }
  double kept_by_waiting(int op, int until, const std::vector<int>& last_use, int& steps) const;

  const Region* region_;
  std::vector<double> inner_peaks_;
  std::vector<Op*> ops_;
  std::vector<LocalValue> values_;
  std::vector<int> first_value_;  // of each op, in values_; -1 where it gives none
  std::vector<int> uses_, begin_use_;
  std::vector<bool> fixed_, fused_op_;
  bool has_fixed_ = false;
  mutable std::vector<Known> known_;
  mutable std::optional<std::vector<int>> late_order_;
};

double highest(const std::vector<double>& live);

}  // namespace partita::core::optimize
