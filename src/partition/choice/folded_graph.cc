#include "partition/choice/folded_graph.h"

#include <algorithm>
#include <bit>

#include "base/hash.h"
#include "base/maps.h"
#include "cost/op_prices.h"
#include "ir/names.h"
#include "ir/numeric/float_formats.h"
#include "partition/choice/memory_pressure.h"
#include "partition/choice/strategy_selector.h"

namespace partita::core::partition {
namespace {

// Merged nodes have equal surroundings up to this many hops. Within a layer a few hops tell nearly all positions apart;
// more of them only make the ends of a stack of layers differ from its middle, and the problem larger.
constexpr int kHops = 4;

bool is_taken_by_program(const ValueNode& node) {
  return node.value != nullptr && node.value->is_argument() && node.value->region()->parent_op() == nullptr;
}

FoldedNode describe(const ValueNode& node, const Sharding* stored) {
  FoldedNode out;
  out.type = node.type;
  out.storage_sharding = stored;
  out.bytes = cost::bytes_of(node.type);
  out.trip_count = node.trip_count;
  out.fixed = node.hint != nullptr || stored->is_maximal() || !stored->manual_axes().empty() || node.value == nullptr ||
              is_taken_by_program(node);
  out.is_carried = node.carried;
  out.is_copy = node.use_copy;
  const ElementType element = node.type.element();
  out.may_be_unreduced = (is_float(element) || is_complex(element)) && has_zero(element);
  return out;
}

FoldedEdge describe(const PropagationEdge& edge) {
  FoldedEdge out;
  out.op = edge.op;
  out.rule = edge.rule;
  out.hidden = edge.hidden;
  out.first = edge.first;
  out.operands = edge.operands;
  out.results = edge.results;
  out.is_computed = is_computed(edge);
  out.is_manual_boundary = edge.manual_boundary;
  out.trip_count = edge.trip_count;
  return out;
}

bool alike(const FoldedNode& a, const FoldedNode& b) {
  return a.type == b.type && a.storage_sharding == b.storage_sharding && a.trip_count == b.trip_count &&
         a.fixed == b.fixed && a.has_shared_copy == b.has_shared_copy && a.is_stack == b.is_stack &&
         a.is_carried == b.is_carried && a.is_copy == b.is_copy && a.is_connected == b.is_connected &&
         a.is_fused == b.is_fused && a.is_updated == b.is_updated && a.form == b.form;
}

bool alike(const FoldedEdge& a, const FoldedEdge& b) {
  return a.is_computed == b.is_computed && (a.rule == b.rule || !a.is_computed) && a.hidden == b.hidden &&
         a.operands == b.operands && a.results == b.results && a.is_manual_boundary == b.is_manual_boundary &&
         a.trip_count == b.trip_count;
}

uint64_t hash_of(const FoldedNode& node) {
  uint64_t flags = node.fixed | node.has_shared_copy << 1 | node.is_stack << 2 | node.is_carried << 3 |
                   node.is_copy << 4 | node.is_fused << 5;
  uint64_t hash = base::hash_pointer(flags, node.storage_sharding);
  hash = base::mix_hash(hash, static_cast<uint64_t>(node.type.element()));
  for (int64_t n : node.type.dims()) hash = base::mix_hash(hash, static_cast<uint64_t>(n));
  return base::mix_hash(hash, std::bit_cast<uint64_t>(node.trip_count));
}

uint64_t hash_of(const FoldedEdge& edge) {
  uint64_t hash = base::hash_pointer(edge.is_manual_boundary, edge.is_computed ? edge.rule : nullptr);
  hash = base::mix_hash(hash, static_cast<uint64_t>(edge.operands) << 16 | edge.results);
  return base::mix_hash(hash, std::bit_cast<uint64_t>(edge.trip_count));
}

class Folder {
 public:
  Folder(const Completion& completion, const Pricing& pricing) : graph_(completion.graph()), pricing_(pricing) {
    nodes_.reserve(graph_.nodes.size());
    for (NodeId c = 0; c < graph_.nodes.size(); ++c) {
      nodes_.push_back(describe(graph_.nodes[c], completion.sharding_of(c)));
      nodes_.back().is_connected = !graph_.edges_of(c).empty();
      const Value* value = graph_.nodes[c].value;
      if (value != nullptr) nodes_.back().form = pricing.form_of(*value);
      nodes_.back().is_fused = value != nullptr && pricing.is_fused(*value);
      nodes_.back().is_updated = value != nullptr && value->op() != nullptr &&
                                 (value->op()->is(OpKind::kDynamicUpdateSlice) || value->op()->is(OpKind::kScatter));
    }
    edges_.reserve(graph_.edges.size());
    for (const PropagationEdge& edge : graph_.edges) {
      edges_.push_back(describe(edge));
      mark_stacks(edge);
    }
    for (NodeId c : graph_.result_nodes) {
      if (c != kNoNode) nodes_[c].fixed = true;
    }
    for (NodeId c = 0; c < nodes_.size(); ++c) nodes_[c].has_shared_copy = shares_a_copy(c);
    if (pricing.weights().held > 0) find_pressure();
  }

