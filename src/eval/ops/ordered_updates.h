// Updates to single elements, in order, through a body that works on many at once: updates are collected while they go
// to different places, and applied when one comes to a place that already waits.
#pragma once

#include <cstdint>
#include <vector>

#include "eval/ops/combiner.h"

namespace partita::core::eval {

class OrderedUpdates {
 public:
  // `targets` are combined in place with elements of `sources`, both in the body's types.
  OrderedUpdates(Combiner& body, Columns& targets, int64_t target_size, std::span<const Elements> sources);

  // targets[target] = body(targets[target], sources[source]), now or at the latest at flush().
  Status add(int64_t target, int64_t source);
  Status flush();

 private:
  Combiner& body_;
  Columns& targets_;
  std::span<const Elements> sources_;
  Columns accumulators_, elements_;
  std::vector<const std::byte*> element_data_;
  std::vector<int64_t> waiting_targets_, waiting_sources_;
  std::vector<uint32_t> round_of_;  // the round in which a target last waited
  uint32_t round_ = 1;
};

}  // namespace partita::core::eval
