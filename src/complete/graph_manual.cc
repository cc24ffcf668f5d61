// Manual code in completion's graph: what its boundaries say, and what its manual axes hide inside.
#include "complete/graph_builder.h"
#include "shard/spelling_sdy.h"

namespace partita::core::complete {

Status FlowGraphBuilder::visit_manual(const Op& op) {
  Result<std::vector<std::string>> names = shard::parse_sdy_manual_axes(op.attr(AttrKey::kManualAxes).text());
  if (!names.ok()) return std::move(names).error();
  std::vector<const Hint*> boundaries(op.num_operands() + op.num_results(), nullptr);
  for (size_t i : manual_hints(op)) boundaries[hints_.all[i].index] = &hints_.all[i];
  MeshPtr mesh = hints_.meshes.main();
  for (const Hint* hint : boundaries) {
    if (hint != nullptr && hint->sharding != nullptr && hint->sharding->mesh().axis_count() > 0) {
      mesh = hint->sharding->mesh_ptr();
      break;
    }
  }
  PARTITA_ASSIGN(AxisRefs here, manual_axes_on(*mesh, *names));
  graph_.hidden.push_back(here);
  const AxisRefs* hidden = &graph_.hidden.back();

  AxisRefs inside = manual_;
  inside.insert(inside.end(), here.begin(), here.end());
  inside = sorted_set(inside);
  std::vector<std::pair<NodeId, int>> outer_boundaries;
  for (int i = 0; i < op.num_operands(); ++i) {
    NodeId from = use(op, i);
    NodeId boundary = from == kNoNode ? kNoNode : new_node(op.operand(i)->type(), nullptr, boundaries[i]);
    add_identity(&op, from, boundary);
    outer_boundaries.push_back({boundary, i});
  }
  AxisRefs outer_manual = std::exchange(manual_, inside);
  MeshPtr outer_mesh = std::exchange(manual_mesh_, mesh);
  for (auto [boundary, i] : outer_boundaries) {
    const Value* argument = op.region(0).argument(i);
    NodeId inner = define(argument);
    if (inner == kNoNode || boundary == kNoNode) continue;
    restrict_inside(inner, boundaries[i], here);
    if (PropagationEdge* edge = add_identity(&op, boundary, inner)) {
      edge->manual_boundary = true;
      edge->hidden = hidden;
    }
  }
  Status status = walk_region(op.region(0), trip_count_);
  std::vector<NodeId> returned;
  const Op& ret = *op.region(0).terminator();
  for (int i = 0; i < ret.num_operands(); ++i) returned.push_back(use(ret, i));
  manual_ = std::move(outer_manual);
  manual_mesh_ = std::move(outer_mesh);
  PARTITA_CHECK_OK(std::move(status));
  const std::span<const Hint* const> result_boundaries = std::span(boundaries).subspan(op.num_operands());
  for (int i = 0; i < op.num_results(); ++i) {
    NodeId to = define(op.result(i));
    if (to == kNoNode) continue;
    if (const Hint* hint = result_boundaries[i]) set_hint(to, hint, hint->sharding);
    if (PropagationEdge* edge = add_identity(&op, returned[i], to)) {
      edge->manual_boundary = true;
      edge->hidden = hidden;
    }
  }
  return {};
}

// Inside, dimensions have the boundary's axes that are not manual; closed stays closed.
void FlowGraphBuilder::restrict_inside(NodeId inner, const Hint* boundary, const AxisRefs& manual) {
  if (boundary == nullptr || boundary->sharding == nullptr || graph_.nodes[inner].hint != nullptr) return;
  Sharding::Spec spec = boundary->sharding->spec();
  for (DimSharding& dim : spec.dims) dim.axes = outside(dim.axes, manual);
  spec.unreduced = outside(spec.unreduced, manual);
  spec.manual = manual_;
  if (auto made = Sharding::make(boundary->sharding->mesh_ptr(), std::move(spec)); made.ok()) {
    graph_.nodes[inner].state = hints_.pool->intern(std::move(*made));
    graph_.nodes[inner].hint = boundary;
  }
}

std::span<const size_t> FlowGraphBuilder::manual_hints(const Op& op) {
  if (!manual_hints_known_) {
    for (size_t i = 0; i < hints_.all.size(); ++i) {
      if (hints_.all[i].place == Hint::Place::kManual) manual_hint_lists_[hints_.all[i].op].push_back(i);
    }
    manual_hints_known_ = true;
  }
  return manual_hint_lists_[&op];
}

void FlowGraphBuilder::flood_manual() {
  index_edges();
  std::vector<NodeId> queue;
  for (NodeId c = 0; c < graph_.nodes.size(); ++c) {
    const Sharding* state = graph_.nodes[c].state;
    if (state != nullptr && !state->manual_axes().empty()) queue.push_back(c);
  }
  std::map<NodeId, std::vector<const std::vector<NodeId>*>> loops;
  for (const std::vector<NodeId>& loop : loops_) {
    for (NodeId c : loop) {
      if (c != kNoNode) loops[c].push_back(&loop);
    }
  }
  auto reach = [&](NodeId c, NodeId by) {
    if (c == kNoNode) return;
    const Sharding& from = *graph_.nodes[by].state;
    ValueNode& node = graph_.nodes[c];
    if (node.hint != nullptr || (node.state != nullptr && !node.state->manual_axes().empty())) return;
    Sharding::Spec spec;
    spec.dims.assign(node.type.rank(), open_dim());
    spec.manual = from.manual_axes();
    auto made = Sharding::make(from.mesh_ptr(), std::move(spec));
    if (!made.ok()) return;
    node.state = hints_.pool->intern(std::move(*made));
    node.manual = graph_.nodes[by].hint != nullptr ? graph_.nodes[by].hint : graph_.nodes[by].manual;
    queue.push_back(c);
  };
  while (!queue.empty()) {
    NodeId c = queue.back();
    queue.pop_back();
    for (uint32_t l : graph_.edges_of(c)) {
      const PropagationEdge& edge = graph_.edges[l];
      if (edge.manual_boundary) continue;
      for (NodeId other : graph_.nodes_of(edge)) reach(other, c);
    }
    if (auto at = loops.find(c); at != loops.end()) {
      for (const std::vector<NodeId>* loop : at->second) {
        for (NodeId other : *loop) reach(other, c);
      }
    }
  }
}

void FlowGraphBuilder::resolve_manual_edges() {
  for (PropagationEdge& edge : graph_.edges) {
    if (!edge.manual_boundary || edge.hidden != nullptr) continue;
    AxisRefs manual[2];
    for (int side = 0; side < 2; ++side) {
      const Sharding* state = graph_.nodes[graph_.tensors[edge.first + static_cast<uint32_t>(side)]].state;
      if (state != nullptr) manual[side] = state->manual_axes();
    }
    bool entering = manual[1].size() >= manual[0].size();
    graph_.hidden.push_back(outside(manual[entering ? 1 : 0], manual[entering ? 0 : 1]));
    edge.hidden = &graph_.hidden.back();
  }
}

}  // namespace partita::core::complete
