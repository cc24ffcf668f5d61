// The order in which shardings propagate.
//
// Each stage runs to where nothing changes; after any change it starts again from the first:
//   1. elementwise and data-formatting ops, loop carries and constraints, both ways (the paper's highest priority);
//   2. all ops forward, in program order: data flow decides before anything else. A loop's carried value takes its
//      initial value's sharding before the body is looked at;
//   3. all ops backward: the uses of a value vote, weighted by how often they run;
//   4. across, from operand to operand, along factors that are reduced away (contracting dimensions);
//   5. forward through broadcasts that make their operand larger.
//
// Example: FSDP. Tokens [b: x] and weights [k: x] are hinted. Stage 2 carries x along the batch into every activation;
// where the weights arrive at h·w the batch already has x, and gathering w moves less than reducing the result.
// With the weights first, as level-by-level propagation has it, the activations would be divided on the model
// dimension.
//
// Stages 1, 2 and 5 read operands only, 3 and 4 take all proposals of a sweep at once: the order of independent ops
// does not matter. Only edges next to a change are visited again, so that the time is linear in the program.
#pragma once

#include <cstdint>
#include <vector>

#include "complete/graph.h"
#include "complete/step.h"

namespace partita::core::complete {

// A node's sharding was refined: along which edge, in which direction.
struct Change {
  NodeId node = 0;
  const Sharding* before = nullptr;
  const Sharding* after = nullptr;
  uint32_t edge = 0;
  StepMode mode = StepMode::kForward;
  uint32_t previous = UINT32_MAX;  // the node's change before this one
};

// A proposal that a node did not take.
struct Lost {
  NodeId node = 0;
  NodeId from = 0;
  uint32_t edge = 0;
  int dim = 0;
  AxisRef axis;
  std::string_view reason;
};

struct History {
  std::vector<Change> changes;        // in the order they happened
  std::vector<uint32_t> last_change;  // by node; UINT32_MAX: none
  std::vector<Lost> lost;
};

// Runs all stages to the end. Call again after states were changed from outside (the next user priority), naming the
// nodes.
void run_schedule(FlowGraph& graph, ShardingPool& pool, Stepper& stepper, History& history,
                  std::span<const NodeId> changed);

}  // namespace partita::core::complete

namespace partita::core {
using complete::Change;
}  // namespace partita::core
