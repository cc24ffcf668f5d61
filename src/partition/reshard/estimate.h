// What a reshard moves, told from where each axis is before and after: for choices, which ask thousands of times and
// need to know what is cheaper, not how it is done. The planner (plan.h) finds the steps; where sizes are even and no
// axis has to change places within a dimension, both say the same.
//
//   bytes B of a shard now, axis of size n:  to a dimension from nowhere 0, from a pending sum B(n-1)/n; to another
//   dimension B(n-1)/n; from a pending sum to nowhere 2B(n-1)/n; from a dimension to nowhere B(n-1)
//
// Parts that make the shard smaller count first. What turns to a dimension that it does not fit is padded there.
#pragma once

#include <cstdint>
#include <span>

#include "shard/sharding.h"

namespace partita::reshard {

struct Estimate {
  double bytes = 0;  // sent per device
  int launches = 0;
};

// Of shardings of one tensor with the same manual axes. Meshes of different devices: as if everything were gathered.
Estimate estimate(std::span<const int64_t> shape, int element_bits, const Sharding& from, const Sharding& to);

}  // namespace partita::reshard
