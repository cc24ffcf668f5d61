// Collectives of the local program over mesh axes.
//
//   Value* gathered = all_gather(b, shard, 0, mesh, axes);      // shards of dimension 0, in the order of the axes
//
// Devices form groups that share all other coordinates; members are ordered by the axes given, major to minor. Groups
// are written as an iota where the mesh's order of devices has one. Each collective has its own channel and names
// partitions by global ids, or replicas where the builder's ids are replicas.
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "ir/device_pairs.h"
#include "partition/local/local_builder.h"
#include "shard/sharding.h"

namespace partita::core::partition {

// The replica groups of a collective over these axes, in each of so many replicas of the mesh's devices.
Attr device_groups(Context& context, const Mesh& mesh, std::span<const AxisRef> axes, int64_t copies = 1);

// The dimension grows (shrinks) by the number of devices along the axes.
Value* all_gather(LocalBuilder& b, Value* operand, int dim, const MeshPtr& mesh, std::span<const AxisRef> axes);
Value* reduce_scatter(LocalBuilder& b, Value* operand, int dim, const MeshPtr& mesh, std::span<const AxisRef> axes,
                      ReductionKind kind);
Value* all_reduce(LocalBuilder& b, Value* operand, const MeshPtr& mesh, std::span<const AxisRef> axes,
                  ReductionKind kind);
// Pieces of `split` go to the members in order, and are put one after the other along `concat`.
Value* all_to_all(LocalBuilder& b, Value* operand, int split, int concat, const MeshPtr& mesh,
                  std::span<const AxisRef> axes);
// By pairs of devices (ir/device_pairs.h); who is no target gets zeros.
Value* collective_permute(LocalBuilder& b, Value* operand, Attr pairs);
// From the first of the devices to all.
Value* collective_broadcast(LocalBuilder& b, Value* operand, std::span<const int64_t> devices);

// Runs of places along the axes (read as one number, major to minor), in every group.
Attr pairs_along(const LocalBuilder& b, const Mesh& mesh, std::span<const AxisRef> axes,
                 std::span<const PlaceRun> runs);
// Each device to that `shift` places further on; none beyond the ends.
Attr shifted_pairs(const LocalBuilder& b, const Mesh& mesh, std::span<const AxisRef> axes, int64_t shift);
// Pairs of devices of one replica, in all of them.
using DevicePairs = std::vector<std::pair<int64_t, int64_t>>;
Attr pairs_of(const LocalBuilder& b, const DevicePairs& devices);

}  // namespace partita::core::partition
