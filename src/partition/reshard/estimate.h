// What a reshard moves, told from where each axis is before and after: for choices, which ask thousands of times and
// need to know what is cheaper, not how it is done. The planner (plan.h) finds the steps; where sizes are even and no
// axis has to change places within a dimension, both say the same.
//
//   an axis that goes      is             at the price of (cost/prices.h)
//   nowhere -> dimension   sliced         nothing
//   unreduced -> dimension scattered      a reduce-scatter of the shard
//   dimension -> another   turned         an all-to-all of the shard
//   unreduced -> nowhere   reduced        an all-reduce of the shard
//   dimension -> nowhere   gathered       an all-gather of the shard
//
// Parts that make the shard smaller count first. What turns to a dimension that it does not fit is padded there.
#pragma once

#include <cstdint>
#include <span>

#include "cost/prices.h"
#include "shard/sharding.h"

namespace partita::core::partition::reshard {

// Of shardings of one tensor with the same manual axes. From and to one device (maximal): as a sum of
// which the others have nothing, and as if it were wanted everywhere. Meshes of different devices: as if everything
// were gathered.
Price estimate(std::span<const int64_t> shape, int element_bits, const Sharding& from, const Sharding& to);

}  // namespace partita::core::partition::reshard
