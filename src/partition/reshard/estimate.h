// An estimate of what a reshard moves, from where each axis is before and after. It serves the choice of strategies,
// which asks thousands of times and needs only the cost. The planner (plan.h) finds the steps; where sizes are even and
// no axis changes places within a dimension, both agree.
//
//   an axis that goes      is             at the price of (cost/prices.h)
//   nowhere -> dimension   sliced         nothing
//   unreduced -> dimension scattered      a reduce-scatter of the shard
//   dimension -> another   moved          an all-to-all of the shard
//   unreduced -> nowhere   reduced        an all-reduce of the shard
//   dimension -> nowhere   gathered       an all-gather of the shard
//
// Parts that make the shard smaller count first. What moves to a dimension that it does not divide is padded there.
#pragma once

#include <cstdint>
#include <span>

#include "cost/collective_prices.h"
#include "cost/prices.h"
#include "shard/sharding.h"

namespace partita::core::partition::reshard {

// Of shardings of one tensor with the same manual axes. From and to one device (maximal): as a sum of
// which the others have nothing, and as if it were wanted everywhere. Meshes of different devices: as if everything
// were gathered.
Price estimate(std::span<const int64_t> shape, int element_bits, const Sharding& from, const Sharding& to);
// The same as a price, along the axes that each collective runs.
double estimate(std::span<const int64_t> shape, int element_bits, const Sharding& from, const Sharding& to,
                const CollectivePrices& prices);

}  // namespace partita::core::partition::reshard
