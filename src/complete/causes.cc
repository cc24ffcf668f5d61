// Why a value has its axes: the history of a completion, read backwards.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "base/maps.h"
#include "complete/completion_state.h"
#include "complete/factor_axes.h"

namespace partita::core::complete {
namespace {

using State = Completion::State;

// Where a node got an axis: a change of the history, or its hint.
constexpr uint32_t kFromHint = UINT32_MAX;

bool has_axis(const Sharding* sharding, int dim, const AxisRef& axis) {
  if (sharding == nullptr || dim >= sharding->rank()) return false;
  return covers(sharding->dim(dim).axes, axis) || overlaps(sharding->dim(dim).axes, axis);
}

uint32_t acquired(const State& s, NodeId node, int dim, const AxisRef& axis) {
  for (uint32_t c = s.history.last_change[node]; c != UINT32_MAX; c = s.history.changes[c].previous) {
    const Change& change = s.history.changes[c];
    if (has_axis(change.after, dim, axis) && !has_axis(change.before, dim, axis)) return c;
  }
  return kFromHint;
}

struct Source {
  NodeId node = kNoNode;
  int dim = 0;
};

// The tensor on the other side of the edge that had the axis on the same factor before.
Source source_of(const State& s, const Change& change, uint32_t when, int dim, const AxisRef& axis) {
  const PropagationEdge& edge = s.graph.edges[change.edge];
  std::span<const NodeId> nodes = s.graph.nodes_of(edge);
  int target = -1;
  for (int t = 0; t < std::ssize(nodes); ++t) {
    bool is_result = t >= edge.operands;
    if (nodes[t] == change.node && is_result == (change.mode == StepMode::kForward)) target = t;
  }
  if (target < 0 || target >= edge.rule->num_tensors()) return {};
  const TensorFactors& mine = edge.rule->tensor(target);
  if (dim >= std::ssize(mine)) return {};
  for (int t = 0; t < std::ssize(nodes) && t < edge.rule->num_tensors(); ++t) {
    NodeId node = nodes[t];
    bool is_operand = t < edge.operands;
    if (t == target || node == kNoNode || is_operand == (change.mode == StepMode::kBackward)) continue;
    const TensorFactors& theirs = edge.rule->tensor(t);
    for (size_t d = 0; d < theirs.size(); ++d) {
      bool shares = std::any_of(theirs[d].begin(), theirs[d].end(), [&](int f) {
        const DimFactors& here = mine[dim];
        return std::find(here.begin(), here.end(), f) != here.end();
      });
      if (!shares || !has_axis(s.graph.nodes[node].state, d, axis)) continue;
      uint32_t at = acquired(s, node, d, axis);
      if (at == kFromHint || at < when) return {node, static_cast<int>(d)};
    }
  }
  return {};
}

AxisCause cause_of(const State& s, NodeId node, int dim, const AxisRef& axis) {
  AxisCause cause;
  cause.axis = axis;
  cause.dim = dim;
  const Op* first_op = nullptr;
  // Nodes without a value (boundaries of manual code) are stepped over.
  while (true) {
    uint32_t at = acquired(s, node, dim, axis);
    if (at == kFromHint) {
      cause.hint = s.graph.nodes[node].hint;
      cause.op = first_op;
      return cause;
    }
    const Change& change = s.history.changes[at];
    if (first_op == nullptr) first_op = s.graph.edges[change.edge].op;
    Source source = source_of(s, change, at, dim, axis);
    cause.op = first_op;
    if (source.node == kNoNode) return cause;
    cause.from = s.graph.nodes[source.node].value;
    if (cause.from != nullptr) return cause;
    node = source.node;
    dim = source.dim;
  }
}

// The innermost manual code around the value that makes the axis manual; null in HLO, which has no such op.
const Op* manual_code_around(const State& s, const Value* value, const AxisRef& axis) {
  const Region* region = nullptr;
  if (value != nullptr) region = value->op() != nullptr ? value->op()->parent() : value->region();
  for (; region != nullptr && region->parent_op() != nullptr; region = region->parent_op()->parent()) {
    for (const ManualCode& code : s.hints.manual) {
      if (code.op == region->parent_op() && overlaps(code.axes, axis)) return code.op;
    }
  }
  return nullptr;
}

std::vector<AxisCause> causes_of(const State& s, NodeId node) {
  std::vector<AxisCause> out;
  if (node == kNoNode) return out;
  const Sharding& sharding = *s.final_of_node[node];
  for (int d = 0; d < sharding.rank(); ++d) {
    for (const AxisRef& axis : sharding.dim(d).axes) out.push_back(cause_of(s, node, d, axis));
  }
  for (const AxisRefs* set : {&sharding.manual_axes(), &sharding.unreduced_axes()}) {
    for (const AxisRef& axis : *set) {
      AxisCause cause;
      cause.axis = axis;
      cause.dim = -1;
      cause.hint = s.graph.nodes[node].hint != nullptr ? s.graph.nodes[node].hint : s.graph.nodes[node].manual;
      if (cause.hint == nullptr) cause.op = manual_code_around(s, s.graph.nodes[node].value, axis);
      out.push_back(cause);
    }
  }
  return out;
}

NodeId node_of(const State& s, const Value* value) {
  return value->id() < s.graph.node_of.size() ? s.graph.node_of[value->id()] : kNoNode;
}

// The hints at the ends of chains. Each step is followed once, however many chains share it.
class Origins {
 public:
  explicit Origins(const State& state) : s_(state) {}

