#include "ir/replica_groups.h"

#include <algorithm>
#include <numeric>

#include "ir/device_pairs.h"
#include "ir/names.h"
#include "ir/program.h"

namespace partita::core::ir {

Attr list_groups(Context& context, const std::vector<std::vector<int64_t>>& groups) {
  std::vector<Attr> rows;
  rows.reserve(groups.size());
  for (const std::vector<int64_t>& group : groups) rows.push_back(context.ints(group));
  return context.array(rows);
}

Attr iota_groups(Context& context, int64_t groups, int64_t size, std::span<const int64_t> dims,
                 std::span<const int64_t> perm) {
  std::vector<NamedAttr> entries = {{context.name("iota_shape"), context.ints({groups, size})},
                                    {context.name("iota_dims"), context.ints(dims)}};
  if (!perm.empty()) entries.push_back({context.name("iota_perm"), context.ints(perm)});
  return context.dict(entries);
}

bool is_iota_groups(Attr attr) { return attr.is(AttrKind::kDict) && attr.get("iota_shape"); }
bool is_mesh_groups(Attr attr) { return attr.is(AttrKind::kDict) && attr.get("mesh"); }

namespace {

// Ids 0 … n-1 laid out as `dims`, transposed by `perm`, read row by row.
std::vector<int64_t> iota_ids(std::span<const int64_t> dims, std::span<const int64_t> perm) {
  int64_t total = std::accumulate(dims.begin(), dims.end(), int64_t{1}, std::multiplies<>());
  std::vector<int64_t> strides(dims.size(), 1);
  for (size_t i = dims.size(); i-- > 1;) strides[i - 1] = strides[i] * dims[i];
  std::vector<int64_t> ids(total);
  for (int64_t position = 0; position < total; ++position) {
    int64_t rest = position, id = 0;
    for (size_t k = dims.size(); k-- > 0;) {
      size_t d = perm.empty() ? k : static_cast<size_t>(perm[k]);
      id += rest % dims[d] * strides[d];
      rest /= dims[d];
    }
    ids[position] = id;
  }
  return ids;
}

}  // namespace

std::optional<std::vector<std::vector<int64_t>>> expand_groups(Attr attr) {
  std::vector<std::vector<int64_t>> groups;
  if (attr.is(AttrKind::kArray)) {
    for (Attr row : attr.elements()) {
      if (!row.is(AttrKind::kInts)) return std::nullopt;
      groups.emplace_back(row.ints().begin(), row.ints().end());
    }
    return groups;
  }
  if (!is_iota_groups(attr)) return std::nullopt;
  std::span<const int64_t> shape = attr.get("iota_shape").ints();
  Attr perm = attr.get("iota_perm");
  std::vector<int64_t> ids = iota_ids(attr.get("iota_dims").ints(), perm ? perm.ints() : std::span<const int64_t>());
  if (shape.size() != 2 || shape[0] * shape[1] != std::ssize(ids)) return std::nullopt;
  for (int64_t g = 0; g < shape[0]; ++g)
    groups.emplace_back(ids.begin() + g * shape[1], ids.begin() + (g + 1) * shape[1]);
  return groups;
}

GroupNumbers group_numbers(const Op& op) {
  if (op.bool_attr(AttrKey::kUseGlobalDeviceIds)) return GroupNumbers::kDevices;
  if (op.int_attr(AttrKey::kChannelId) <= 0) return GroupNumbers::kReplicas;
  switch (op.kind()) {
    case OpKind::kAllGather:
    case OpKind::kAllReduce:
    case OpKind::kCollectiveReduce:
    case OpKind::kReduceScatter: return GroupNumbers::kReplicasWithPartitions;
    default: return GroupNumbers::kPartitions;
  }
}

namespace {

// The group size of a collective that names no groups, by its shapes; 1 where they do not determine it.
int64_t members_by_shape(const Op& op) {
  auto ratio = [&](AttrKey key, const Value* large, const Value* small) -> int64_t {
    const int64_t d = op.int_attr(key);
    if (!large->type().is_tensor() || !small->type().is_tensor() || d < 0 || d >= large->type().rank() ||
        d >= small->type().rank() || small->type().dim(d) <= 0)
      return 1;
    return large->type().dim(d) / small->type().dim(d);
  };
  switch (op.kind()) {
    case OpKind::kAllGather: return ratio(AttrKey::kAllGatherDim, op.result(0), op.operand(0));
    case OpKind::kReduceScatter: return ratio(AttrKey::kScatterDimension, op.operand(0), op.result(0));
    case OpKind::kAllToAll: return op.int_attr(AttrKey::kSplitCount);
    default: return 1;
  }
}

}  // namespace

DeviceCounts device_counts(const Function& entry) {
  const Attr replicas = entry.module().discardable_attribute(hlo_names::kNumReplicas);
  const Attr partitions = entry.module().discardable_attribute(hlo_names::kNumPartitions);
  auto stated = [](Attr count) { return count.is(AttrKind::kInt) ? std::max<int64_t>(count.as_int(), 1) : 1; };
  DeviceCounts counts = {stated(replicas), stated(partitions)};
  if (replicas && partitions) return counts;
  constexpr int64_t kMost = int64_t{1} << 20;  // a number beyond is a slip of the pen, and no reason to count so far
  DeviceCounts named;
  int64_t devices = 1;  // of all replicas together
  walk(entry.body(), [&](const Op& op) {
    if (!op.info().has(kCollective)) return;
    const GroupNumbers what = group_numbers(op);
    int64_t& count = what == GroupNumbers::kDevices      ? devices
                     : what == GroupNumbers::kPartitions ? named.partitions
                                                         : named.replicas;
    auto names = [&](int64_t id) {
      if (id < kMost) count = std::max(count, id + 1);
    };
    auto groups = expand_groups(op.attr(AttrKey::kReplicaGroups));
    bool any = !groups;
    for (size_t g = 0; groups && g < groups->size(); ++g) {
      for (int64_t id : (*groups)[g]) names(id), any = true;
    }
    if (!any) names(members_by_shape(op) - 1);
    for (int64_t id : listed_pairs(op)) names(id);
  });
  if (!replicas) counts.replicas = named.replicas;
  if (!partitions) {
    counts.partitions = std::max(named.partitions, (devices + counts.replicas - 1) / counts.replicas);
  }
  return counts;
}

}  // namespace partita::core::ir
