#include "partition/local/collectives.h"

#include <algorithm>

#include "ir/combiner.h"
#include "ir/replica_groups.h"
#include "shard/axis_groups.h"

namespace partita::core::partition {
namespace {

constexpr int64_t kDeviceToDevice = 1;

// The groups as ids row by row are numbers whose digits are pieces of axes; as digits of the ids they are an iota,
// transposed.
std::optional<Attr> iota_form(Context& context, const Mesh& mesh, const AxisRefs& rest, std::span<const AxisRef> axes,
                              int64_t copies) {
  AxisRefs pieces = rest;
  pieces.insert(pieces.end(), axes.begin(), axes.end());
  const std::optional<Digits> along = shard::digits_along(mesh, pieces);  // major to minor in the list of groups
  if (!along) return std::nullopt;
  const Digits& ordered = *along;
  Digits by_id = ordered;
  std::sort(by_id.begin(), by_id.end(), [](const Digit& a, const Digit& b) { return a.to > b.to; });
  std::vector<int64_t> dims, perm;
  for (const Digit& digit : by_id) dims.push_back(digit.size);
  for (const Digit& digit : ordered) perm.push_back(std::find(by_id.begin(), by_id.end(), digit) - by_id.begin());
  if (dims.empty()) dims = {1}, perm = {0};
  const int64_t size = total_size(axes);
  if (std::is_sorted(perm.begin(), perm.end())) {
    dims = {copies * mesh.device_count()}, perm.clear();
  } else if (copies > 1) {
    for (int64_t& p : perm) ++p;
    dims.insert(dims.begin(), copies), perm.insert(perm.begin(), 0);
  }
  return iota_groups(context, copies * mesh.device_count() / size, size, dims, perm);
}

std::vector<std::vector<int64_t>> listed_groups(const Mesh& mesh, const AxisRefs& rest, std::span<const AxisRef> axes) {
  // Positions are sums over the pieces, so groups are too.
  auto positions = [&](std::span<const AxisRef> refs) {
    std::vector<int64_t> out = {0};
    for (const AxisRef& ref : refs) {
      std::vector<int64_t> next;
      for (int64_t prefix : out) {
        for (int64_t c = 0; c < ref.size; ++c) next.push_back(prefix + c * ref_stride(mesh, ref));
      }
      out = std::move(next);
    }
    return out;
  };
  std::vector<std::vector<int64_t>> groups;
  const std::vector<int64_t> members = positions(axes);
  for (int64_t base : positions(rest)) {
    std::vector<int64_t>& group = groups.emplace_back();
    for (int64_t member : members) group.push_back(mesh.order().id_at(base + member));
  }
  return groups;
}

// Groups of partitions are within a replica; those of replicas and of global ids have to name every replica's.
enum class Ids { kGlobal, kPartitions };
int64_t copies(const LocalBuilder& b, Ids ids) {
  return ids == Ids::kGlobal || b.ids() == DeviceIds::kReplica ? b.replicas() : 1;
}
Attr groups_of(LocalBuilder& b, const MeshPtr& mesh, std::span<const AxisRef> axes, Ids ids) {
  return b.device_groups(mesh, axes, copies(b, ids));
}

// Channel and numbering; `kGlobal` for ops that have the attribute.
std::vector<KeyedAttr> numbered(LocalBuilder& b, std::vector<KeyedAttr> attrs, Ids ids) {
  if (b.ids() == DeviceIds::kReplica) return attrs;
  attrs.push_back({AttrKey::kChannelId, b.context().integer(b.next_channel())});
  attrs.push_back({AttrKey::kChannelType, b.context().integer(kDeviceToDevice)});
  if (ids == Ids::kGlobal) attrs.push_back({AttrKey::kUseGlobalDeviceIds, b.context().boolean(true)});
  return attrs;
}

Value* make(LocalBuilder& b, OpKind kind, Value* operand, Type type, const std::vector<KeyedAttr>& attrs) {
  return b.op(kind, std::span(&operand, 1), std::span(&type, 1), attrs)->result();
}

Value* make_reducing(LocalBuilder& b, OpKind kind, Value* operand, Type type, const std::vector<KeyedAttr>& attrs,
                     ReductionKind reduction) {
  Op* op = b.op(kind, std::span(&operand, 1), std::span(&type, 1), attrs, 1);
  const Type scalar = b.tensor(type.element(), {});
  Region& body = op->region(0);
  Value* x = body.add_argument(scalar);
  Value* y = body.add_argument(scalar);
  const LocalBuilder::Place here = b.place();
  b.set_place({&body, nullptr});
  Value* both = b.value(ir::combiner_of(reduction), {x, y}, scalar);
  b.op(OpKind::kReturn, std::span(&both, 1), {});
  b.set_place(here);
  return op->result();
}

Type scaled(LocalBuilder& b, Type type, int dim, int64_t factor, int64_t divisor) {
  std::vector<int64_t> dims(type.dims().begin(), type.dims().end());
  dims[dim] = dims[dim] * factor / divisor;
  return b.tensor(type.element(), dims);
}

}  // namespace

Attr device_groups(Context& context, const Mesh& mesh, std::span<const AxisRef> axes, int64_t copies) {
  const AxisRefs rest = complement(mesh, axes);
  if (const std::optional<Attr> iota = iota_form(context, mesh, rest, axes, copies)) return *iota;
  const std::vector<std::vector<int64_t>> once = listed_groups(mesh, rest, axes);
  std::vector<std::vector<int64_t>> groups;
  for (int64_t copy = 0; copy < copies; ++copy) {
    for (const std::vector<int64_t>& group : once) {
      for (int64_t& id : groups.emplace_back(group)) id += copy * mesh.device_count();
    }
  }
  return list_groups(context, groups);
}

Value* all_gather(LocalBuilder& b, Value* operand, int dim, const MeshPtr& mesh, std::span<const AxisRef> axes) {
  return make(b, OpKind::kAllGather, operand, scaled(b, operand->type(), dim, total_size(axes), 1),
              numbered(b,
                       {{AttrKey::kAllGatherDim, b.context().integer(dim)},
                        {AttrKey::kReplicaGroups, groups_of(b, mesh, axes, Ids::kGlobal)}},
                       Ids::kGlobal));
}

Value* reduce_scatter(LocalBuilder& b, Value* operand, int dim, const MeshPtr& mesh, std::span<const AxisRef> axes,
                      ReductionKind kind) {
  return make_reducing(b, OpKind::kReduceScatter, operand, scaled(b, operand->type(), dim, 1, total_size(axes)),
                       numbered(b,
                                {{AttrKey::kScatterDimension, b.context().integer(dim)},
                                 {AttrKey::kReplicaGroups, groups_of(b, mesh, axes, Ids::kGlobal)}},
                                Ids::kGlobal),
                       kind);
}

Value* all_reduce(LocalBuilder& b, Value* operand, const MeshPtr& mesh, std::span<const AxisRef> axes,
                  ReductionKind kind) {
  return make_reducing(b, OpKind::kAllReduce, operand, operand->type(),
                       numbered(b, {{AttrKey::kReplicaGroups, groups_of(b, mesh, axes, Ids::kGlobal)}}, Ids::kGlobal),
                       kind);
}

Value* all_to_all(LocalBuilder& b, Value* operand, int split, int concat, const MeshPtr& mesh,
                  std::span<const AxisRef> axes) {
  const int64_t count = total_size(axes);
  const Type type = scaled(b, scaled(b, operand->type(), split, 1, count), concat, count, 1);
  return make(b, OpKind::kAllToAll, operand, type,
              numbered(b,
                       {{AttrKey::kSplitDimension, b.context().integer(split)},
                        {AttrKey::kConcatDimension, b.context().integer(concat)},
                        {AttrKey::kSplitCount, b.context().integer(count)},
                        {AttrKey::kReplicaGroups, groups_of(b, mesh, axes, Ids::kPartitions)}},
                       Ids::kPartitions));
}

Value* collective_permute(LocalBuilder& b, Value* operand, Attr pairs) {
  return make(b, OpKind::kCollectivePermute, operand, operand->type(),
              numbered(b, {{AttrKey::kSourceTargetPairs, pairs}}, Ids::kPartitions));
}

Value* collective_broadcast(LocalBuilder& b, Value* operand, std::span<const int64_t> devices) {
  std::vector<std::vector<int64_t>> listed;
  for (int64_t copy = 0; copy < copies(b, Ids::kPartitions); ++copy) {
    for (int64_t& id : listed.emplace_back(devices.begin(), devices.end())) id += copy * b.partitions();
  }
  const Attr groups = list_groups(b.context(), listed);
  return make(b, OpKind::kCollectiveBroadcast, operand, operand->type(),
              numbered(b, {{AttrKey::kReplicaGroups, groups}}, Ids::kPartitions));
}

Attr pairs_of(const LocalBuilder& b, const DevicePairs& devices) {
  std::vector<int64_t> flat;
  const int64_t times = copies(b, Ids::kPartitions);
  flat.reserve(2 * devices.size() * static_cast<size_t>(times));
  for (int64_t copy = 0; copy < times; ++copy) {
    const int64_t first = copy * b.partitions();
    for (const auto& [source, target] : devices) flat.insert(flat.end(), {first + source, first + target});
  }
  return b.context().ints(flat);
}

Attr pairs_along(const LocalBuilder& b, const Mesh& mesh, std::span<const AxisRef> axes,
                 std::span<const PlaceRun> runs) {
  const Attr groups = device_groups(b.context(), mesh, axes, copies(b, Ids::kPartitions));
  const bool fills_replicas = copies(b, Ids::kPartitions) == 1 || b.partitions() == mesh.device_count();
  if (fills_replicas && ir::is_iota_groups(groups)) return ir::moves_in_groups(b.context(), groups, runs);
  DevicePairs pairs;
  for (const std::vector<int64_t>& group : listed_groups(mesh, complement(mesh, axes), axes)) {
    for (const PlaceRun& run : runs) {
      for (int64_t k = 0; k < run.count; ++k) pairs.emplace_back(group[run.from + k], group[run.to + k]);
    }
  }
  return pairs_of(b, pairs);
}

Attr shifted_pairs(const LocalBuilder& b, const Mesh& mesh, std::span<const AxisRef> axes, int64_t shift) {
  const int64_t first = std::max<int64_t>(0, -shift);
  const PlaceRun run{first, first + shift, total_size(axes) - std::abs(shift)};
  return pairs_along(b, mesh, axes, {&run, run.count > 0 ? 1U : 0U});
}

}  // namespace partita::core::partition
