#include "complete/graph_builder.h"
#include "ir/names.h"

namespace partita::core::complete {

bool FlowGraphBuilder::add_signature() {
  for (int i = 0; i < entry_.num_arguments(); ++i) {
    const Value* value = entry_.argument(i);
    CellId id = define(value);
    if (id == kNoCell) continue;
    Cell& cell = graph_.cells[id];
    if (cell.hint != nullptr) {
      if (may_refine(hints_.argument_open, i, *cell.hint)) open_dims(cell);
      continue;
    }
    bool open = i >= std::ssize(hints_.argument_open) || hints_.argument_open[i];
    if (!open) cell.state = replicated(value->type());
    cell.even_only = true;
  }
  const Op* ret = entry_.body().terminator();
  return module_.format() == TextFormat::kHlo && ret != nullptr && ret->num_operands() > 0 &&
         !(entry_.extra() && entry_.extra().get("hlo.root_tuple"));
}

// Where a HLO header lets completion change an argument or result, its sharding is only where to start. The command
// line says by itself what is open.
bool FlowGraphBuilder::may_refine(const std::vector<bool>& open, int i, const Hint& hint) const {
  return module_.format() == TextFormat::kHlo && hint.place != Hint::Place::kCommandLine && i < std::ssize(open) &&
         open[i];
}

void FlowGraphBuilder::open_dims(Cell& cell) {
  if (cell.state == nullptr || cell.state->is_maximal()) return;
  Sharding::Spec spec = cell.state->spec();
  for (DimSharding& dim : spec.dims) dim.open = true;
  auto made = Sharding::make(cell.state->mesh_ptr(), std::move(spec));
  if (made.ok()) cell.state = hints_.pool->intern(std::move(*made));
  cell.even_only = true;
}

const Sharding* FlowGraphBuilder::replicated(Type type) {
  return hints_.pool->intern(Sharding::replicated(hints_.meshes.main(), type.is_tensor() ? type.rank() : 0));
}

void FlowGraphBuilder::add_results(bool tied) {
  const Op* ret = entry_.body().terminator();
  int n = ret == nullptr ? 0 : ret->num_operands();
  std::vector<const Hint*> result_hints(n, nullptr);
  for (const Hint& hint : hints_.all) {
    if (hint.place != Hint::Place::kResult && hint.place != Hint::Place::kCommandLine) continue;
    if (hint.value == nullptr && hint.sharding != nullptr && hint.index >= 0 && hint.index < n) {
      result_hints[hint.index] = &hint;
    }
  }
  for (int i = 0; i < n; ++i) {
    const Value* value = ret->operand(i);
    const Hint* hint = result_hints[i];
    bool open = i >= std::ssize(hints_.result_open) || hints_.result_open[i];
    if (!value->type().is_tensor()) {
      graph_.result_cells.push_back(kNoCell);
      continue;
    }
    CellId from = use(*ret, i);
    if (tied && from != kNoCell && !graph_.cells[from].edge_copy) {
      Cell& cell = graph_.cells[from];
      if (hint != nullptr) set_hint(from, hint, hint->sharding);
      if (cell.hint != nullptr && may_refine(hints_.result_open, i, *cell.hint)) open_dims(cell);
      if (cell.hint == nullptr && !open) cell.state = replicated(value->type());
      if (cell.hint == nullptr) cell.even_only = true;
      graph_.result_cells.push_back(from);
      continue;
    }
    CellId to = new_cell(value->type(), nullptr, hint);
    Cell& cell = graph_.cells[to];
    if (hint == nullptr) {
      cell.even_only = true;
      if (!open) cell.state = replicated(value->type());
    } else if (may_refine(hints_.result_open, i, *hint)) {
      open_dims(cell);
    }
    graph_.result_cells.push_back(to);
    add_edge(ret, from, to);
  }
}

void FlowGraphBuilder::add_aliases() {
  for (int i = 0; i < entry_.num_arguments(); ++i) {
    Attr attrs = entry_.argument_attrs(i);
    Attr alias = attrs ? attrs.get(hlo_names::kAliasingOutput) : Attr();
    if (!alias.is(AttrKind::kInt)) continue;
    auto result = static_cast<size_t>(alias.as_int());
    CellId argument = graph_.cell_of[entry_.argument(i)->id()];
    if (result >= graph_.result_cells.size() || argument == kNoCell) continue;
    CellId cell = graph_.result_cells[result];
    if (cell == kNoCell || !(graph_.cells[cell].type == graph_.cells[argument].type)) continue;
    add_edge(nullptr, cell, argument);
  }
}

void FlowGraphBuilder::add_soft_groups() {
  std::map<int64_t, CellId> last;
  for (const Hint& hint : hints_.all) {
    if (hint.group < 0 || !hint.group_is_soft || hint.value == nullptr) continue;
    CellId cell = graph_.cell_of[hint.value->id()];
    if (cell == kNoCell) continue;
    CellId other = std::exchange(last.try_emplace(hint.group, cell).first->second, cell);
    if (graph_.cells[other].type.rank() == graph_.cells[cell].type.rank()) add_edge(hint.op, other, cell);
  }
  for (auto [group, cell] : groups_) {  // shard_like joins a shard_as group of the same number
    if (auto at = last.find(group); at != last.end()) add_edge(nullptr, cell, at->second);
  }
}

}  // namespace partita::core::complete
