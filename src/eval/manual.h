// Manual code: from global values to the shard of each device, and back.
//
// Devices run side by side. Outside manual code every device has the global value; inside it has its shard along the
// manual axes (other axes stay unsharded). Entering is a local slice; leaving is a rendezvous of the devices along
// those axes, where the global value is assembled.
#pragma once

#include <functional>

#include "eval/evaluators.h"
#include "ir/manual_edges.h"

namespace partita::core::eval {

struct Session;

// This device's shard of a global value, as a tensor of type `local`; padding is zero. An unreduced value is complete
// on the first device of its axes and the identity of its reduction on the others.
Result<Tensor> cut(const OpCall& call, const Tensor& global, Type local, const ManualEdge& edge);
// The results of the op from what all devices along the edges' axes (the same for all) have of them. Unreduced
// values are reduced.
Result<std::vector<Tensor>> join(const OpCall& call, std::vector<Tensor> locals, const std::vector<ManualEdge>& edges);

// Runs the op by itself on every device of a mesh of this many, unless that is what happens already: `on_device` gets
// the call on its device and fills in results, device 0's of which are taken.
Status on_every_device(OpCall& call, int64_t devices, const std::function<Status(OpCall& call)>& on_device);

// manual_calls.cc: the custom calls @SPMDFullToShardShape and @xla.sdy.GlobalToLocalShape, and the way back.
Status eval_full_to_shard(OpCall& call);
Status eval_shard_to_full(OpCall& call);

// The number of devices that the shardings of these calls in a function name; 0 where it has no such calls.
int64_t devices_of_manual_calls(const Function& function, const Session& session);

}  // namespace partita::core::eval
