#include "complete/schedule.h"

#include <algorithm>
#include <array>
#include <bit>

namespace partita::core::complete {
namespace {

// A set of edges, walked in either direction while it changes.
class EdgeSet {
 public:
  explicit EdgeSet(size_t n) : words_((n + 63) / 64, 0) {}
  void add(uint32_t i) { words_[i >> 6] |= uint64_t{1} << (i & 63); }

  // The smallest member at or above `from`, taken out; UINT32_MAX where there is none.
  uint32_t take_from(uint32_t from) {
    for (size_t w = from >> 6; w < words_.size(); ++w) {
      uint64_t word = words_[w];
      if (w == from >> 6) word &= ~uint64_t{0} << (from & 63);
      if (word != 0) return take(w, std::countr_zero(word));
    }
    return UINT32_MAX;
  }
  // The largest member below `end`, taken out.
  uint32_t take_below(uint32_t end) {
    if (end == 0) return UINT32_MAX;
    for (size_t w = (end - 1) >> 6;; --w) {
      uint64_t word = words_[w];
      if (w == (end - 1) >> 6 && (end & 63) != 0) word &= (uint64_t{1} << (end & 63)) - 1;
      if (word != 0) return take(w, 63 - std::countl_zero(word));
      if (w == 0) return UINT32_MAX;
    }
  }

 private:
  uint32_t take(size_t w, int bit) {
    words_[w] &= ~(uint64_t{1} << bit);
    return static_cast<uint32_t>(w * 64 + static_cast<size_t>(bit));
  }
  std::vector<uint64_t> words_;
};

enum Stage { kFormatForward, kFormatBackward, kAllForward, kAllBackward, kAcross, kBroadcastForward, kStages };

bool takes_part(const PropagationEdge& edge, Stage stage) {
  const bool formatting = edge.flow == FlowClass::kFormatting;
  const bool slicing = edge.flow == FlowClass::kDynamicSlice;
  const bool general = edge.flow == FlowClass::kGeneral;
  const bool broadcast = edge.flow == FlowClass::kBroadcast;
  switch (stage) {
    case kFormatForward: return edge.forward && (formatting || slicing);
    case kFormatBackward: return edge.backward && formatting;
    case kAllForward: return edge.forward && (formatting || slicing || general);
    case kAllBackward: return edge.backward && (formatting || slicing || general || broadcast);
    case kAcross: return edge.backward && edge.forward && general;
    case kBroadcastForward: return edge.forward && broadcast;
    case kStages: break;
  }
  return false;
}

class Schedule {
 public:
  Schedule(FlowGraph& graph, ShardingPool& pool, Stepper& stepper, History& history)
      : graph_(graph), pool_(pool), stepper_(stepper), history_(history) {
    for (int s = 0; s < kStages; ++s) dirty_.emplace_back(graph.edges.size());
    stages_.resize(graph.edges.size());
    for (size_t l = 0; l < graph.edges.size(); ++l) {
      for (int s = 0; s < kStages; ++s) {
        if (takes_part(graph.edges[l], static_cast<Stage>(s))) stages_[l] |= static_cast<uint8_t>(1 << s);
      }
    }
    first_vote_.assign(graph.nodes.size(), UINT32_MAX);
    history.last_change.resize(graph.nodes.size(), UINT32_MAX);
  }

  void run(std::span<const NodeId> changed) {
    for (NodeId node : changed) mark(node);
    while (true) {
      bool any = true;
      while (any) {
        any = forward(kFormatForward);
        any = backward(kFormatBackward) || any;
      }
      if (forward(kAllForward)) continue;
      if (backward(kAllBackward)) continue;
      if (across()) continue;
      if (forward(kBroadcastForward)) continue;
      return;
    }
  }

 private:
  void mark(NodeId node) {
    for (uint32_t l : graph_.edges_of(node)) {
      for (int s = 0; s < kStages; ++s) {
        if (stages_[l] >> s & 1) dirty_[s].add(l);
      }
    }
  }

  void change(NodeId node, const Sharding* after, uint32_t edge, StepMode mode) {
    ValueNode& target = graph_.nodes[node];
    history_.changes.push_back({node, target.state, after, edge, mode, history_.last_change[node]});
    history_.last_change[node] = static_cast<uint32_t>(history_.changes.size() - 1);
    target.state = after;
    mark(node);
    changed_ = true;
  }

