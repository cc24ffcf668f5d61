// Collectives that gradients make: with the devices of another collective, or along axes of a mesh.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "ir/build/tensor_builder.h"
#include "shard/axis_ref.h"
#include "shard/mesh.h"

namespace partita::core::transform {

// Who takes part: the attributes of a collective that say so.
struct Exchange {
  Attr groups, channel_type;
  bool channel = false;     // over partitions, not replicas; each collective gets a channel of its own
  bool global_ids = false;  // of those collectives that tell devices from replicas

  static Exchange of(const Op& collective);
  // Devices that differ along these axes only.
  static Exchange along(Context& context, const Mesh& mesh, std::span<const AxisRef> axes);
};

// Sums over the group; results have the operands' types. All of one element type.
std::vector<Value*> all_reduce_sum(TensorBuilder& b, std::span<Value* const> operands, const Exchange& who);
Value* all_gather(TensorBuilder& b, Value* operand, int64_t dim, Type result, const Exchange& who);
Value* reduce_scatter_sum(TensorBuilder& b, Value* operand, int64_t dim, Type result, const Exchange& who);
Value* all_to_all(TensorBuilder& b, Value* operand, int64_t split, int64_t concat, int64_t count, Type result,
                  const Exchange& who);

// One more than the largest channel of the module.
Attr new_channel(const Module& module);

}  // namespace partita::core::transform
