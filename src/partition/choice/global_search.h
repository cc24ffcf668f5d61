// How values are stored and ops are computed, decided for the whole program at once.
//
// Three products q·Wq', k·Wk', v·Wv' contract over y and are added. Each alone would rather turn its operand than
// reduce its result; together they are cheapest left as unreduced values, added, and reduced once. No op sees that by
// itself: so every value and every op is a variable, one mesh axis at a time, and the sum of what is moved and computed
// is minimised.
//
//   a value, per axis     whole, an unreduced value, or divided along one of its dimensions
//   an op, per axis       undivided, one of its factors divided, or linear: unreduced values in, unreduced values out
//
// What the user hinted, and what the program takes and gives, stays as completion has it. Guards: an op that completion
// divides stays divided (bytes are not saved by computing the same thing everywhere), and what a loop stacks up is
// never stored coarser than completion stores it.
//
// Read in this order: folded_graph.h (equal layers once), labels.h, assignment.h (what is decided), space.h
// (among what), axis_problem.cc (nodes and edges), pairwise.h, pairwise_solver.h and message_passing.h (solved),
// measure.h (compared).
#pragma once

#include <memory>
#include <vector>

#include "complete/completion.h"
#include "partition/choice/folded_graph.h"
#include "partition/choice/strategy_selector.h"

namespace partita::core::partition {

// One entry per node and edge of the completion's graph.
struct GlobalAssignment {
  std::vector<const Sharding*> of_node;  // how values are stored
  std::vector<const Choice*> of_edge;    // how ops are computed; null: as the StrategySelector says for what is stored
  double start_cost = 0;                 // of completion's shardings and each op's own best choice
  double cost = 0;
};

// `selector` owns the choices. Larger programs than `unfolded` are folded first.
GlobalAssignment search_globally(const Completion& completion, StrategySelector& selector,
                                 const LoweringCapabilities& capabilities, size_t unfolded = kUnfolded);

}  // namespace partita::core::partition
