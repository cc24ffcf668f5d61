#include "complete/graph_builder.h"
#include "shard/spelling_sdy.h"

namespace partita::core::complete {

Status FlowGraphBuilder::visit_manual(const Op& op) {
  Result<std::vector<std::string>> names = shard::parse_sdy_manual_axes(op.attr(AttrKey::kManualAxes).text());
  if (!names.ok()) return std::move(names).error();
  std::vector<const Hint*> edges(op.num_operands() + op.num_results(), nullptr);
  for (size_t i : manual_hints(op)) edges[hints_.all[i].index] = &hints_.all[i];
  MeshPtr mesh = hints_.meshes.main();
  for (const Hint* hint : edges) {
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
  std::vector<std::pair<CellId, int>> outer_edges;
  for (int i = 0; i < op.num_operands(); ++i) {
    CellId from = use(op, i);
    CellId edge = from == kNoCell ? kNoCell : new_cell(op.operand(i)->type(), nullptr, edges[i]);
    add_edge(&op, from, edge);
    outer_edges.push_back({edge, i});
  }
  AxisRefs outer_manual = std::exchange(manual_, inside);
  MeshPtr outer_mesh = std::exchange(manual_mesh_, mesh);
  for (auto [edge, i] : outer_edges) {
    const Value* argument = op.region(0).argument(i);
    CellId inner = define(argument);
    if (inner == kNoCell || edge == kNoCell) continue;
    restrict_inside(inner, edges[i], here);
    if (Link* link = add_edge(&op, edge, inner)) {
      link->manual_edge = true;
      link->hidden = hidden;
    }
  }
  Status status = walk_region(op.region(0), trips_);
  std::vector<CellId> returned;
  if (const Op* ret = op.region(0).terminator()) {
    for (int i = 0; i < ret->num_operands(); ++i) returned.push_back(use(*ret, i));
  }
  manual_ = std::move(outer_manual);
  manual_mesh_ = std::move(outer_mesh);
  PARTITA_CHECK_OK(std::move(status));
  const std::span<const Hint* const> result_edges = std::span(edges).subspan(op.num_operands());
  for (int i = 0; i < op.num_results(); ++i) {
    CellId to = define(op.result(i));
    if (to == kNoCell) continue;
    if (const Hint* hint = result_edges[i]) set_hint(to, hint, hint->sharding);
    CellId from = i < std::ssize(returned) ? returned[i] : kNoCell;
    if (from == kNoCell) continue;
    if (Link* link = add_edge(&op, from, to)) {
      link->manual_edge = true;
      link->hidden = hidden;
    }
  }
  return {};
}

// Inside, the dimensions have what the edge says beyond the manual axes; closed stays closed.
void FlowGraphBuilder::restrict_inside(CellId inner, const Hint* edge, const AxisRefs& manual) {
  if (edge == nullptr || edge->sharding == nullptr || graph_.cells[inner].hint != nullptr) return;
  Sharding::Spec spec = edge->sharding->spec();
  for (DimSharding& dim : spec.dims) dim.axes = outside(dim.axes, manual);
  spec.unreduced = outside(spec.unreduced, manual);
  spec.manual = manual_;
  if (auto made = Sharding::make(edge->sharding->mesh_ptr(), std::move(spec)); made.ok()) {
    graph_.cells[inner].state = hints_.pool->intern(std::move(*made));
    graph_.cells[inner].hint = edge;
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
  index_links();
  std::vector<CellId> queue;
  for (CellId c = 0; c < graph_.cells.size(); ++c) {
    const Sharding* state = graph_.cells[c].state;
    if (state != nullptr && !state->manual_axes().empty()) queue.push_back(c);
  }
  std::map<CellId, std::vector<const std::vector<CellId>*>> loops;
  for (const std::vector<CellId>& loop : loops_) {
    for (CellId c : loop) {
      if (c != kNoCell) loops[c].push_back(&loop);
    }
  }
  auto reach = [&](CellId c, CellId by) {
    if (c == kNoCell) return;
    const Sharding& from = *graph_.cells[by].state;
    Cell& cell = graph_.cells[c];
    if (cell.hint != nullptr || (cell.state != nullptr && !cell.state->manual_axes().empty())) return;
    Sharding::Spec spec;
    spec.dims.assign(cell.type.rank(), open_dim());
    spec.manual = from.manual_axes();
    auto made = Sharding::make(from.mesh_ptr(), std::move(spec));
    if (!made.ok()) return;
    cell.state = hints_.pool->intern(std::move(*made));
    cell.manual = graph_.cells[by].hint != nullptr ? graph_.cells[by].hint : graph_.cells[by].manual;
    queue.push_back(c);
  };
  while (!queue.empty()) {
    CellId c = queue.back();
    queue.pop_back();
    for (uint32_t l : graph_.links_of(c)) {
      const Link& link = graph_.links[l];
      if (link.manual_edge) continue;
      for (CellId other : graph_.cells_of(link)) reach(other, c);
    }
    if (auto at = loops.find(c); at != loops.end()) {
      for (const std::vector<CellId>* loop : at->second) {
        for (CellId other : *loop) reach(other, c);
      }
    }
  }
}

void FlowGraphBuilder::resolve_manual_edges() {
  for (Link& link : graph_.links) {
    if (!link.manual_edge || link.hidden != nullptr) continue;
    AxisRefs manual[2];
    for (int side = 0; side < 2; ++side) {
      const Sharding* state = graph_.cells[graph_.tensors[link.first + static_cast<uint32_t>(side)]].state;
      if (state != nullptr) manual[side] = state->manual_axes();
    }
    bool entering = manual[1].size() >= manual[0].size();
    graph_.hidden.push_back(outside(manual[entering ? 1 : 0], manual[entering ? 0 : 1]));
    link.hidden = &graph_.hidden.back();
  }
}

}  // namespace partita::core::complete
