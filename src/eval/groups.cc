#include "eval/groups.h"

#include <fmt/format.h>

#include <algorithm>

#include "eval/grid.h"
#include "eval/machine.h"
#include "eval/session.h"
#include "ir/replica_groups.h"
#include "shard/axis_ref.h"
#include "shard/scanner.h"
#include "shard/spelling_axes.h"
#include "shard/spelling_hlo.h"
#include "shard/spelling_sdy.h"

namespace partita {
namespace {

using Groups = std::vector<std::vector<int64_t>>;

enum class Numbering { kReplicas, kPartitions, kReplicasWithPartitions, kDevices };

Numbering numbering_of(const Op& op) {
  if (op.bool_attr(AttrKey::kUseGlobalDeviceIds)) return Numbering::kDevices;
  if (op.int_attr(AttrKey::kChannelId) <= 0) return Numbering::kReplicas;
  switch (op.kind()) {
    case OpKind::kAllGather:
    case OpKind::kAllReduce:
    case OpKind::kCollectiveReduce:
    case OpKind::kReduceScatter: return Numbering::kReplicasWithPartitions;
    default: return Numbering::kPartitions;
  }
}

// mesh['a'=2,'b'=4] of HLO, @name of either, or a mesh of sdy.
Result<MeshPtr> mesh_of_groups(const OpCall& call, Attr mesh) {
  std::string_view text = mesh.text();
  if (mesh.is(AttrKind::kSymbol) || text.starts_with('@')) {
    if (text.starts_with('@')) text.remove_prefix(1);
    const auto& meshes = call.machine.session().meshes;
    auto found = meshes.find(text);
    if (found == meshes.end()) return call.fail(Code::kUnknownMesh, fmt::format("no mesh @{}", text));
    return found->second;
  }
  if (text.starts_with("mesh[")) {
    PARTITA_ASSIGN(HloSharding sharding, parse_hlo_sharding(fmt::format("{{{}, replicated}}", text)));
    return std::get<NamedSharding>(sharding.leaves[0]).mesh;
  }
  PARTITA_ASSIGN(Mesh parsed, parse_sdy_mesh(text));
  return std::make_shared<const Mesh>(std::move(parsed));
}

// [#stablehlo.axis_ref<name = "x", sub_axis_info = #stablehlo.sub_axis_info<pre_size = 1, size = 2>>, …]
Result<AxisRefs> stablehlo_axes(const OpCall& call, const Mesh& mesh, std::string_view text) {
  AxisRefs axes;
  auto number_behind = [](std::string_view part, std::string_view key) -> std::optional<int64_t> {
    size_t at = part.find(key);
    if (at == std::string_view::npos) return std::nullopt;
    Scanner scan(part, at + key.size());
    if (!scan.eat('=')) return std::nullopt;
    Result<int64_t> number = scan.integer();
    return number.ok() ? std::optional<int64_t>(*number) : std::nullopt;
  };
  for (size_t at = text.find("axis_ref<"); at != std::string_view::npos; at = text.find("axis_ref<", at + 1)) {
    std::string_view part = text.substr(at, text.find("axis_ref<", at + 1) - at);
    size_t open = part.find('"');
    size_t close = part.find('"', open + 1);
    std::string_view name =
        open < close && close != std::string_view::npos ? part.substr(open + 1, close - open - 1) : "";
    std::optional<int> index = mesh.axis_index(name);
    if (!index) return call.fail(Code::kUnknownAxis, fmt::format("the mesh has no axis \"{}\"", name));
    AxisRef ref = whole_axis(mesh, *index);
    auto pre = number_behind(part, "pre_size");
    auto size = number_behind(part, ", size");
    if (pre && size) ref = AxisRef{ref.axis, *pre, *size};
    axes.push_back(ref);
  }
  AxisUses uses(mesh);
  for (const AxisRef& ref : axes) PARTITA_CHECK_OK(uses.add(ref));
  return axes;
}

Result<Groups> mesh_groups(const OpCall& call, Attr groups) {
  PARTITA_ASSIGN(MeshPtr mesh, mesh_of_groups(call, groups.get("mesh")));
  std::string_view text = groups.get("axes").text();
  AxisRefs axes;
  if (text.starts_with('{')) {
    Scanner scan(text);
    AxisUses uses(*mesh);
    PARTITA_ASSIGN(axes, scan_axis_set(scan, *mesh, uses));
  } else {
    PARTITA_ASSIGN(axes, stablehlo_axes(call, *mesh, text));
  }
  Groups result;
  for (int64_t i = 0; i < mesh->device_count(); ++i) {
    int64_t device = mesh->order().id_at(i);
    std::vector<int64_t> group = devices_along(*mesh, axes, device);
    if (group.front() == device) result.push_back(std::move(group));
  }
  return result;
}

Result<Groups> written_groups(const OpCall& call) {
  Attr attr = call.op.attr(AttrKey::kReplicaGroups);
  if (is_mesh_groups(attr)) return mesh_groups(call, attr);
  std::optional<Groups> groups = expand_groups(attr);
  if (!groups) return call.fail(Code::kAttributeForm, "the device groups cannot be understood");
  return *groups;
}

std::vector<int64_t> numbers_to(int64_t n) {
  std::vector<int64_t> numbers(static_cast<size_t>(n));
  for (int64_t i = 0; i < n; ++i) numbers[static_cast<size_t>(i)] = i;
  return numbers;
}

Status check_range(const OpCall& call, int64_t id, int64_t count, std::string_view what) {
  if (id >= 0 && id < count) return {};
  return call.fail(Code::kConstraint, fmt::format("{} names {} {}, but the program runs on {} of them",
                                                  call.op.info().mlir, what, id, count));
}

}  // namespace

std::vector<int64_t> devices_along(const Mesh& mesh, std::span<const AxisRef> axes, int64_t device) {
  std::vector<int64_t> base =
      mesh.coordinates(device).value_or(std::vector<int64_t>(static_cast<size_t>(mesh.axis_count())));
  auto step = [&](const AxisRef& ref) { return mesh.axis(ref.axis).size / (ref.pre * ref.size); };
  for (const AxisRef& ref : axes) base[static_cast<size_t>(ref.axis)] -= ref_coordinate(mesh, ref, base) * step(ref);
  std::vector<int64_t> devices;
  int64_t count = total_size(axes);
  for (int64_t i = 0; i < count; ++i) {
    std::vector<int64_t> at = base;
    int64_t rest = i;
    for (size_t k = axes.size(); k-- > 0;) {
      at[static_cast<size_t>(axes[k].axis)] += rest % axes[k].size * step(axes[k]);
      rest /= axes[k].size;
    }
    devices.push_back(mesh.device_at(at));
  }
  return devices;
}

Result<std::vector<int64_t>> group_of(const OpCall& call) {
  const Machine& machine = call.machine;
  int64_t replicas = machine.grid().replicas();
  int64_t partitions = machine.grid().partitions();
  Numbering numbering = numbering_of(call.op);
  PARTITA_ASSIGN(Groups groups, written_groups(call));

  int64_t mine = machine.replica_id();
  int64_t count = replicas;
  std::string_view what = "replica";
  if (numbering == Numbering::kPartitions) mine = machine.partition_id(), count = partitions, what = "partition";
  if (numbering == Numbering::kDevices) mine = machine.process(), count = machine.grid().size(), what = "device";
  bool named = std::any_of(groups.begin(), groups.end(), [](const auto& group) { return !group.empty(); });
  if (!named) groups = {numbers_to(count)};

  for (const std::vector<int64_t>& group : groups) {
    for (int64_t id : group) PARTITA_CHECK_OK(check_range(call, id, count, what));
    if (std::find(group.begin(), group.end(), mine) == group.end()) continue;
    std::vector<int64_t> processes;
    switch (numbering) {
      case Numbering::kDevices: return group;
      case Numbering::kReplicas:
        for (int64_t id : group) processes.push_back(id * partitions + machine.partition_id());
        return processes;
      case Numbering::kPartitions:
        for (int64_t id : group) processes.push_back(machine.replica_id() * partitions + id);
        return processes;
      case Numbering::kReplicasWithPartitions:
        for (int64_t partition = 0; partition < partitions; ++partition) {
          for (int64_t id : group) processes.push_back(id * partitions + partition);
        }
        return processes;
    }
  }
  return std::vector<int64_t>();
}

namespace {

// Ids in pairs, source and target in turn.
Result<ProcessPairs> as_processes(const OpCall& call, std::span<const int64_t> ids, bool by_partition) {
  const Machine& machine = call.machine;
  int64_t partitions = machine.grid().partitions();
  int64_t count = by_partition ? partitions : machine.grid().replicas();
  ProcessPairs pairs;
  auto process = [&](int64_t id) {
    return by_partition ? machine.replica_id() * partitions + id : id * partitions + machine.partition_id();
  };
  for (size_t i = 0; i + 1 < ids.size(); i += 2) {
    for (int64_t id : {ids[i], ids[i + 1]}) {
      PARTITA_CHECK_OK(check_range(call, id, count, by_partition ? "partition" : "replica"));
    }
    pairs.emplace_back(process(ids[i]), process(ids[i + 1]));
  }
  return pairs;
}

// {{0,1},{1,2}}, however it is bracketed.
std::vector<int64_t> numbers_in(std::string_view text) {
  std::vector<int64_t> numbers;
  for (size_t at = 0; at < text.size();) {
    Scanner scan(text, at);
    Result<int64_t> number = scan.integer();
    if (number.ok()) numbers.push_back(*number);
    at = number.ok() ? scan.at() : at + 1;
  }
  return numbers;
}

}  // namespace

Result<ProcessPairs> process_pairs(const OpCall& call) {
  bool by_partition = numbering_of(call.op) != Numbering::kReplicas;
  return as_processes(call, call.op.ints_attr(AttrKey::kSourceTargetPairs), by_partition);
}

Result<std::optional<ProcessPairs>> message_pairs(const OpCall& call) {
  Attr frontend = call.op.extra("mhlo.frontend_attributes");
  Attr text = frontend.is(AttrKind::kDict) ? frontend.get("_xla_send_recv_source_target_pairs") : Attr();
  std::vector<int64_t> ids;
  if (call.op.has_attr(AttrKey::kSourceTargetPairs)) {
    std::span<const int64_t> written = call.op.ints_attr(AttrKey::kSourceTargetPairs);
    ids.assign(written.begin(), written.end());
  } else if (text.is(AttrKind::kString)) {
    ids = numbers_in(text.text());
  } else {
    return std::optional<ProcessPairs>();
  }
  PARTITA_ASSIGN(ProcessPairs pairs, as_processes(call, ids, call.machine.grid().partitions() > 1));
  return std::optional<ProcessPairs>(std::move(pairs));
}

}  // namespace partita
