// Calls that turn a global value into this device's shard and back (ir/manual_edges.h).
#include <algorithm>

#include "eval/grid.h"
#include "eval/machine.h"
#include "eval/manual.h"
#include "eval/session.h"
#include "ir/names.h"

namespace partita::core::eval {
namespace {

Result<std::vector<ManualEdge>> edges_of(const OpCall& call) {
  return ir::edges_of_call(call.op, call.machine.session().meshes, call.machine.grid().partitions());
}

int64_t devices_of(const HloLeaf& leaf) {
  if (const auto* named = std::get_if<NamedSharding>(&leaf)) return named->mesh->device_count();
  const auto& tile = std::get<TileSharding>(leaf);
  return tile.kind == TileKind::kTiled ? tile.order.count() : 1;
}

}  // namespace

Status eval_full_to_shard(OpCall& call) {
  PARTITA_ASSIGN(std::vector<ManualEdge> edges, edges_of(call));
  for (int i = 0; i < call.op.num_results(); ++i) {
    auto k = static_cast<size_t>(i);
    PARTITA_ASSIGN(Tensor part, cut(call, call.operands[k], call.result_type(i), edges[k]));
    call.give(std::move(part));
  }
  return {};
}

Status eval_shard_to_full(OpCall& call) {
  PARTITA_ASSIGN(std::vector<ManualEdge> edges, edges_of(call));
  std::vector<Tensor> locals;
  for (int i = 0; i < call.op.num_operands(); ++i) locals.push_back(call.take_operand(i));
  PARTITA_ASSIGN(call.results, join(call, std::move(locals), edges));
  return {};
}

int64_t devices_of_manual_calls(const Function& function, const Session& session) {
  int64_t devices = 0;
  walk(function.body(), [&](const Op& op) {
    if (!op.is(OpKind::kCustomCall)) return;
    const std::string_view target = op.text_attr(AttrKey::kCallTargetName);
    if (!call_targets::enters_manual_code(target) && !call_targets::leaves_manual_code(target)) return;
    devices = std::max<int64_t>(devices, 1);
    if (target.starts_with(call_targets::kSdyPrefix)) {
      auto edges = ir::edges_of_call(op, session.meshes, 0);
      if (!edges.ok()) return;
      for (const ManualEdge& edge : *edges) devices = std::max(devices, edge.sharding.mesh().device_count());
      return;
    }
    for (const Value* value : op.operands()) {
      if (auto leaf = ir::hlo_leaf(value)) devices = std::max(devices, devices_of(*leaf));
    }
    for (const Value* value : op.results()) {
      if (auto leaf = ir::hlo_leaf(value)) devices = std::max(devices, devices_of(*leaf));
    }
  });
  return devices;
}

}  // namespace partita::core::eval