  // Every node and edge represents itself.
  FoldedGraph as_it_is() {
    out_.folded_node_of.resize(nodes_.size());
    for (uint32_t c = 0; c < nodes_.size(); ++c) out_.folded_node_of[c] = c;
    out_.folded_edge_of.resize(edges_.size());
    for (uint32_t l = 0; l < edges_.size(); ++l) out_.folded_edge_of[l] = l;
    out_.nodes = std::move(nodes_);
    out_.edges = std::move(edges_);
    out_.tensors = graph_.tensors;
    return finished();
  }

  FoldedGraph folded() {
    colour();
    fold_nodes();
    fold_edges();
    return finished();
  }

 private:
  void mark_stacks(const PropagationEdge& edge) {
    if (edge.op == nullptr || !edge.op->is(OpKind::kDynamicUpdateSlice) || edge.is_identity || edge.trip_count <= 1)
      return;
    std::span<const NodeId> nodes = graph_.nodes_of(edge);
    for (NodeId c : {nodes[0], nodes.back()}) {
      if (c != kNoNode) nodes_[c].is_stack = true;
    }
  }

  void find_pressure() {
    std::vector<double> held;
    held.reserve(nodes_.size());
    for (const FoldedNode& node : nodes_) held.push_back(held_bytes(node, *node.storage_sharding));
    const MemoryPressure found = memory_pressure(graph_, held);
    for (NodeId c = 0; c < nodes_.size(); ++c) nodes_[c].pressure = found.at_node[c];
    for (size_t l = 0; l < edges_.size(); ++l) edges_[l].pressure = found.at_edge[l];
  }

  // A constraint that several ops read, or an argument that several ops take directly. An argument that a loop reads
  // shares none: the copy would be the stack of all layers, gathered for as long as the loop runs.
  bool shares_a_copy(NodeId c) const {
    const ValueNode& node = graph_.nodes[c];
    const Sharding& stored = *nodes_[c].storage_sharding;
    if (stored.is_maximal() || !stored.manual_axes().empty() || node.value == nullptr) return false;
    if (node.hint != nullptr && node.value->op() != nullptr) {
      return node.value->first_use() != nullptr && !node.value->has_one_use();
    }
    if (!is_taken_by_program(node)) return false;
    std::span<const uint32_t> uses = graph_.edges_of(c);
    return uses.size() > 1 && std::all_of(uses.begin(), uses.end(), [&](uint32_t l) {
             return edges_[l].is_computed && edges_[l].trip_count == 1;
           });
  }

  // Colour refinement: a node's colour is a hash of what is around it, one hop further in each round. Hashes of uses
  // are summed, so that their order in the text does not matter.
  void colour() {
    colours_.reserve(nodes_.size());
    for (const FoldedNode& node : nodes_) colours_.push_back(hash_of(node));
    std::vector<uint64_t> edge_hashes;
    for (const FoldedEdge& edge : edges_) edge_hashes.push_back(hash_of(edge));
    std::vector<uint64_t> next;
    for (int hop = 0; hop < kHops; ++hop) {
      next = colours_;
      for (size_t l = 0; l < edges_.size(); ++l) {
        std::span<const NodeId> nodes = graph_.nodes_of(graph_.edges[l]);
        uint64_t hash = edge_hashes[l];
        for (NodeId c : nodes) hash = base::mix_hash(hash, c == kNoNode ? 0 : colours_[c]);
        uint64_t position = 0;
        for (NodeId c : nodes) {
          if (c != kNoNode) next[c] += base::mix_hash(hash, ++position);
        }
      }
      colours_.swap(next);
    }
  }

  // Nodes of one colour are merged. Their properties are compared as well: hashes may collide.
  void fold_nodes() {
    tsl::robin_map<uint64_t, uint32_t> known;
    out_.folded_node_of.resize(nodes_.size());
    for (NodeId c = 0; c < nodes_.size(); ++c) {
      auto fresh = static_cast<uint32_t>(out_.nodes.size());
      auto [at, is_new] = known.try_emplace(colours_[c], fresh);
      if (is_new || !alike(out_.nodes[at->second], nodes_[c])) {
        out_.nodes.push_back(nodes_[c]);
        out_.folded_node_of[c] = fresh;
      } else {
        FoldedNode& like = out_.nodes[at->second];
        like.count += 1;
        like.pressure = std::max(like.pressure, nodes_[c].pressure);
        out_.folded_node_of[c] = at->second;
      }
    }
  }

