// The estimated cost of shardings and choices over all trips. It counts all axes together, where AxisProblem sees one.
#pragma once

#include "partition/choice/assignment.h"

namespace partita::core::partition {

double measure(const FoldedGraph& graph, const FoldedPlan& decided, const LoweringCapabilities& capabilities,
               ShardingPool& pool, const Pricing& pricing);

}  // namespace partita::core::partition
