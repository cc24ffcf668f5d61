// A re-tile as ops: one permute per hop.
#pragma once

#include "partition/local/local_builder.h"
#include "partition/reshard/plan.h"

namespace partita::core::partition::reshard {

// `local` is in the step's layout before it; see kRetile.
Value* emit_retile(LocalBuilder& b, const Step& step, Value* local);

}  // namespace partita::core::partition::reshard
