// Integer scalars in loops, by what they are in the first, the second and the last iteration.
//
//   while (i < 16) { j = 15 - i; k = select(j < 0, j + 16, j) … }      i is 0, 1, 15;  j and k are 15, 14, 0
//
// That tells an index that runs over all of a dimension, upwards or downwards, however it is computed: JAX writes k
// where it means j.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "ir/program.h"

namespace partita::core::cost {

struct LoopScalar {
  const Op* loop = nullptr;     // whose iterations they are; null: the same in all
  std::array<int64_t, 3> at{};  // the first, the second, the last iteration
};

// An index that takes each of 0, 1, …, trips - 1 once.
struct FullRange {
  const Op* loop = nullptr;
  int64_t trips = 0;
  bool downwards = false;
};

// Filled op by op, in the order of the program.
class LoopScalars {
 public:
  explicit LoopScalars(const Module& module) : known_(module.num_value_ids()) {}

  // The counters among the carries of a kWhile op whose trip count is known; before its body is visited.
  void enter(const Op& loop, int64_t trips);
  // Of an op whose operands have been visited.
  void visit(const Op& op);

  const std::optional<LoopScalar>& of(const Value* value) const { return known_[value->id()]; }
  std::optional<FullRange> full_range(const Value* value) const;

 private:
  std::vector<std::optional<LoopScalar>> known_;  // by value id
  std::vector<std::pair<const Op*, int64_t>> trips_;
};

}  // namespace partita::core::cost
