// Shards whose padding holds garbage: ones in every bit (NaN, -1, true), so that a result that depends on it is wrong
// and not zero by luck.
#pragma once

#include <cstdint>

#include "eval/tensor.h"
#include "ir/context.h"
#include "shard/sharding.h"

namespace partita::core::partition {

// What a device holds of the tensor.
Tensor spoiled_shard(Context& context, const Tensor& global, const Sharding& sharding, int64_t device);

// Overwrites the elements of a device's shard that lie beyond the tensor.
void spoil_padding(Tensor& shard, Type global, const Sharding& sharding, int64_t device);

}  // namespace partita::core::partition