  void fold_edges() {
    tsl::robin_map<uint64_t, uint32_t> known;
    out_.folded_edge_of.resize(edges_.size());
    std::vector<NodeId> nodes;
    for (size_t l = 0; l < edges_.size(); ++l) {
      nodes.clear();
      uint64_t hash = hash_of(edges_[l]);
      for (NodeId c : graph_.nodes_of(graph_.edges[l])) {
        nodes.push_back(c == kNoNode ? kNoNode : out_.folded_node_of[c]);
        hash = base::mix_hash(hash, nodes.back());
      }
      auto fresh = static_cast<uint32_t>(out_.edges.size());
      auto [at, is_new] = known.try_emplace(hash, fresh);
      if (!is_new) {
        FoldedEdge& like = out_.edges[at->second];
        std::span<const NodeId> its = out_.nodes_of(like);
        if (alike(like, edges_[l]) && std::equal(its.begin(), its.end(), nodes.begin(), nodes.end())) {
          like.count += 1;
          like.pressure = std::max(like.pressure, edges_[l].pressure);
          out_.folded_edge_of[l] = at->second;
          continue;
        }
      }
      out_.folded_edge_of[l] = fresh;
      out_.edges.push_back(edges_[l]);
      out_.edges.back().first = static_cast<uint32_t>(out_.tensors.size());
      out_.tensors.insert(out_.tensors.end(), nodes.begin(), nodes.end());
    }
  }

  FoldedGraph finished() {
    for (FoldedEdge& edge : out_.edges) {
      if (!edge.is_computed) continue;
      edge.op_work = pricing_.work_of(*edge.op, *edge.rule);
      edge.work = pricing_.work(edge.op_work, {}) * edge.trip_count;
    }
    return std::move(out_);
  }

  const FlowGraph& graph_;
  const Pricing& pricing_;
  std::vector<FoldedNode> nodes_;  // by node of the program
  std::vector<FoldedEdge> edges_;
  std::vector<uint64_t> colours_;  // by node
  FoldedGraph out_;
};

}  // namespace

bool is_computed(const PropagationEdge& edge) {
  if (edge.is_identity || edge.op == nullptr || edge.op->info().has(kPlacement)) return false;
  return !edge.op->is(OpKind::kCustomCall) || edge.op->text_attr(AttrKey::kCallTargetName) != call_targets::kSharding;
}

double parts_of(const Sharding& sharding) {
  int64_t parts = 1;
  for (const DimSharding& dim : sharding.dims()) parts *= total_size(dim.axes);
  return static_cast<double>(parts);
}

double padded_bytes(const FoldedNode& node, std::span<const int64_t> local_dims) {
  double bytes = cost::packed_bytes(node.type.element());
  for (int64_t size : local_dims) bytes *= static_cast<double>(size);
  return bytes * cost::memory_growth(node.type.element(), local_dims, node.form);
}

double stored_bytes(const FoldedNode& node, const Sharding& sharding) {
  if (node.form.is_dense()) return node.bytes / (sharding.is_maximal() ? 1 : parts_of(sharding));
  return padded_bytes(node, sharding.is_maximal() ? node.type.dims() : sharding.local_shape(node.type.dims()));
}

double held_bytes(const FoldedNode& node, const Sharding& sharding) {
  if (node.is_fused || node.is_copy || node.is_updated) return 0;
  return stored_bytes(node, sharding);
}

FoldedGraph fold(const Completion& completion, size_t unfolded, const Pricing& pricing) {
  const FlowGraph& graph = completion.graph();
  Folder folder(completion, pricing);
  return graph.nodes.size() + graph.edges.size() <= unfolded ? folder.as_it_is() : folder.folded();
}

std::vector<bool> nodes_live_across_loops(const FoldedGraph& graph) {
  std::vector<bool> live(graph.nodes.size());
  for (const FoldedEdge& edge : graph.edges) {
    if (!edge.is_computed) continue;
    for (NodeId c : graph.nodes_of(edge).first(edge.operands)) {
      if (c != kNoNode && is_live_across_loop(graph.nodes[c], edge)) live[c] = true;
    }
  }
  return live;
}

}  // namespace partita::core::partition
