// What shardings and choices really move and compute, by estimate, all trips: axes together, unlike the problem of one.
#pragma once

#include "partition/choice/assignment.h"

namespace partita::core::partition {

double measure(const FoldedGraph& graph, const FoldedPlan& decided, const LoweringCapabilities& capabilities,
               ShardingPool& pool, const PriceWeights& weights);

}  // namespace partita::core::partition
