#include "partition/renumber.h"

#include <algorithm>

#include "ir/replica_groups.h"

namespace partita {
namespace {

using Groups = std::vector<std::vector<int64_t>>;

// What the ids of a collective's groups are.
enum class Numbered { kReplicas, kPartitions, kReplicasOfAllPartitions, kDevices };

Numbered numbered(const Op& op) {
  if (op.bool_attr(AttrKey::kUseGlobalDeviceIds)) return Numbered::kDevices;
  if (op.int_attr(AttrKey::kChannelId) <= 0) return Numbered::kReplicas;
  switch (op.kind()) {
    case OpKind::kAllGather:
    case OpKind::kAllReduce:
    case OpKind::kCollectiveReduce:
    case OpKind::kReduceScatter: return Numbered::kReplicasOfAllPartitions;
    default: return Numbered::kPartitions;
  }
}

Groups as_devices(const Groups& groups, Numbered what, int64_t replicas, int64_t partitions) {
  Groups out;
  for (const std::vector<int64_t>& group : groups) {
    if (what == Numbered::kReplicasOfAllPartitions) {
      std::vector<int64_t>& all = out.emplace_back();
      for (int64_t p = 0; p < partitions; ++p) {
        for (int64_t r : group) all.push_back(r * partitions + p);
      }
      continue;
    }
    const int64_t copies = what == Numbered::kReplicas ? partitions : replicas;
    for (int64_t copy = 0; copy < copies; ++copy) {
      std::vector<int64_t>& one = out.emplace_back();
      for (int64_t id : group) {
        one.push_back(what == Numbered::kReplicas ? id * partitions + copy : copy * partitions + id);
      }
    }
  }
  return out;
}

}  // namespace

void renumber_as_replicas(const Op& from, Op& made, int64_t replicas, int64_t partitions) {
  const Numbered what = numbered(from);
  if (what == Numbered::kDevices) return;  // r * P + p already
  // A channel says that the numbers are partitions.
  made.set_attr(AttrKey::kChannelId, {});
  made.set_attr(AttrKey::kChannelType, {});
  Context& context = made.module().context();
  const bool same = what == Numbered::kReplicas     ? partitions == 1
                    : what == Numbered::kPartitions ? replicas == 1
                                                    : partitions == 1;
  if (same) return;
  if (const std::span<const int64_t> pairs = from.ints_attr(AttrKey::kSourceTargetPairs); !pairs.empty()) {
    Groups listed;
    for (size_t i = 0; i + 1 < pairs.size(); i += 2) listed.push_back({pairs[i], pairs[i + 1]});
    std::vector<int64_t> flat;
    for (const auto& pair : as_devices(listed, what, replicas, partitions)) {
      flat.insert(flat.end(), pair.begin(), pair.end());
    }
    made.set_attr(AttrKey::kSourceTargetPairs, context.ints(flat));
    return;
  }
  std::optional<Groups> groups = expand_groups(from.attr(AttrKey::kReplicaGroups));
  if (!groups) return;
  if (std::all_of(groups->begin(), groups->end(), [](const auto& group) { return group.empty(); })) {
    groups->assign(1, {});
    const int64_t count = what == Numbered::kPartitions ? partitions : replicas;
    for (int64_t id = 0; id < count; ++id) groups->front().push_back(id);
  }
  made.set_attr(AttrKey::kReplicaGroups, list_groups(context, as_devices(*groups, what, replicas, partitions)));
}

}  // namespace partita