  void note(uint32_t edge, std::span<const Refusal> refusals) {
    std::span<const NodeId> nodes = graph_.nodes_of(graph_.edges[edge]);
    for (const Refusal& r : refusals) {
      history_.lost.push_back({nodes[r.tensor], nodes[r.from], edge, r.dim, r.axis, r.reason});
    }
  }

  bool forward(Stage stage) {
    changed_ = false;
    EdgeSet& dirty = dirty_[stage];
    for (uint32_t l = dirty.take_from(0); l != UINT32_MAX; l = dirty.take_from(l + 1)) {
      const PropagationEdge& edge = graph_.edges[l];
      StepResult result = stepper_.step(edge, StepMode::kForward);
      note(l, result.refusals);
      for (uint16_t i = 0; i < edge.results; ++i) {
        NodeId node = graph_.tensors[edge.first + edge.operands + i];
        if (node != kNoNode && result.states[i] != graph_.nodes[node].state) {
          change(node, result.states[i], l, StepMode::kForward);
        }
      }
    }
    return changed_;
  }

  // Uses come after definitions: when a sweep from the end meets the edge that defines a node, all uses have voted.
  bool backward(Stage stage) {
    changed_ = false;
    EdgeSet& dirty = dirty_[stage];
    for (uint32_t l = dirty.take_below(count()); l != UINT32_MAX; l = dirty.take_below(l)) {
      const PropagationEdge& edge = graph_.edges[l];
      for (uint16_t i = 0; i < edge.results; ++i) {
        count_votes(graph_.tensors[edge.first + edge.operands + i], StepMode::kBackward);
      }
      if ((stages_[l] >> stage & 1) == 0) continue;  // in the sweep only because its result has votes
      const size_t voted_before = voted_.size();
      vote(l, StepMode::kBackward);
      for (size_t i = voted_before; i < voted_.size(); ++i) {  // a node's later votes would mark the same edges again
        for (uint32_t definer : graph_.edges_of(voted_[i])) {
          if (definer < l) dirty.add(definer);
        }
      }
    }
    count_all_votes(StepMode::kBackward);
    return changed_;
  }

  bool across() {
    changed_ = false;
    EdgeSet& dirty = dirty_[kAcross];
    for (uint32_t l = dirty.take_from(0); l != UINT32_MAX; l = dirty.take_from(l + 1)) vote(l, StepMode::kAcross);
    count_all_votes(StepMode::kAcross);
    return changed_;
  }

  uint32_t count() const { return static_cast<uint32_t>(graph_.edges.size()); }

  // ---- votes

  struct Vote {
    const Sharding* wanted;
    double weight;
    uint32_t edge;
    uint32_t next;
  };

  void vote(uint32_t l, StepMode mode) {
    const PropagationEdge& edge = graph_.edges[l];
    StepResult result = stepper_.step(edge, mode);
    note(l, result.refusals);
    for (uint16_t i = 0; i < edge.operands; ++i) {
      NodeId node = graph_.tensors[edge.first + i];
      if (node == kNoNode || result.states[i] == graph_.nodes[node].state) continue;
      if (first_vote_[node] == UINT32_MAX) voted_.push_back(node);
      votes_.push_back({result.states[i], edge.trip_count, l, first_vote_[node]});
      first_vote_[node] = static_cast<uint32_t>(votes_.size() - 1);
    }
  }

  void count_all_votes(StepMode mode) {
    for (NodeId node : voted_) count_votes(node, mode);
    voted_.clear();
    votes_.clear();
  }

  void count_votes(NodeId node, StepMode mode) {
    if (node == kNoNode || first_vote_[node] == UINT32_MAX) return;
    ballot_.clear();
    for (uint32_t v = first_vote_[node]; v != UINT32_MAX; v = votes_[v].next) {
      auto same = std::find_if(ballot_.begin(), ballot_.end(),
                               [&](const Vote& other) { return other.wanted == votes_[v].wanted; });
      if (same == ballot_.end()) {
        ballot_.push_back(votes_[v]);
      } else {
        same->weight += votes_[v].weight;
        same->edge = std::min(same->edge, votes_[v].edge);
      }
    }
    first_vote_[node] = UINT32_MAX;
    if (ballot_.size() == 1) {
      change(node, ballot_[0].wanted, ballot_[0].edge, mode);
    } else {
      decide(node, mode);
    }
  }

