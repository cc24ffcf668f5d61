// What a Completion keeps: the graph with its last states, and how they came about.
#pragma once

#include <vector>

#include "complete/completion.h"
#include "complete/graph.h"
#include "complete/schedule.h"

namespace partita::core::complete {

struct Completion::State {
  Hints hints;
  mutable RuleCache rules;
  FlowGraph graph;
  History history;
  std::vector<const Sharding*> final_of_node;
  mutable std::vector<const Sharding*> replicated;  // by rank
};

// Warnings for operands of elementwise ops whose hints do not go together, one for each pair of hints.
void warn_of_conflicts(const Module& module, const Completion::State& state, Diagnostics& diagnostics);

}  // namespace partita::core::complete