  const Hint* of(NodeId node, int dim, const AxisRef& axis) {
    std::vector<Key> path;
    const Hint* hint = nullptr;
    while (true) {
      Key key{node, dim, axis};
      if (auto at = known_.find(key); at != known_.end()) {
        hint = at->second;
        break;
      }
      path.push_back(key);
      uint32_t at = acquired(s_, node, dim, axis);
      if (at == kFromHint) {
        hint = s_.graph.nodes[node].hint;
        break;
      }
      Source source = source_of(s_, s_.history.changes[at], at, dim, axis);
      if (source.node == kNoNode) break;
      node = source.node;
      dim = source.dim;
    }
    for (const Key& key : path) known_.emplace(key, hint);
    return hint;
  }

 private:
  using Key = std::tuple<NodeId, int, AxisRef>;
  const State& s_;
  std::map<Key, const Hint*> known_;
};

}  // namespace

std::vector<AxisCause> Completion::causes(const Value* value) const {
  return causes_of(*state_, node_of(*state_, value));
}

std::vector<AxisCause> Completion::result_causes(int i) const {
  return causes_of(*state_, state_->graph.result_nodes[i]);
}

std::vector<AxisCause> Completion::chain(AxisCause cause) const {
  std::vector<AxisCause> steps;
  PointerSet<const Value*> seen;
  for (;;) {
    const bool goes_on = cause.hint == nullptr && cause.from != nullptr;
    if (goes_on && !seen.insert(cause.from).second) return steps;  // round and round in a loop
    steps.push_back(cause);
    if (!goes_on) return steps;
    const std::vector<AxisCause> before = causes(cause.from);
    const auto same = std::find_if(before.begin(), before.end(),
                                   [&](const AxisCause& other) { return overlaps(other.axis, cause.axis); });
    if (same == before.end()) return steps;
    cause = *same;
  }
}

std::vector<LostCandidate> Completion::lost(const Value* value) const {
  std::vector<LostCandidate> out;
  NodeId node = node_of(*state_, value);
  for (const Lost& lost : state_->history.lost) {
    if (lost.node != node || node == kNoNode || lost.from == kNoNode) continue;
    const Sharding& now = *state_->final_of_node[node];
    if (lost.dim < now.rank() && covers(now.dim(lost.dim).axes, lost.axis)) continue;  // it came another way
    LostCandidate candidate{lost.axis, lost.dim, state_->graph.edges[lost.edge].op,
                            state_->graph.nodes[lost.from].value, lost.reason};
    bool known = std::any_of(out.begin(), out.end(), [&](const LostCandidate& o) {
      return o.axis == candidate.axis && o.dim == candidate.dim && o.op == candidate.op && o.from == candidate.from;
    });
    if (!known) out.push_back(candidate);
  }
  return out;
}

namespace {

// With which of the user's priorities the hint brings the axis.
int32_t priority_of(const Hint& hint, const AxisRef& axis) {
  for (const DimSharding& dim : hint.sharding->dims()) {
    if (overlaps(dim.axes, axis)) return dim.priority.value_or(0);
  }
  return 0;
}

}  // namespace

void warn_of_conflicts(const Module& module, const State& s, Diagnostics& diagnostics) {
  std::set<std::pair<const Hint*, const Hint*>> said;
  Origins origins(s);
  for (const Lost& lost : s.history.lost) {
    const PropagationEdge& edge = s.graph.edges[lost.edge];
    if (edge.op == nullptr || !edge.op->info().has(kElementwise) || edge.operands < 2) continue;
    if (lost.node == kNoNode || lost.from == kNoNode) continue;
    if (s.graph.tensors[edge.first + edge.operands] != lost.node) continue;  // only where operands meet
    if (s.graph.nodes[lost.node].hint != nullptr) continue;
    const Hint* loser = origins.of(lost.from, lost.dim, lost.axis);
    // The winner has the axis elsewhere, or other axes on the dimension.
    const Sharding& now = *s.final_of_node[lost.node];
    const Hint* winner = nullptr;
    AxisRef won;
    for (int d = 0; d < now.rank() && winner == nullptr; ++d) {
      for (const AxisRef& axis : now.dim(d).axes) {
        if ((d != lost.dim && overlaps(axis, lost.axis)) || (d == lost.dim && !overlaps(axis, lost.axis))) {
          winner = origins.of(lost.node, d, axis);
          won = axis;
          if (winner != nullptr) break;
        }
      }
    }
    if (loser == nullptr || winner == nullptr || loser == winner || loser->sharding == nullptr ||
        winner->sharding == nullptr || !said.insert({loser, winner}).second) {
      continue;
    }
    if (priority_of(*winner, won) != priority_of(*loser, lost.axis)) continue;  // the user's priorities decide
    auto place = [&](const Hint* hint) {
      std::string text = to_string(*hint->sharding);
      if (module.source() != nullptr && hint->offset != kNoOffset) {
        text += fmt::format(" at line {}", module.source()->locate(hint->offset).line);
      }
      return text;
    };
    Diagnostic warning = module.error_at_op(
        *edge.op, Code::kHintConflict,
        fmt::format("operands with different hints meet here: {} is followed, {} is not ({}); a constraint on the "
                    "result would say which one is meant",
                    place(winner), place(loser), lost.reason));
    warning.severity = Severity::kWarning;
    diagnostics.add(std::move(warning));
  }
}

}  // namespace partita::core::complete
