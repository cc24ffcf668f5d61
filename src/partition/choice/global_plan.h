// What the global search decides (global_search.h).
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "partition/choice/choice.h"

namespace partita::core::partition {

// Programs may have several: what prices say is near enough is compared when it is lowered (driver/compilation.h).
// One entry per node and edge of the completion's graph.
struct GlobalPlan {
  std::vector<const Sharding*> shardings;  // storage shardings, by node
  std::vector<const Choice*> choices;      // by edge; null: the StrategySelector's choice for the storage shardings
  double start_cost = 0;                   // of completion's shardings with the best choice for each op by itself
  double cost = 0;
  std::string_view name = "prices";  // what it was found by
  std::vector<GlobalPlan> rivals{};  // other plans that take hardly more; they have none themselves
  double held_price = 0;             // of a byte at the peak, as the plan was found
};

// Programs of at most this many nodes and edges are searched as they are; equal parts of larger ones are folded.
inline constexpr size_t kUnfolded = 2500;

}  // namespace partita::core::partition

namespace partita::core {
using partition::kUnfolded;
}  // namespace partita::core
