// From global tensors to the shards of each device, and back.
#pragma once

#include <cstdint>
#include <vector>

#include "base/result.h"
#include "engine/meet/device_range.h"
#include "eval/tensor.h"
#include "ir/context.h"
#include "shard/sharding.h"

namespace partita::core::run {

// What a device holds; padding is zero. An unreduced value is complete on the first device of its axes and the identity
// of its reduction elsewhere. A device outside the sharding's mesh holds zeros.
Tensor shard_of(Context& context, const Tensor& global, const Sharding& sharding, int64_t device);

// The global tensor from what all devices (by id) hold. Of devices that hold the same, the first counts; unreduced
// reductions are done in the order of devices.
Result<Tensor> assembled(Context& context, Type global, const Sharding& sharding, const std::vector<Tensor>& by_device);

// What devices hold as one sharding has it, as another has it: from the values of all devices to those of all devices,
// device d being at place d % places of the meshes. Padding becomes zero. Of replicas each keeps its own where it can.
// Only devices here get theirs; of others there need be only what these take (run/between_ranks.h).
Result<std::vector<Tensor>> resharded(Context& context, Type global, const Sharding* from, const Sharding* to,
                                      std::vector<Tensor> by_device, int64_t places, engine::DeviceRange here);

}  // namespace partita::core::run