  // One proposal for one dimension: the axes to add, and the weight of all votes for exactly these.
  struct Proposal {
    int dim;
    AxisRefs axes;
    double weight;
    uint32_t edge;
  };

  // Most weight first, then the lower dimension, then mesh position: each takes what the earlier ones left.
  void decide(NodeId node, StepMode mode) {
    // Nothing propagates between meshes: the heaviest proposal decides which one it is.
    auto heaviest = std::max_element(ballot_.begin(), ballot_.end(), [](const Vote& a, const Vote& b) {
      return a.weight != b.weight ? a.weight < b.weight : a.edge > b.edge;
    });
    const MeshPtr mesh = heaviest->wanted->mesh_ptr();
    std::erase_if(ballot_, [&](const Vote& v) { return v.wanted->mesh_ptr() != mesh; });
    const Sharding* base = graph_.nodes[node].state;
    std::vector<Proposal> proposals;
    for (const Vote& ballot : ballot_) {
      for (int d = 0; d < ballot.wanted->rank(); ++d) {
        AxisRefs held = base == nullptr ? AxisRefs() : base->dim(d).axes;
        AxisRefs added = outside(ballot.wanted->dim(d).axes, held);
        if (added.empty()) continue;
        auto same = std::find_if(proposals.begin(), proposals.end(),
                                 [&](const Proposal& p) { return p.dim == d && p.axes == added; });
        if (same == proposals.end()) {
          proposals.push_back({d, std::move(added), ballot.weight, ballot.edge});
        } else {
          same->weight += ballot.weight;
          same->edge = std::min(same->edge, ballot.edge);
        }
      }
    }
    // A vote for more axes counts for its prefixes as well.
    std::vector<double> backing(proposals.size());
    for (size_t i = 0; i < proposals.size(); ++i) {
      for (const Proposal& other : proposals) {
        if (other.dim == proposals[i].dim && is_prefix(proposals[i].axes, other.axes)) backing[i] += other.weight;
      }
    }
    for (size_t i = 0; i < proposals.size(); ++i) proposals[i].weight = backing[i];
    std::sort(proposals.begin(), proposals.end(), [](const Proposal& a, const Proposal& b) {
      if (a.weight != b.weight) return a.weight > b.weight;
      if (a.dim != b.dim) return a.dim < b.dim;
      return a.axes < b.axes;
    });
    Sharding::Spec spec =
        base != nullptr ? base->spec() : Sharding::replicated(mesh, ballot_[0].wanted->rank(), true).spec();
    for (const Proposal& p : proposals) {
      DimSharding& dim = spec.dims[p.dim];
      AxisRefs held = base == nullptr ? AxisRefs() : base->dim(p.dim).axes;
      AxisRefs taken = outside(dim.axes, held);
      if (!is_prefix(taken, p.axes)) {
        lose(node, p, "more of the uses want other axes");
        continue;
      }
      Sharding::Spec trial = spec;
      trial.dims[p.dim].axes = held;
      AxisRefs& axes = trial.dims[p.dim].axes;
      axes.insert(axes.end(), p.axes.begin(), p.axes.end());
      Result<Sharding> made = Sharding::make(mesh, trial);
      if (!made.ok()) {
        lose(node, p, "more of the uses want the axis elsewhere");
        continue;
      }
      const Sharding* next = pool_.intern(std::move(*made));
      spec = next->spec();
      if (next != graph_.nodes[node].state) change(node, next, p.edge, mode);
    }
  }

  void lose(NodeId node, const Proposal& p, std::string_view reason) {
    const PropagationEdge& edge = graph_.edges[p.edge];
    NodeId from = edge.results > 0 ? graph_.tensors[edge.first + edge.operands] : node;
    history_.lost.push_back({node, from, p.edge, p.dim, p.axes.front(), reason});
  }

  FlowGraph& graph_;
  ShardingPool& pool_;
  Stepper& stepper_;
  History& history_;
  std::vector<EdgeSet> dirty_;  // by stage
  std::vector<uint8_t> stages_;
  std::vector<uint32_t> first_vote_;  // by node
  std::vector<NodeId> voted_;
  std::vector<Vote> votes_;
  std::vector<Vote> ballot_;
  bool changed_ = false;
};

}  // namespace

void run_schedule(FlowGraph& graph, ShardingPool& pool, Stepper& stepper, History& history,
                  std::span<const NodeId> changed) {
  Schedule(graph, pool, stepper, history).run(changed);
}

}  // namespace partita::core::complete
