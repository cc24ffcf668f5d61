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
  graph_.node_of.assign(module_.num_value_ids(), kNoNode);
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
  index_edges();
  return std::move(graph_);
}

NodeId FlowGraphBuilder::new_node(Type type, const Value* value, const Hint* hint) {
  ValueNode node{.type = type, .value = value, .trip_count = trip_count_};
  if (!manual_.empty() && manual_mesh_ != nullptr) {
    Sharding::Spec spec;
    spec.dims.assign(type.is_tensor() ? static_cast<size_t>(type.rank()) : 0, open_dim());
    spec.manual = manual_;
    if (auto made = Sharding::make(manual_mesh_, std::move(spec)); made.ok()) {
      node.state = hints_.pool->intern(std::move(*made));
    }
  }
  graph_.nodes.push_back(node);
  auto id = static_cast<NodeId>(graph_.nodes.size() - 1);
  if (hint != nullptr) set_hint(id, hint, hint->sharding);
  return id;
}

void FlowGraphBuilder::set_hint(NodeId id, const Hint* hint, const Sharding* sharding) {
  ValueNode& node = graph_.nodes[id];
  if (node.hint != nullptr) return;
  if (sharding->is_maximal() ? false : sharding->rank() != node.type.rank()) return;  // reported when it was read
  if (!sharding->manual_axes().empty()) has_manual_hints_ = true;
  if (!manual_.empty() && sharding->manual_axes().empty() && !sharding->is_maximal() &&
      same_mesh(sharding->mesh_ptr(), manual_mesh_)) {
    Sharding::Spec spec = sharding->spec();
    spec.manual = manual_;
    if (auto made = Sharding::make(sharding->mesh_ptr(), std::move(spec)); made.ok()) {
      sharding = hints_.pool->intern(std::move(*made));
    }
  }
  node.hint = hint;
  node.state = sharding;
}

NodeId FlowGraphBuilder::define(const Value* value) {
  NodeId& slot = graph_.node_of[value->id()];
  const Hint* hint = hint_of_[value->id()];
  if (slot != kNoNode) {
    if (hint != nullptr) set_hint(slot, hint, hint->sharding);
    return slot;
  }
  if (!is_shaped(value->type())) return kNoNode;
  int64_t group = group_of_[value->id()];
  if (group >= 0) {
    auto [at, fresh] = groups_.try_emplace(group, kNoNode);
    if (fresh) at->second = new_node(value->type(), value, nullptr);
    slot = at->second;
    if (hint != nullptr) set_hint(slot, hint, hint->sharding);
    return slot;
  }
  slot = new_node(value->type(), value, hint);
  return slot;
}

NodeId FlowGraphBuilder::use(const Op& op, int index) {
  const Value* value = op.operand(index);
  NodeId node = graph_.node_of[value->id()];
  if (node != kNoNode || !is_constant_like(*value)) return node;
  node = new_node(value->type(), value, nullptr);
  graph_.nodes[node].use_copy = true;
  graph_.constant_uses.push_back({node, &op, index});
  return node;
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
  graph_.identity_rules.push_back(std::move(rule));
  return at->second = &graph_.identity_rules.back();
}

PropagationEdge& FlowGraphBuilder::add_propagation_edge(const Op* op, const Rule* rule,
                                                        std::span<const NodeId> operands,
                                                        std::span<const NodeId> results) {
  PropagationEdge edge{
      .rule = rule, .op = op, .first = static_cast<uint32_t>(graph_.tensors.size()), .flow = rule->flow};
  edge.operands = static_cast<uint16_t>(operands.size());
  edge.results = static_cast<uint16_t>(results.size());
  edge.trip_count = trip_count_;
  graph_.tensors.insert(graph_.tensors.end(), operands.begin(), operands.end());
  graph_.tensors.insert(graph_.tensors.end(), results.begin(), results.end());
  graph_.edges.push_back(edge);
  return graph_.edges.back();
}

PropagationEdge* FlowGraphBuilder::add_identity(const Op* op, NodeId from, NodeId to) {
  if (from == kNoNode || to == kNoNode || from == to) return nullptr;
  PropagationEdge& edge = add_propagation_edge(op, identity(graph_.nodes[to].type, 1), {&from, 1}, {&to, 1});
  edge.is_identity = true;
  return &edge;
}

void FlowGraphBuilder::index_edges() {
  std::vector<uint32_t>& first = graph_.first_edge;
  first.assign(graph_.nodes.size() + 1, 0);
  for (const PropagationEdge& edge : graph_.edges) {
    for (NodeId c : graph_.nodes_of(edge)) {
      if (c != kNoNode) ++first[c + 1];
    }
  }
  for (size_t c = 1; c < first.size(); ++c) first[c] += first[c - 1];
  graph_.edge_list.resize(first.back());
  std::vector<uint32_t> next(first.begin(), first.end() - 1);
  for (uint32_t l = 0; l < graph_.edges.size(); ++l) {
    for (NodeId c : graph_.nodes_of(graph_.edges[l])) {
      if (c != kNoNode) graph_.edge_list[next[c]++] = l;
    }
  }
}

Result<FlowGraph> build_flow_graph(const Module& module, const Function& entry, const Hints& hints, RuleCache& rules) {
  return FlowGraphBuilder(module, entry, hints, rules).build();
}

}  // namespace partita::core::complete
