// How values are stored and ops are computed, decided for all of the program at once.
//
// Three products q·Wq', k·Wk', v·Wv' contract over y and are added. For each alone an all-to-all of its operand is
// cheaper than a reduction of its result; together it is cheapest to leave the results unreduced, add them, and reduce
// once. A decision per op cannot find that. So every value and every op is a variable, one mesh axis at a time, and the
// sum of what is moved and computed is minimised.
//
//   a value, per axis     replicated, unreduced, or divided along one of its dimensions
//   an op, per axis       undivided, one of its factors divided, or linear: unreduced operands give unreduced results
//
// Hinted values, arguments and results of the program keep completion's shardings. Guards: an op that completion
// divides stays divided (bytes are not saved by computing the same thing everywhere), and what a loop stacks up is
// never stored in fewer parts than completion stores it in.
//
// Read in this order: folded_graph.h (equal layers once), labels.h, assignment.h (what is decided), search_space.h
// (among what), axis_problem.cc (variables and costs), pairwise.h, pairwise_solver.h and message_passing.h (solved),
// measure.h (compared).
#pragma once

#include <memory>
#include <vector>

#include "complete/completion.h"
#include "partition/choice/global_plan.h"
#include "partition/choice/strategy_selector.h"

namespace partita::core::partition {

// `selector` owns the choices. Graphs of more than `unfolded` nodes and edges are folded first.
GlobalPlan search_globally(const Completion& completion, StrategySelector& selector,
                           const LoweringCapabilities& capabilities, size_t unfolded = kUnfolded);

}  // namespace partita::core::partition
