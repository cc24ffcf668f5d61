#include "eval/groups.h"

#include <fmt/format.h>

#include <algorithm>

#include "eval/grid.h"
#include "eval/machine.h"
#include "eval/session.h"
#include "ir/device_pairs.h"
#include "ir/names.h"
#include "ir/replica_groups.h"
#include "shard/axis_groups.h"
#include "shard/scanner.h"

namespace partita::core::eval {
namespace {

using Groups = std::vector<std::vector<int64_t>>;

Result<Groups> mesh_groups(const OpCall& call, Attr groups) {
  Attr mesh = groups.get("mesh");
  auto lookup = [&](std::string_view name) -> MeshPtr {
    const auto& meshes = call.machine.session().meshes;
    auto found = meshes.find(name);
    return found != meshes.end() ? found->second : nullptr;
  };
  Result<AxisGroups> parsed = shard::parse_axis_groups(mesh.text(), groups.get("axes").text(), lookup);
  if (!parsed.ok()) return call.fail(parsed.error().diagnostic.code, parsed.error().diagnostic.message);
  Groups result;
  for (int64_t i = 0; i < parsed->mesh->device_count(); ++i) {
    int64_t device = parsed->mesh->order().id_at(i);
    std::vector<int64_t> group = devices_along(*parsed->mesh, parsed->axes, device);
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
  std::vector<int64_t> numbers(n);
  for (int64_t i = 0; i < n; ++i) numbers[i] = i;
  return numbers;
}

Status check_range(const OpCall& call, int64_t id, int64_t count, std::string_view what) {
  if (id >= 0 && id < count) return {};
  return call.fail(Code::kConstraint, fmt::format("{} names {} {}, but the program runs on {} of them",
                                                  call.op.info().mlir, what, id, count));
}

}  // namespace

Result<std::vector<int64_t>> group_of(const OpCall& call) {
  const Machine& machine = call.machine;
  int64_t replicas = machine.grid().replicas();
  int64_t partitions = machine.grid().partitions();
  const GroupNumbers numbering = group_numbers(call.op);
  PARTITA_ASSIGN(Groups groups, written_groups(call));

  int64_t mine = machine.replica_id();
  int64_t count = replicas;
  std::string_view what = "replica";
  if (numbering == GroupNumbers::kPartitions) mine = machine.partition_id(), count = partitions, what = "partition";
  if (numbering == GroupNumbers::kDevices) mine = machine.process(), count = machine.grid().size(), what = "device";
  bool named = std::any_of(groups.begin(), groups.end(), [](const auto& group) { return !group.empty(); });
  if (!named) groups = {numbers_to(count)};

  for (const std::vector<int64_t>& group : groups) {
    for (int64_t id : group) PARTITA_CHECK_OK(check_range(call, id, count, what));
    if (std::find(group.begin(), group.end(), mine) == group.end()) continue;
    std::vector<int64_t> processes;
    switch (numbering) {
      case GroupNumbers::kDevices: return group;
      case GroupNumbers::kReplicas:
        for (int64_t id : group) processes.push_back(id * partitions + machine.partition_id());
        return processes;
      case GroupNumbers::kPartitions:
        for (int64_t id : group) processes.push_back(machine.replica_id() * partitions + id);
        return processes;
      case GroupNumbers::kReplicasWithPartitions:
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
  bool by_partition = group_numbers(call.op) != GroupNumbers::kReplicas;
  return as_processes(call, ir::listed_pairs(call.op), by_partition);
}

Result<std::optional<ProcessPairs>> message_pairs(const OpCall& call) {
  Attr frontend = call.op.discardable_attribute(hlo_names::kFrontendAttributes);
  Attr text = frontend.is(AttrKind::kDict) ? frontend.get("_xla_send_recv_source_target_pairs") : Attr();
  std::vector<int64_t> ids;
  if (call.op.has_attr(AttrKey::kSourceTargetPairs)) {
    ids = ir::listed_pairs(call.op);
  } else if (text.is(AttrKind::kString)) {
    ids = numbers_in(text.text());
  } else {
    return std::optional<ProcessPairs>();
  }
  PARTITA_ASSIGN(ProcessPairs pairs, as_processes(call, ids, call.machine.grid().partitions() > 1));
  return std::optional<ProcessPairs>(std::move(pairs));
}

}  // namespace partita::core::eval
