// How many devices a program is for, where its header does not say it: as many as its collectives name.
#include <algorithm>

#include "ir/names.h"
#include "ir/replica_groups.h"
#include "text/hlo/builder.h"

namespace partita::hlo {
namespace {

// An id beyond this is a slip rather than a machine; whoever runs the program makes room for every device.
constexpr int64_t kMostDevices = 1 << 16;

// One more than the largest id that a collective names; 0 where it names none.
int64_t devices_named(const Op& op) {
  int64_t count = 0;
  for (int64_t id : op.ints_attr(AttrKey::kSourceTargetPairs)) count = std::max(count, id + 1);
  const Attr groups = op.attr(AttrKey::kReplicaGroups);
  if (!groups) return count;
  if (is_iota_groups(groups)) {
    const std::span<const int64_t> shape = groups.get("iota_shape").ints();
    return shape.size() == 2 ? shape[0] * shape[1] : count;
  }
  if (!groups.is(AttrKind::kArray)) return count;
  for (Attr group : groups.elements()) {
    for (int64_t id : group.ints()) count = std::max(count, id + 1);
  }
  return count;
}

}  // namespace

void state_device_counts(Module& module) {
  if (module.extra(hlo_names::kNumPartitions) || module.extra(hlo_names::kNumReplicas)) return;
  int64_t replicas = 1, partitions = 1, devices = 1;
  for (Function* function : module.functions()) {
    walk(function->body(), [&](const Op& op) {
      if (!op.info().has(kCollective)) return;
      const GroupNumbers numbers = group_numbers(op);
      int64_t& count = numbers == GroupNumbers::kDevices      ? devices
                       : numbers == GroupNumbers::kPartitions ? partitions
                                                              : replicas;
      count = std::max(count, devices_named(op));
    });
  }
  if (replicas > kMostDevices || partitions > kMostDevices || devices > kMostDevices) return;
  partitions = std::max(partitions, devices / replicas);
  Context& context = module.context();
  if (replicas > 1) module.set_extra(hlo_names::kNumReplicas, context.integer(replicas, "i32"));
  if (partitions > 1) module.set_extra(hlo_names::kNumPartitions, context.integer(partitions, "i32"));
}

}  // namespace partita::hlo
