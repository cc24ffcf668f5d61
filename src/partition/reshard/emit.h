// A plan as ops of the local program (the lead's contract: local_builder.h has the coordinates, constants and tensor
// ops to build with).
#pragma once

#include "partition/local_builder.h"
#include "partition/reshard/plan.h"

namespace partita::reshard {

// `local` is what a device holds of the value in the plan's first layout; the result is what it holds in the last one.
// Collectives run over the groups of their axes, in iota form where the mesh has one, each with a channel of its own
// (LocalBuilder::next_channel) and global device ids; with DeviceIds::kReplica they name replicas. What is padding
// stays garbage.
Value* emit(LocalBuilder& builder, const Plan& plan, Value* local);

}  // namespace partita::reshard
