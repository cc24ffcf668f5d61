// The tile interpreter: runs a plan's instructions one after the other over tiles of a few hundred elements, which stay
// in the first-level cache. A tile is a piece of a row, or several short rows.
#pragma once

#include <memory>

#include "engine/cpu/targets.h"
#include "engine/loop/plan.h"

namespace partita::core::engine::loop {

std::shared_ptr<const Kernel> make_tile_kernel(Plan plan, InstructionSet set);

}  // namespace partita::core::engine::loop
