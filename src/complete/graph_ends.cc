// Arguments and results of the function in completion's graph: which are open, and which only take axes that divide.
#include "complete/graph_builder.h"
#include "ir/names.h"

namespace partita::core::complete {

bool FlowGraphBuilder::add_signature() {
  for (int i = 0; i < entry_.num_arguments(); ++i) {
    const Value* value = entry_.argument(i);
    NodeId id = define(value);
    if (id == kNoNode) continue;
    ValueNode& node = graph_.nodes[id];
    if (node.hint != nullptr) {
      if (may_refine(hints_.argument_open, i, *node.hint)) open_dims(node);
      continue;
    }
    if (!hints_.argument_open[i]) node.state = replicated(value->type());
    node.even_only = true;
  }
  const Op* ret = entry_.body().terminator();
  return module_.format() == TextFormat::kHlo && ret != nullptr && ret->num_operands() > 0 &&
         !(entry_.discardable_attributes() && entry_.discardable_attributes().get("hlo.root_tuple"));
}

// Where a HLO header lets completion change an argument or result, its sharding is only the initial one. Hints of the
// command line mark open dimensions themselves.
bool FlowGraphBuilder::may_refine(const std::vector<bool>& open, int i, const Hint& hint) const {
  return module_.format() == TextFormat::kHlo && hint.place != Hint::Place::kCommandLine && open[i];
}

void FlowGraphBuilder::open_dims(ValueNode& node) {
  if (node.state == nullptr || node.state->is_maximal()) return;
  Sharding::Spec spec = node.state->spec();
  for (DimSharding& dim : spec.dims) dim.open = true;
  auto made = Sharding::make(node.state->mesh_ptr(), std::move(spec));
  if (made.ok()) node.state = hints_.pool->intern(std::move(*made));
  node.even_only = true;
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
    const bool open = hints_.result_open[i];
    if (!value->type().is_tensor()) {
      graph_.result_nodes.push_back(kNoNode);
      continue;
    }
    NodeId from = use(*ret, i);
    if (tied && from != kNoNode && !graph_.nodes[from].use_copy) {
      ValueNode& node = graph_.nodes[from];
      if (hint != nullptr) set_hint(from, hint, hint->sharding);
      if (node.hint != nullptr && may_refine(hints_.result_open, i, *node.hint)) open_dims(node);
      if (node.hint == nullptr && !open) node.state = replicated(value->type());
      if (node.hint == nullptr) node.even_only = true;
      graph_.result_nodes.push_back(from);
      continue;
    }
    NodeId to = new_node(value->type(), nullptr, hint);
    ValueNode& node = graph_.nodes[to];
    if (hint == nullptr) {
      node.even_only = true;
      if (!open) node.state = replicated(value->type());
    } else if (may_refine(hints_.result_open, i, *hint)) {
      open_dims(node);
    }
    graph_.result_nodes.push_back(to);
    add_identity(ret, from, to);
  }
}

void FlowGraphBuilder::add_aliases() {
  for (int i = 0; i < entry_.num_arguments(); ++i) {
    Attr attrs = entry_.argument_attrs(i);
    Attr alias = attrs ? attrs.get(hlo_names::kAliasingOutput) : Attr();
    if (!alias.is(AttrKind::kInt)) continue;
    auto result = static_cast<size_t>(alias.as_int());
    NodeId argument = graph_.node_of[entry_.argument(i)->id()];
    if (result >= graph_.result_nodes.size() || argument == kNoNode) continue;
    NodeId node = graph_.result_nodes[result];
    if (node == kNoNode || !(graph_.nodes[node].type == graph_.nodes[argument].type)) continue;
    add_identity(nullptr, node, argument);
  }
}

void FlowGraphBuilder::add_soft_groups() {
  std::map<int64_t, NodeId> last;
  for (const Hint& hint : hints_.all) {
    if (hint.group < 0 || !hint.group_is_soft || hint.value == nullptr) continue;
    NodeId node = graph_.node_of[hint.value->id()];
    if (node == kNoNode) continue;
    NodeId other = std::exchange(last.try_emplace(hint.group, node).first->second, node);
    if (graph_.nodes[other].type.rank() == graph_.nodes[node].type.rank()) add_identity(hint.op, other, node);
  }
  for (auto [group, node] : groups_) {  // shard_like joins a shard_as group of the same number
    if (auto at = last.find(group); at != last.end()) add_identity(nullptr, node, at->second);
  }
}

}  // namespace partita::core::complete
