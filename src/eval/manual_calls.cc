// Manual code as HLO spells it: calls that turn a global value into this device's shard and back. What is sliced
// follows from the sharding of the global value (the operand's going in, the call's own coming out), and along which
// axes by which of the devices are manual on the other side:
//
//   p = f32[16,8] parameter(0), sharding={devices=[2,2]<=[4]}
//   s = f32[8,4] custom-call(p), custom_call_target="SPMDFullToShardShape", sharding={manual}       cut along
//   everything f = f32[16,4] custom-call(s), custom_call_target="SPMDShardToFullShape",                        joined
//   along rows only
//       sharding={devices=[2,1,2]<=[4] last_tile_dims={manual}}
#include <fmt/format.h>

#include <algorithm>

#include "eval/grid.h"
#include "eval/machine.h"
#include "eval/manual.h"
#include "eval/session.h"
#include "ir/names.h"
#include "shard/spelling_hlo.h"
#include "shard/spelling_sdy.h"
#include "shard/tiles.h"

namespace partita::core::eval {
namespace {

// A leaf of an HLO sharding text, or nothing.
std::optional<HloLeaf> leaf_of(Attr text, int index) {
  if (!text.is(AttrKind::kString)) return std::nullopt;
  Result<HloSharding> parsed = shard::parse_hlo_sharding(text.text());
  if (!parsed.ok() || parsed->leaves.empty()) return std::nullopt;
  size_t which = parsed->is_tuple ? static_cast<size_t>(index) : 0;
  return which < parsed->leaves.size() ? std::optional(parsed->leaves[which]) : std::nullopt;
}

std::optional<HloLeaf> leaf_of(const Value* value) {
  if (!value->is_argument()) return leaf_of(value->op()->discardable_attribute(hlo_names::kSharding), value->index());
  const Region* region = value->region();
  if (region->parent_op() != nullptr || region->function() == nullptr) return std::nullopt;
  Attr attrs = region->function()->argument_attrs(value->index());
  return attrs ? leaf_of(attrs.get(hlo_names::kSharding), 0) : std::nullopt;
}

HloLeaf simple_leaf(TileKind kind) {
  TileSharding tile;
  tile.kind = kind;
  return tile;
}

// Both leaves as shardings on one mesh.
Result<std::pair<Sharding, Sharding>> on_one_mesh(const OpCall& call, const HloLeaf& a, const HloLeaf& b, int rank) {
  MeshPtr mesh;
  std::vector<TileSharding> tiles;
  for (const HloLeaf* leaf : {&a, &b}) {
    if (const auto* named = std::get_if<NamedSharding>(leaf)) mesh = named->mesh;
    if (const auto* tile = std::get_if<TileSharding>(leaf)) tiles.push_back(*tile);
  }
  if (mesh == nullptr) mesh = derive_meshes(tiles, call.machine.grid().partitions()).meshes.at(0);
  auto first = to_sharding(a, rank, mesh);
  auto second = to_sharding(b, rank, mesh);
  if (!first.ok()) return call.fail(first.error().diagnostic.code, first.error().diagnostic.message);
  if (!second.ok()) return call.fail(second.error().diagnostic.code, second.error().diagnostic.message);
  return std::pair(std::move(*first), std::move(*second));
}

std::string_view target_of(const Op& op) { return op.text_attr(AttrKey::kCallTargetName); }
bool is_sdy_call(const Op& op) { return target_of(op).starts_with(call_targets::kSdyPrefix); }

Attr frontend_attr(const Op& op, std::string_view name) {
  Attr dictionary = op.discardable_attribute(hlo_names::kFrontendAttributes);
  return dictionary.is(AttrKind::kDict) ? dictionary.get(name) : Attr();
}

// The edges of xla.sdy.GlobalToLocalShape and back, from the attributes sdy writes beside them.
Result<std::vector<ManualEdge>> sdy_edges(const Op& op, const Session& session, bool entering) {
  auto fail = [&](Code code, std::string message) {
    return Error{op.module().error_at_op(op, code, std::move(message))};
  };
  Attr list = frontend_attr(op, entering ? sdy_names::kInShardings : sdy_names::kOutShardings);
  Attr manual = frontend_attr(op, sdy_names::kManualAxes);
  if (!list.is(AttrKind::kString) || !manual.is(AttrKind::kString)) {
    return fail(Code::kAttributeForm, "the call says neither its shardings nor its manual axes");
  }
  auto lookup = [&](std::string_view name) -> MeshPtr {
    auto found = session.meshes.find(name);
    return found == session.meshes.end() ? nullptr : found->second;
  };
  auto shardings = shard::parse_sdy_sharding_per_value(list.text(), lookup);
  if (!shardings.ok()) return fail(shardings.error().diagnostic.code, shardings.error().diagnostic.message);
  auto names = shard::parse_sdy_manual_axes(manual.text());
  if (!names.ok()) return fail(names.error().diagnostic.code, names.error().diagnostic.message);
  return edges_on(op, session, std::move(*shardings), *names);
}

Result<std::vector<ManualEdge>> edges_of(const OpCall& call, bool entering) {
  const Op& op = call.op;
  std::vector<ManualEdge> edges;
  if (op.num_operands() != op.num_results()) return call.fail(Code::kOperandCount, "one result per operand is wanted");
  if (is_sdy_call(op)) {
    PARTITA_ASSIGN(edges, sdy_edges(op, call.machine.session(), entering));
    if (std::ssize(edges) != op.num_results()) {
      return call.fail(Code::kAttributeForm, "one sharding per value is wanted");
    }
    return edges;
  }
  for (int i = 0; i < op.num_results(); ++i) {
    std::optional<HloLeaf> outer = entering ? leaf_of(op.operand(i)) : leaf_of(op.result(i));
    std::optional<HloLeaf> inner = entering ? leaf_of(op.result(i)) : leaf_of(op.operand(i));
    if (!outer) outer = simple_leaf(TileKind::kReplicated);
    if (!inner) inner = simple_leaf(TileKind::kManual);
    const Type type = op.result(i)->type();
    PARTITA_ASSIGN(auto pair, on_one_mesh(call, *outer, *inner, type.is_tensor() ? type.rank() : 0));
    AxisRefs axes = outside(pair.second.manual_axes(), pair.first.manual_axes());
    edges.push_back({std::move(pair.first), std::move(axes)});
  }
  return edges;
}

int64_t devices_of(const HloLeaf& leaf) {
  if (const auto* named = std::get_if<NamedSharding>(&leaf)) return named->mesh->device_count();
  const auto& tile = std::get<TileSharding>(leaf);
  return tile.kind == TileKind::kTiled ? tile.order.count() : 1;
}

}  // namespace

Status eval_full_to_shard(OpCall& call) {
  PARTITA_ASSIGN(std::vector<ManualEdge> edges, edges_of(call, true));
  for (int i = 0; i < call.op.num_results(); ++i) {
    auto k = static_cast<size_t>(i);
    PARTITA_ASSIGN(Tensor part, cut(call, call.operands[k], call.result_type(i), edges[k]));
    call.give(std::move(part));
  }
  return {};
}

Status eval_shard_to_full(OpCall& call) {
  PARTITA_ASSIGN(std::vector<ManualEdge> edges, edges_of(call, false));
  std::vector<Tensor> locals;
  for (int i = 0; i < call.op.num_operands(); ++i) locals.push_back(call.take_operand(i));
  PARTITA_ASSIGN(call.results, join(call, std::move(locals), edges));
  return {};
}

int64_t devices_of_manual_calls(const Function& function, const Session& session) {
  int64_t devices = 0;
  walk(function.body(), [&](const Op& op) {
    if (!op.is(OpKind::kCustomCall)) return;
    bool enters = call_targets::enters_manual_code(target_of(op));
    if (!enters && !call_targets::leaves_manual_code(target_of(op))) return;
    devices = std::max<int64_t>(devices, 1);
    if (is_sdy_call(op)) {
      auto edges = sdy_edges(op, session, enters);
      if (!edges.ok()) return;
      for (const ManualEdge& edge : *edges) devices = std::max(devices, edge.sharding.mesh().device_count());
      return;
    }
    for (const Value* value : op.operands()) {
      if (auto leaf = leaf_of(value)) devices = std::max(devices, devices_of(*leaf));
    }
    for (const Value* value : op.results()) {
      if (auto leaf = leaf_of(value)) devices = std::max(devices, devices_of(*leaf));
    }
  });
  return devices;
}

}  // namespace partita::core::eval
