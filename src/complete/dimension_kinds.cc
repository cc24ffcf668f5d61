#include "complete/dimension_kinds.h"

#include "ir/views.h"

namespace partita::core::complete {
namespace {

// The same elements in another form, or some of them.
bool keeps_elements(const Op& op) {
  switch (op.kind()) {
    case OpKind::kSlice:
    case OpKind::kDynamicSlice:
    case OpKind::kReshape:
    case OpKind::kTranspose:
    case OpKind::kConvert:
    case OpKind::kCopy: return true;
    default: return op.info().has(kPlacement);
  }
}

bool is_product(const Op& op) { return op.is(OpKind::kDotGeneral) || op.is(OpKind::kConvolution); }

}  // namespace

DimensionKinds::DimensionKinds(const Module& module, const Function& entry, const Hints& hints) {
  Hints bare;
  bare.pool = hints.pool;
  bare.meshes = hints.meshes;
  bare.manual = hints.manual;
  bare.argument_open = hints.argument_open;
  bare.result_open = hints.result_open;
  Result<FlowGraph> graph = build_flow_graph(module, entry, bare, rules_);
  if (graph.ok()) graph_ = std::move(*graph);
  int slots = 0;
  for (const ValueNode& node : graph_.nodes) {
    first_.push_back(slots);
    slots += node.type.is_tensor() ? node.type.rank() : 0;
  }
  for (int i = 0; i < slots; ++i) parent_.push_back(i);
  facts_.resize(slots);
  for (const PropagationEdge& edge : graph_.edges) relate(edge);
  find_weights(entry);
  for (size_t n = 0; n < graph_.nodes.size(); ++n) {
    const ValueNode& node = graph_.nodes[n];
    if (!node.type.is_tensor() || weight_[n] >= 0) continue;
    for (int d = 0; d < node.type.rank(); ++d) {
      facts_[find(first_[n] + d)].elements += static_cast<double>(node.type.num_elements()) * node.trip_count;
    }
  }
  for (const PropagationEdge& edge : graph_.edges) learn(edge);
}

int DimensionKinds::find(int slot) const {
  while (parent_[slot] != slot) slot = parent_[slot] = parent_[parent_[slot]];
  return slot;
}

int DimensionKinds::of(const Value& value, int dim) const {
  const NodeId node = value.id() < graph_.node_of.size() ? graph_.node_of[value.id()] : kNoNode;
  return node == kNoNode ? -1 : find(first_[node] + dim);
}

// Of a dimension of several factors the major one counts: 16·256 rows are divided like the 16.
void DimensionKinds::relate(const PropagationEdge& edge) {
  const std::span<const NodeId> nodes = graph_.nodes_of(edge);
  std::vector<int> slot_of_factor(edge.rule->factors.size(), -1);
  for (int t = 0; t < std::ssize(nodes); ++t) {
    if (nodes[t] == kNoNode) continue;
    const TensorFactors& dims = edge.rule->tensor(t);
    for (int d = 0; d < std::ssize(dims) && d < graph_.nodes[nodes[t]].type.rank(); ++d) {
      if (dims[d].empty()) continue;
      const int factor = dims[d].front();
      const int64_t size = graph_.nodes[nodes[t]].type.dim(d);
      if (!edge.rule->factors[factor].flows || size == 1) continue;
      const int slot = first_[nodes[t]] + d;
      if (slot_of_factor[factor] >= 0) join(slot, slot_of_factor[factor]);
      slot_of_factor[factor] = slot;
    }
  }
}

void DimensionKinds::find_weights(const Function& entry) {
  weight_.assign(graph_.nodes.size(), -1);
  multiplied_.assign(entry.num_arguments(), false);
  for (int i = 0; i < entry.num_arguments(); ++i) {
    const Value* value = entry.argument(i);
    if (value->id() < graph_.node_of.size() && graph_.node_of[value->id()] != kNoNode) {
      weight_[graph_.node_of[value->id()]] = i;
    }
  }
  // Edges are in program order; loops hand a weight on by an edge before those of their bodies.
  for (const PropagationEdge& edge : graph_.edges) {
    const std::span<const NodeId> nodes = graph_.nodes_of(edge);
    if (nodes.size() < 2 || nodes[0] == kNoNode || edge.operands == 0) continue;
    const int from = weight_[nodes[0]];
    const NodeId to = nodes[edge.operands];
    if (from < 0 || edge.results != 1 || to == kNoNode || weight_[to] >= 0) continue;
    if (edge.is_identity ? !graph_.nodes[to].carried : edge.op != nullptr && keeps_elements(*edge.op))
      weight_[to] = from;
  }
}

void DimensionKinds::learn(const PropagationEdge& edge) {
  if (edge.op == nullptr || edge.is_identity) return;
  const std::span<const NodeId> nodes = graph_.nodes_of(edge);
  bool with_weight = false;
  const bool product = is_product(*edge.op);
  if (!product && !edge.op->is(OpKind::kGather)) return;
  for (int t = 0; t < std::min<int>(edge.operands, 2); ++t) {
    if (nodes[t] == kNoNode || weight_[nodes[t]] < 0) continue;
    with_weight = true;
    if (product || t == 0) multiplied_[weight_[nodes[t]]] = true;
  }
  if (!product) return;
  if (edge.op->is(OpKind::kConvolution) && nodes[1] != kNoNode) {  // also where windows are dilated
    for (const int64_t d : ir::conv_dims(*edge.op).kernel_spatial) facts_[find(first_[nodes[1]] + d)].slides = true;
  }
  std::vector<int> operands_with(edge.rule->factors.size(), 0);
  for (int t = 0; t < edge.operands; ++t) {
    for (const DimFactors& dim : edge.rule->tensor(t)) {
      for (int factor : dim) ++operands_with[factor];
    }
  }
  for (int t = 0; t < std::ssize(nodes); ++t) {
    if (nodes[t] == kNoNode) continue;
    const TensorFactors& dims = edge.rule->tensor(t);
    for (int d = 0; d < std::ssize(dims) && d < graph_.nodes[nodes[t]].type.rank(); ++d) {
      if (dims[d].empty()) continue;
      const Factor& factor = edge.rule->factors[dims[d].front()];
      Facts& facts = facts_[find(first_[nodes[t]] + d)];
      facts.in_product = true;
      facts.slides |= factor.kind == FactorKind::kWindow;
      if (!edge.op->is(OpKind::kDotGeneral)) continue;
      if (factor.kind == FactorKind::kReduce) (with_weight ? facts.summed_with_weight : facts.summed_between) = true;
      if (factor.kind == FactorKind::kPass && with_weight && operands_with[dims[d].front()] == 2) {
        facts.batched_with_weight = true;
      }
    }
  }
}

}  // namespace partita::core::complete
