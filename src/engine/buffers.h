// Where the buffers of a program lie in the arena of a device: those that are never needed at the same time share
// memory.
#pragma once

#include <vector>

#include "engine/step.h"

namespace partita::core::engine {

struct ArenaSizes {
  int64_t own = 0;
  int numbers = 0;     // of steps are below this
  int64_t shared = 0;  // for results that a group shares, in the memory of its first device
  std::vector<int64_t> shared_by_kind;
};

// Numbers the steps, and sets the offsets of arena and shared buffers. A buffer is needed from the
// first step that touches it to the last; where that is in a loop that begins after the first, to the loop's end.
// Shared buffers of different groups have no memory in common: a device of one group does not wait for those of
// another.
ArenaSizes assign_buffers(const Steps& steps, std::vector<Buffer>& buffers);

}  // namespace partita::core::engine
