// The steps worth trying from a state.
#pragma once

#include <functional>

#include "partition/reshard/space.h"

namespace partita::core::partition::reshard {

// Calls `take` with every move, as long as it returns true. The state is settled and not the goal. Likely moves come
// first.
using TakeMove = std::function<bool(const Move&)>;
void for_each_move(const Space& space, const State& state, const TakeMove& take);

}  // namespace partita::core::partition::reshard
