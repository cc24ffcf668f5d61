// What the global search decides (global_search.h).
#pragma once

#include <cstddef>
#include <vector>

#include "partition/choice/choice.h"

namespace partita::core::partition {

// One entry per node and edge of the completion's graph.
struct GlobalPlan {
  std::vector<const Sharding*> shardings;  // storage shardings, by node
  std::vector<const Choice*> choices;      // by edge; null: the StrategySelector's choice for the storage shardings
  double start_cost = 0;                   // of completion's shardings with the best choice for each op by itself
  double cost = 0;
  double held_price = 0;  // of a byte at the peak, as the plan was found
};

// Programs of at most this many nodes and edges are searched as they are; equal parts of larger ones are folded.
inline constexpr size_t kUnfolded = 2500;

}  // namespace partita::core::partition

namespace partita::core {
using partition::kUnfolded;
}  // namespace partita::core
