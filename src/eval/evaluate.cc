#include "eval/evaluate.h"

#include <fmt/format.h>

#include <algorithm>

#include "eval/grid.h"
#include "eval/machine.h"
#include "eval/manual.h"
#include "eval/session.h"
#include "ir/names.h"
#include "ir/replica_groups.h"

namespace partita::core::eval {

Status check_inputs(const Function& entry, const std::vector<Tensor>& inputs) {
  auto fail = [](std::string message) { return Error{error_without_place(Code::kBadInput, std::move(message))}; };
  if (std::ssize(inputs) != entry.num_arguments()) {
    return fail(fmt::format("@{} takes {} arguments, but {} were given", entry.name().text(), entry.num_arguments(),
                            inputs.size()));
  }
  for (int i = 0; i < entry.num_arguments(); ++i) {
    Type wanted = entry.argument(i)->type();
    const Tensor& given = inputs[i];
    if (!wanted.is_tensor() || given.type() == wanted) continue;
    return fail(fmt::format("argument {} is a {}, but {} was given", i, wanted.to_string(),
                            given.type() ? given.type().to_string() : "nothing"));
  }
  return {};
}

namespace {

// Whether the ops of a region communicate with other devices or read the device's id, outside of manual computations.
bool speaks_of_devices(const Region& region) {
  for (const Op& op : region) {
    if (op.info().has(kCollective) || op.is(OpKind::kPartitionId) || op.is(OpKind::kReplicaId)) return true;
    if (op.is(OpKind::kManualComputation)) continue;
    for (int i = 0; i < op.num_regions(); ++i) {
      if (speaks_of_devices(op.region(i))) return true;
    }
  }
  return false;
}

}  // namespace

GridShape grid_for(const Function& entry, const Session& session) {
  int64_t manual = devices_of_manual_calls(entry, session);
  if (manual == 0 && !speaks_of_devices(entry.body())) return {};
  auto [replicas, partitions] = device_counts(entry);
  if (session.options.partitions > 0) {
    partitions = session.options.partitions;
  } else if (partitions <= 1) {
    partitions = std::max<int64_t>(manual, 1);
    if (manual == 0 && replicas == 1) {
      for (const auto& [name, mesh] : session.meshes) partitions = std::max(partitions, mesh->device_count());
    }
  }
  return {replicas, partitions};
}

namespace {

Result<std::vector<std::vector<Tensor>>> run_on(GridShape shape, const Function& entry, Session& session,
                                                const std::function<std::vector<Tensor>(int64_t process)>& inputs_of) {
  Grid grid(session, shape.replicas, shape.partitions);
  grid.set_infeed(session.options.infeed);
  return grid.run([&](int64_t process) { return std::make_unique<Machine>(session, grid, process); },
                  [&](Machine& machine) { return machine.run_function(entry, inputs_of(machine.process())); });
}

}  // namespace

Result<std::vector<Tensor>> evaluate(const Module& module, const Function& entry, std::vector<Tensor> inputs,
                                     const EvalOptions& options, Diagnostics& failed_checks) {
  PARTITA_CHECK_OK(check_inputs(entry, inputs));
  Session session(module, options, failed_checks);
  GridShape shape = grid_for(entry, session);
  bool alone = shape.replicas * shape.partitions == 1;
  auto inputs_of = [&](int64_t) { return alone ? std::move(inputs) : inputs; };
  PARTITA_ASSIGN(auto results, run_on(shape, entry, session, inputs_of));
  return std::move(results[0]);
}

Result<std::vector<std::vector<Tensor>>> evaluate_on_grid(const Module& module, const Function& entry, int64_t replicas,
                                                          int64_t partitions, std::vector<std::vector<Tensor>> inputs,
                                                          const EvalOptions& options, Diagnostics& failed_checks) {
  if (std::ssize(inputs) != replicas * partitions) {
    return Error{error_without_place(Code::kBadInput, "every device wants inputs of its own")};
  }
  for (const std::vector<Tensor>& mine : inputs) PARTITA_CHECK_OK(check_inputs(entry, mine));
  Session session(module, options, failed_checks);
  return run_on({replicas, partitions}, entry, session, [&](int64_t process) { return std::move(inputs[process]); });
}

}  // namespace partita::core::eval
