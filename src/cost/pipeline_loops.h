// Loops that are pipelines, and how much of them is bubbles.
//
//   while (tick < M + S - 1) { state = stages(shift(state, 1) with the next microbatch in row 0) }
//
// Row s of the state is what stage s works on; each tick moves every row on to the next stage. With S stages and M
// microbatches there are M + S - 1 ticks (R·M + S - 1, where each stage has R parts and rows go round R times), and a
// stage works on padding in S - 1 of them. The backward loop shifts the other way.
//
// A loop is one where a carry's next value depends on a shift by one row of something as large as the carry, which in
// turn depends on the carry; and where all rows are multiplied by weights of their own. In a local program the shift
// is a permute along S devices.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "ir/program.h"

namespace partita::core::cost {

struct PipelineLoop {
  const Op* loop = nullptr;
  int64_t stages = 0;
  double ticks = 0;
  // Of its ticks, the share in which a stage has nothing to do.
  double bubbles() const { return static_cast<double>(stages - 1) / ticks; }
};

// Of these loops, those that are pipelines; loops of unknown trip count are left out.
std::vector<PipelineLoop> pipeline_loops(const Function& function, std::span<const Op* const> loops);

}  // namespace partita::core::cost

namespace partita::core {
using cost::PipelineLoop;
}  // namespace partita::core
