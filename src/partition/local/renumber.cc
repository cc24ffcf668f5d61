#include "partition/local/renumber.h"

#include <algorithm>

#include "ir/device_pairs.h"
#include "ir/replica_groups.h"

namespace partita::core::partition {
namespace {

using Groups = std::vector<std::vector<int64_t>>;

Groups as_devices(const Groups& groups, GroupNumbers what, int64_t replicas, int64_t partitions) {
  Groups out;
  for (const std::vector<int64_t>& group : groups) {
    if (what == GroupNumbers::kReplicasWithPartitions) {
      std::vector<int64_t>& all = out.emplace_back();
      for (int64_t p = 0; p < partitions; ++p) {
        for (int64_t r : group) all.push_back(r * partitions + p);
      }
      continue;
    }
    const int64_t copies = what == GroupNumbers::kReplicas ? partitions : replicas;
    for (int64_t copy = 0; copy < copies; ++copy) {
      std::vector<int64_t>& one = out.emplace_back();
      for (int64_t id : group) {
        one.push_back(what == GroupNumbers::kReplicas ? id * partitions + copy : copy * partitions + id);
      }
    }
  }
  return out;
}

// Its groups, or its pairs as groups of two. No groups mean one group of all.
std::optional<Groups> groups_of(const Op& op, GroupNumbers what, int64_t replicas, int64_t partitions) {
  Groups groups;
  if (op.is(OpKind::kCollectivePermute)) {
    const std::vector<int64_t> pairs = listed_pairs(op);
    for (size_t i = 0; i + 1 < pairs.size(); i += 2) groups.push_back({pairs[i], pairs[i + 1]});
    return groups;
  }
  std::optional<Groups> listed = expand_groups(op.attr(AttrKey::kReplicaGroups));
  if (!listed) return std::nullopt;
  if (std::all_of(listed->begin(), listed->end(), [](const auto& group) { return group.empty(); })) {
    listed->assign(1, {});
    const int64_t count = what == GroupNumbers::kPartitions ? partitions
                          : what == GroupNumbers::kDevices  ? replicas * partitions
                                                            : replicas;
    for (int64_t id = 0; id < count; ++id) listed->front().push_back(id);
  }
  return listed;
}

// Whether a member's position in its group determines its result.
bool gives_by_place(OpKind kind) {
  return kind != OpKind::kAllReduce && kind != OpKind::kAllGather && kind != OpKind::kCollectiveBroadcast;
}

}  // namespace

std::optional<int64_t> named_beyond(const Op& op, int64_t replicas, int64_t partitions) {
  const GroupNumbers what = group_numbers(op);
  std::optional<Groups> groups = groups_of(op, what, replicas, partitions);
  if (!groups) return std::nullopt;
  const int64_t count = what == GroupNumbers::kDevices      ? replicas * partitions
                        : what == GroupNumbers::kPartitions ? partitions
                                                            : replicas;
  for (const std::vector<int64_t>& group : *groups) {
    for (int64_t id : group) {
      if (id >= count) return id;  // -1 fills up a shorter group
    }
  }
  return std::nullopt;
}

bool is_same_on_all_partitions(const Op& op, int64_t replicas, int64_t partitions) {
  const GroupNumbers what = group_numbers(op);
  if (what == GroupNumbers::kReplicas) return true;
  std::optional<Groups> groups = groups_of(op, what, replicas, partitions);
  if (!groups) return true;
  if (what != GroupNumbers::kDevices) groups = as_devices(*groups, what, replicas, partitions);
  // What determines a device's result: the replicas it receives from, in order, and its position where that matters.
  std::vector<std::vector<int64_t>> hears(replicas * partitions);
  for (const std::vector<int64_t>& group : *groups) {
    std::vector<int64_t> from;
    for (int64_t id : group) from.push_back(id / partitions);
    for (size_t place = 0; place < group.size(); ++place) {
      if (group[place] < 0 || group[place] >= replicas * partitions) continue;
      std::vector<int64_t>& mine = hears[group[place]];
      if (op.is(OpKind::kCollectivePermute)) {
        if (place == 1) mine = {from[0]};
        continue;
      }
      mine = from;
      if (gives_by_place(op.kind())) mine.push_back(static_cast<int64_t>(place));
    }
  }
  for (int64_t device = 0; device < replicas * partitions; ++device) {
    if (hears[device] != hears[device / partitions * partitions]) return false;
  }
  return true;
}

void renumber_as_replicas(const Op& from, Op& made, int64_t replicas, int64_t partitions) {
  const GroupNumbers what = group_numbers(from);
  if (what == GroupNumbers::kDevices) return;  // r * P + p already
  // With a channel, the numbers are partitions.
  made.set_attr(AttrKey::kChannelId, {});
  made.set_attr(AttrKey::kChannelType, {});
  Context& context = made.module().context();
  const bool same = what == GroupNumbers::kReplicas     ? partitions == 1
                    : what == GroupNumbers::kPartitions ? replicas == 1
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

}  // namespace partita::core::partition
