#include "partition/partition.h"

#include <fmt/format.h>

#include <algorithm>

#include "ir/names.h"
#include "ir/replica_groups.h"
#include "partition/local/module_attributes.h"
#include "partition/local/renumber.h"
#include "partition/lower/lowering_state.h"

namespace partita::core::partition {
namespace {

// Devices must be 0 to N-1, and the same number in every mesh that is used.
Result<int64_t> device_count(const Completion& completion) {
  int64_t devices = 0;
  for (const NamedMesh& named : completion.meshes().all()) {
    const Mesh& mesh = *named.mesh;
    if (mesh.is_maximal() || mesh.axis_count() == 0 || !named.used) continue;
    int64_t n = mesh.device_count();
    if (devices != 0 && devices != n) {
      return Error{
          error_without_place(Code::kDeviceIds, fmt::format("mesh @{} has {} devices, another has {}; all meshes of "
                                                            "a program must have the same devices",
                                                            named.name, n, devices))};
    }
    devices = n;
    if (!mesh.order().is_listed()) continue;
    for (int64_t id : mesh.order().ids()) {
      if (id >= n) {
        return Error{error_without_place(
            Code::kDeviceIds,
            fmt::format("mesh @{} names device {}, but its {} devices must be 0 to {}", named.name, id, n, n - 1))};
      }
    }
  }
  return std::max<int64_t>(devices, 1);
}

// A collective that names a device the program does not run on would wait for it forever.
Status check_named_devices(const Module& module, const Function& entry, int64_t replicas, int64_t partitions) {
  Status status;
  walk(entry.body(), [&](const Op& op) {
    if (!op.info().has(kCollective) || !status.ok()) return;
    const std::optional<int64_t> beyond = named_beyond(op, replicas, partitions);
    if (!beyond) return;
    status = Error{module.error_at_op(
        op, Code::kDeviceIds,
        fmt::format("{} names device {}, but the program runs on {}", op.info().mlir, *beyond,
                    replicas == 1 ? fmt::format("{}", partitions)
                                  : fmt::format("{} replicas of {} partitions", replicas, partitions)))};
  });
  return status;
}

}  // namespace

Result<Partitioned> partition(const Module& module, const Function& entry, const Completion& completion,
                              const PartitionPlan& plan, const PartitionOptions& options) {
  Partitioned out;
  PARTITA_ASSIGN(out.devices, device_count(completion));
  Context& context = module.context();
  out.module = std::make_unique<Module>(context);
  Module& local = *out.module;
  local.set_name(module.name());
  local.set_format(module.format());
  copy_module_attributes(module, local);
  local.set_source(module.source());  // ops of the local program stand where those they come from do
  out.replicas = device_counts(entry).replicas;
  PARTITA_CHECK_OK(check_named_devices(module, entry, out.replicas, out.devices));
  const int64_t all = out.replicas * out.devices;
  const bool by_partition = options.ids == DeviceIds::kPartition;
  local.set_discardable_attribute(hlo_names::kNumPartitions, context.integer(by_partition ? out.devices : 1, "i32"));
  local.set_discardable_attribute(hlo_names::kNumReplicas, context.integer(by_partition ? out.replicas : all, "i32"));

  Function& function = *local.add_function(entry.name(), {}, {});
  function.set_discardable_attributes(entry.discardable_attributes());
  function.set_location(entry.location());
  LoweringState lowering(module, completion, plan, options, out, function);
  LocalBuilder& builder = lowering.builder();
  builder.set_grid(out.replicas, out.devices);
  BoundaryWriter boundary(context);
  for (int i = 0; i < entry.num_arguments(); ++i) {
    const Value* argument = entry.argument(i);
    const Sharding* sharding = lowering.storage_sharding(argument);
    Type type = sharding != nullptr ? builder.local(argument->type(), *sharding) : argument->type();
    Value* value = function.body().add_argument(type, argument->name());
    lowering.define(argument, sharding, value);
    out.arguments.push_back({argument->type(), sharding});
    function.set_argument_attrs(i, boundary.with_boundary(entry.argument_attrs(i), out.arguments.back()));
  }
  PARTITA_CHECK_OK(lowering.lower_region(entry.body(), function.body()));
  const Op& ret = *entry.body().terminator();
  std::vector<const Sharding*> wanted;
  std::vector<Type> types;
  for (int i = 0; i < ret.num_operands(); ++i) {
    Type type = ret.operand(i)->type();
    const Sharding* sharding = type.is_tensor() ? lowering.storage_sharding(completion.result(i), type) : nullptr;
    wanted.push_back(sharding);
    types.push_back(sharding != nullptr ? builder.local(type, *sharding) : type);
    out.results.push_back({type, sharding});
  }
  lowering.lower_return(ret, ret.operands(), wanted);
  function.set_result_types(types);
  for (int i = 0; i < ret.num_operands(); ++i) {
    function.set_result_attrs(i, boundary.with_boundary(entry.result_attrs(i), out.results[i]));
  }
  if (!check_donations(function)) {  // HLO's own attributes about donation do not hold either
    local.set_discardable_attribute("hlo.input_output_alias", {});
    local.set_discardable_attribute("hlo.buffer_donor", {});
  }
  keep_named_meshes(module, local);
  out.reasons = builder.take_reasons();
  return out;
}

}  // namespace partita::core::partition
