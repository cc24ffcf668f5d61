#include "complete/graph_builder.h"
#include "ir/views.h"

namespace partita::core::complete {

bool is_constant_like(const Value& value) {
  const Op* op = value.op();
  if (op == nullptr) return false;
  if (op->is(OpKind::kConstant) || op->is(OpKind::kIota)) return true;
  return op->is(OpKind::kBroadcastInDim) && op->operand(0)->type().rank() == 0 && is_constant_like(*op->operand(0));
}

Result<FlowGraph> FlowGraphBuilder::build() {
  graph_.cell_of.assign(module_.num_value_ids(), kNoCell);
  hint_of_.assign(module_.num_value_ids(), nullptr);
  group_of_.assign(module_.num_value_ids(), -1);
  for (const Hint& hint : hints_.all) {
    if (hint.value == nullptr || hint.place == Hint::Place::kManual) continue;
    if (hint.group >= 0 && !hint.group_is_soft) group_of_[hint.value->id()] = hint.group;
    const Hint*& slot = hint_of_[hint.value->id()];
    if (hint.sharding != nullptr && (slot == nullptr || hint.place == Hint::Place::kCommandLine)) slot = &hint;
  }
  const bool tie_root = add_signature();
  PARTITA_CHECK_OK(walk_region(entry_.body(), 1));
  add_results(tie_root);
  add_aliases();
  add_soft_groups();
  if (has_manual_hints_) flood_manual();
  resolve_manual_edges();
  index_links();
  return std::move(graph_);
}

CellId FlowGraphBuilder::new_cell(Type type, const Value* value, const Hint* hint) {
  Cell cell{.type = type, .value = value, .trips = trips_};
  if (!manual_.empty() && manual_mesh_ != nullptr) {
    Sharding::Spec spec;
    spec.dims.assign(type.is_tensor() ? static_cast<size_t>(type.rank()) : 0, open_dim());
    spec.manual = manual_;
    if (auto made = Sharding::make(manual_mesh_, std::move(spec)); made.ok()) {
      cell.state = hints_.pool->intern(std::move(*made));
    }
  }
  graph_.cells.push_back(cell);
  auto id = static_cast<CellId>(graph_.cells.size() - 1);
  if (hint != nullptr) set_hint(id, hint, hint->sharding);
  return id;
}

void FlowGraphBuilder::set_hint(CellId id, const Hint* hint, const Sharding* sharding) {
  Cell& cell = graph_.cells[id];
  if (cell.hint != nullptr) return;
  if (sharding->is_maximal() ? false : sharding->rank() != cell.type.rank()) return;  // the reader has complained
  if (!sharding->manual_axes().empty()) has_manual_hints_ = true;
  if (!manual_.empty() && sharding->manual_axes().empty() && !sharding->is_maximal() &&
      same_mesh(sharding->mesh_ptr(), manual_mesh_)) {
    Sharding::Spec spec = sharding->spec();
    spec.manual = manual_;
    if (auto made = Sharding::make(sharding->mesh_ptr(), std::move(spec)); made.ok()) {
      sharding = hints_.pool->intern(std::move(*made));
    }
  }
  cell.hint = hint;
  cell.state = sharding;
}

CellId FlowGraphBuilder::define(const Value* value) {
  CellId& slot = graph_.cell_of[value->id()];
  const Hint* hint = hint_of_[value->id()];
  if (slot != kNoCell) {
    if (hint != nullptr) set_hint(slot, hint, hint->sharding);
    return slot;
  }
  if (!is_shaped(value->type())) return kNoCell;
  int64_t group = group_of_[value->id()];
  if (group >= 0) {
    auto [at, fresh] = groups_.try_emplace(group, kNoCell);
    if (fresh) at->second = new_cell(value->type(), value, nullptr);
    slot = at->second;
    if (hint != nullptr) set_hint(slot, hint, hint->sharding);
    return slot;
  }
  slot = new_cell(value->type(), value, hint);
  return slot;
}

CellId FlowGraphBuilder::use(const Op& op, int index) {
  const Value* value = op.operand(index);
  CellId cell = graph_.cell_of[value->id()];
  if (cell != kNoCell || !is_constant_like(*value)) return cell;
  cell = new_cell(value->type(), value, nullptr);
  graph_.cells[cell].edge_copy = true;
  graph_.constant_uses.push_back({cell, &op, index});
  return cell;
}

const Rule* FlowGraphBuilder::identity(Type type, int operands) {
  auto [at, fresh] = identities_.try_emplace({type.rank(), operands, type.id()}, nullptr);
  if (!fresh) return at->second;
  Rule rule;
  TensorFactors factors;
  for (int d = 0; d < type.rank(); ++d) {
    rule.factors.push_back({.size = type.dim(d)});
    factors.push_back({d});
  }
  rule.operands.assign(operands, factors);
  rule.results.push_back(factors);
  rule.flow = FlowClass::kFormatting;
  graph_.edge_rules.push_back(std::move(rule));
  return at->second = &graph_.edge_rules.back();
}

Link& FlowGraphBuilder::add_link(const Op* op, const Rule* rule, std::span<const CellId> operands,
                                 std::span<const CellId> results) {
  Link link{.rule = rule, .op = op, .first = static_cast<uint32_t>(graph_.tensors.size()), .flow = rule->flow};
  link.operands = static_cast<uint16_t>(operands.size());
  link.results = static_cast<uint16_t>(results.size());
  link.trips = trips_;
  graph_.tensors.insert(graph_.tensors.end(), operands.begin(), operands.end());
  graph_.tensors.insert(graph_.tensors.end(), results.begin(), results.end());
  graph_.links.push_back(link);
  return graph_.links.back();
}

Link* FlowGraphBuilder::add_edge(const Op* op, CellId from, CellId to) {
  if (from == kNoCell || to == kNoCell || from == to) return nullptr;
  Link& link = add_link(op, identity(graph_.cells[to].type, 1), {&from, 1}, {&to, 1});
  link.is_edge = true;
  return &link;
}

void FlowGraphBuilder::index_links() {
  std::vector<uint32_t>& first = graph_.first_link;
  first.assign(graph_.cells.size() + 1, 0);
  for (const Link& link : graph_.links) {
    for (CellId c : graph_.cells_of(link)) {
      if (c != kNoCell) ++first[c + 1];
    }
  }
  for (size_t c = 1; c < first.size(); ++c) first[c] += first[c - 1];
  graph_.link_list.resize(first.back());
  std::vector<uint32_t> next(first.begin(), first.end() - 1);
  for (uint32_t l = 0; l < graph_.links.size(); ++l) {
    for (CellId c : graph_.cells_of(graph_.links[l])) {
      if (c != kNoCell) graph_.link_list[next[c]++] = l;
    }
  }
}

Result<FlowGraph> build_flow_graph(const Module& module, const Function& entry, const Hints& hints, RuleBook& rules) {
  return FlowGraphBuilder(module, entry, hints, rules).build();
}

}  // namespace partita::core::complete
