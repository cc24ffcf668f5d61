// One step of completion: what the shardings of some tensors of an op propose for the others.
//
// Shardings are read as axes on factors. For reshape (a b) -> a b with a=4, b=6 and axes x=4, y=2:
//   operand [x*y]  is  a: x, b: y  and proposes  result [x, y];   operand [y] with x=4 behind: a: y*x:(1)2, b: x:(2)2.
// Every tensor of one side proposes axes for the factors it has. Where proposals for a factor differ, the larger tensor
// decides; where two factors want one axis, the factor that moves fewer bytes gets it. A target takes what extends its
// own axes, as far as its open dimensions, the axes it already uses and its size allow.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "complete/graph.h"

namespace partita::core::complete {

enum class StepMode : uint8_t {
  kForward,   // operands to results, along all factors that flow
  kBackward,  // results to operands
  kAcross,    // operands to other operands, along factors that no result has
};

// A proposal that was not taken: tensor `tensor` of the edge would have had `axis` on `dim`.
struct Refusal {
  int tensor = 0;
  int from = 0;  // the tensor of the edge it came from
  int dim = 0;
  AxisRef axis;
  std::string_view reason;
};

struct StepResult {
  // The new states of the targets: results in kForward, operands otherwise. Equal to the old ones where nothing
  // changes.
  std::span<const Sharding* const> states;
  std::span<const Refusal> refusals;
};

// Steps are cached by rule and states: equal layers of a program cost one step.
class Stepper {
 public:
  Stepper(const FlowGraph& graph, ShardingPool& pool);
  ~Stepper();
  Stepper(const Stepper&) = delete;
  Stepper& operator=(const Stepper&) = delete;

  // From the states the edge's nodes have now. Valid until the next call.
  StepResult step(const PropagationEdge& edge, StepMode mode);

 private:
  struct Memo;
  const FlowGraph& graph_;
  ShardingPool& pool_;
  std::unique_ptr<Memo> memo_;
};

}  // namespace partita::core::complete
