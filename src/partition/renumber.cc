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

// Its groups, or its pairs as groups of two. No groups at all are one of everything.
std::optional<Groups> groups_of(const Op& op, Numbered what, int64_t replicas, int64_t partitions) {
  Groups groups;
  if (op.is(OpKind::kCollectivePermute)) {
    const std::span<const int64_t> pairs = op.ints_attr(AttrKey::kSourceTargetPairs);
    for (size_t i = 0; i + 1 < pairs.size(); i += 2) groups.push_back({pairs[i], pairs[i + 1]});
    return groups;
  }
  std::optional<Groups> listed = expand_groups(op.attr(AttrKey::kReplicaGroups));
  if (!listed) return std::nullopt;
  if (std::all_of(listed->begin(), listed->end(), [](const auto& group) { return group.empty(); })) {
    listed->assign(1, {});
    const int64_t count = what == Numbered::kPartitions ? partitions
                          : what == Numbered::kDevices  ? replicas * partitions
                                                        : replicas;
    for (int64_t id = 0; id < count; ++id) listed->front().push_back(id);
  }
  return listed;
}

// Whether a member's place in its group decides what it gets.
bool gives_by_place(OpKind kind) {
  return kind != OpKind::kAllReduce && kind != OpKind::kAllGather && kind != OpKind::kCollectiveBroadcast;
}

}  // namespace

bool is_same_on_all_partitions(const Op& op, int64_t replicas, int64_t partitions) {
  const Numbered what = numbered(op);
  if (what == Numbered::kReplicas) return true;
  std::optional<Groups> groups = groups_of(op, what, replicas, partitions);
  if (!groups) return true;
  if (what != Numbered::kDevices) groups = as_devices(*groups, what, replicas, partitions);
  // What decides a device's result: the replicas it hears from, in order, and its place where that matters.
  std::vector<std::vector<int64_t>> hears(static_cast<size_t>(replicas * partitions));
  for (const std::vector<int64_t>& group : *groups) {
    std::vector<int64_t> from;
    for (int64_t id : group) from.push_back(id / partitions);
    for (size_t place = 0; place < group.size(); ++place) {
      if (group[place] < 0 || group[place] >= replicas * partitions) continue;
      std::vector<int64_t>& mine = hears[static_cast<size_t>(group[place])];
      if (op.is(OpKind::kCollectivePermute)) {
        if (place == 1) mine = {from[0]};
        continue;
      }
      mine = from;
      if (gives_by_place(op.kind())) mine.push_back(static_cast<int64_t>(place));
    }
  }
  for (int64_t device = 0; device < replicas * partitions; ++device) {
    if (hears[static_cast<size_t>(device)] != hears[static_cast<size_t>(device / partitions * partitions)])
      return false;
  }
  return true;
}

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
  std::optional<Groups> groups = groups_of(from, what, replicas, partitions);
  if (!groups) return;
  const Groups devices = as_devices(*groups, what, replicas, partitions);
  if (from.is(OpKind::kCollectivePermute)) {
    std::vector<int64_t> flat;
    for (const auto& pair : devices) flat.insert(flat.end(), pair.begin(), pair.end());
    made.set_attr(AttrKey::kSourceTargetPairs, context.ints(flat));
    return;
  }
  made.set_attr(AttrKey::kReplicaGroups, list_groups(context, devices));
}

}  // namespace partita
