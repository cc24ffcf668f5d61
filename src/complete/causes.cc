// Why a value has its axes: the history of a completion, read backwards.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "complete/completion_state.h"
#include "complete/factor_axes.h"

namespace partita::core::complete {
namespace {

using State = Completion::State;

// Where a cell got an axis: a change of the history, or its hint.
constexpr uint32_t kFromHint = UINT32_MAX;

bool has_axis(const Sharding* sharding, int dim, const AxisRef& axis) {
  if (sharding == nullptr || dim >= sharding->rank()) return false;
  return covers(sharding->dim(dim).axes, axis) || overlaps(sharding->dim(dim).axes, axis);
}

uint32_t acquired(const State& s, CellId cell, int dim, const AxisRef& axis) {
  for (uint32_t c = s.history.last_change[cell]; c != UINT32_MAX; c = s.history.changes[c].previous) {
    const Change& change = s.history.changes[c];
    if (has_axis(change.after, dim, axis) && !has_axis(change.before, dim, axis)) return c;
  }
  return kFromHint;
}

struct Source {
  CellId cell = kNoCell;
  int dim = 0;
};

// The tensor on the other side of the link that had the axis on the same factor before.
Source source_of(const State& s, const Change& change, uint32_t when, int dim, const AxisRef& axis) {
  const Link& link = s.graph.links[change.link];
  std::span<const CellId> cells = s.graph.cells_of(link);
  int target = -1;
  for (int t = 0; t < std::ssize(cells); ++t) {
    bool is_result = t >= link.operands;
    if (cells[t] == change.cell && is_result == (change.mode == StepMode::kForward)) target = t;
  }
  if (target < 0 || target >= link.rule->num_tensors()) return {};
  const TensorFactors& mine = link.rule->tensor(target);
  if (dim >= std::ssize(mine)) return {};
  for (int t = 0; t < std::ssize(cells) && t < link.rule->num_tensors(); ++t) {
    CellId cell = cells[t];
    bool is_operand = t < link.operands;
    if (t == target || cell == kNoCell || is_operand == (change.mode == StepMode::kBackward)) continue;
    const TensorFactors& theirs = link.rule->tensor(t);
    for (size_t d = 0; d < theirs.size(); ++d) {
      bool shares = std::any_of(theirs[d].begin(), theirs[d].end(), [&](int f) {
        const DimFactors& here = mine[dim];
        return std::find(here.begin(), here.end(), f) != here.end();
      });
      if (!shares || !has_axis(s.graph.cells[cell].state, d, axis)) continue;
      uint32_t at = acquired(s, cell, d, axis);
      if (at == kFromHint || at < when) return {cell, static_cast<int>(d)};
    }
  }
  return {};
}

AxisCause cause_of(const State& s, CellId cell, int dim, const AxisRef& axis) {
  AxisCause cause;
  cause.axis = axis;
  cause.dim = dim;
  const Op* first_op = nullptr;
  // Cells without a value (edges of manual code) are stepped over.
  while (true) {
    uint32_t at = acquired(s, cell, dim, axis);
    if (at == kFromHint) {
      cause.hint = s.graph.cells[cell].hint;
      cause.op = first_op;
      return cause;
    }
    const Change& change = s.history.changes[at];
    if (first_op == nullptr) first_op = s.graph.links[change.link].op;
    Source source = source_of(s, change, at, dim, axis);
    cause.op = first_op;
    if (source.cell == kNoCell) return cause;
    cause.from = s.graph.cells[source.cell].value;
    if (cause.from != nullptr) return cause;
    cell = source.cell;
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

std::vector<AxisCause> causes_of(const State& s, CellId cell) {
  std::vector<AxisCause> out;
  if (cell == kNoCell) return out;
  const Sharding& sharding = *s.final_of_cell[cell];
  for (int d = 0; d < sharding.rank(); ++d) {
    for (const AxisRef& axis : sharding.dim(d).axes) out.push_back(cause_of(s, cell, d, axis));
  }
  for (const AxisRefs* set : {&sharding.manual_axes(), &sharding.unreduced_axes()}) {
    for (const AxisRef& axis : *set) {
      AxisCause cause;
      cause.axis = axis;
      cause.dim = -1;
      cause.hint = s.graph.cells[cell].hint != nullptr ? s.graph.cells[cell].hint : s.graph.cells[cell].manual;
      if (cause.hint == nullptr) cause.op = manual_code_around(s, s.graph.cells[cell].value, axis);
      out.push_back(cause);
    }
  }
  return out;
}

CellId cell_of(const State& s, const Value* value) {
  return value->id() < s.graph.cell_of.size() ? s.graph.cell_of[value->id()] : kNoCell;
}

// The hints at the ends of chains. Each link of a chain is walked once, however many chains share it.
class Origins {
 public:
  explicit Origins(const State& state) : s_(state) {}

  const Hint* of(CellId cell, int dim, const AxisRef& axis) {
    std::vector<Key> path;
    const Hint* hint = nullptr;
    while (true) {
      Key key{cell, dim, axis};
      if (auto at = known_.find(key); at != known_.end()) {
        hint = at->second;
        break;
      }
      path.push_back(key);
      uint32_t at = acquired(s_, cell, dim, axis);
      if (at == kFromHint) {
        hint = s_.graph.cells[cell].hint;
        break;
      }
      Source source = source_of(s_, s_.history.changes[at], at, dim, axis);
      if (source.cell == kNoCell) break;
      cell = source.cell;
      dim = source.dim;
    }
    for (const Key& key : path) known_.emplace(key, hint);
    return hint;
  }

 private:
  using Key = std::tuple<CellId, int, AxisRef>;
  const State& s_;
  std::map<Key, const Hint*> known_;
};

}  // namespace

std::vector<AxisCause> Completion::causes(const Value* value) const {
  return causes_of(*state_, cell_of(*state_, value));
}

std::vector<AxisCause> Completion::result_causes(int i) const {
  return causes_of(*state_, state_->graph.result_cells[i]);
}

std::vector<LostCandidate> Completion::lost(const Value* value) const {
  std::vector<LostCandidate> out;
  CellId cell = cell_of(*state_, value);
  for (const Lost& lost : state_->history.lost) {
    if (lost.cell != cell || cell == kNoCell || lost.from == kNoCell) continue;
    const Sharding& now = *state_->final_of_cell[cell];
    if (lost.dim < now.rank() && covers(now.dim(lost.dim).axes, lost.axis)) continue;  // it came another way
    LostCandidate candidate{lost.axis, lost.dim, state_->graph.links[lost.link].op,
                            state_->graph.cells[lost.from].value, lost.reason};
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
    const Link& link = s.graph.links[lost.link];
    if (link.op == nullptr || !link.op->info().has(kElementwise) || link.operands < 2) continue;
    if (lost.cell == kNoCell || lost.from == kNoCell) continue;
    if (s.graph.tensors[link.first + link.operands] != lost.cell) continue;  // only where operands meet
    if (s.graph.cells[lost.cell].hint != nullptr) continue;
    const Hint* loser = origins.of(lost.from, lost.dim, lost.axis);
    // The winner has the axis elsewhere, or other axes on the dimension.
    const Sharding& now = *s.final_of_cell[lost.cell];
    const Hint* winner = nullptr;
    AxisRef won;
    for (int d = 0; d < now.rank() && winner == nullptr; ++d) {
      for (const AxisRef& axis : now.dim(d).axes) {
        if ((d != lost.dim && overlaps(axis, lost.axis)) || (d == lost.dim && !overlaps(axis, lost.axis))) {
          winner = origins.of(lost.cell, d, axis);
          won = axis;
          if (winner != nullptr) break;
        }
      }
    }
    if (loser == nullptr || winner == nullptr || loser == winner || loser->sharding == nullptr ||
        winner->sharding == nullptr || !said.insert({loser, winner}).second) {
      continue;
    }
    if (priority_of(*winner, won) != priority_of(*loser, lost.axis))
      continue;  // the user has said which one goes first
    auto place = [&](const Hint* hint) {
      std::string text = to_string(*hint->sharding);
      if (module.source() != nullptr && hint->offset != kNoOffset) {
        text += fmt::format(" at line {}", module.source()->locate(hint->offset).line);
      }
      return text;
    };
    Diagnostic warning = module.error_at_op(
        *link.op, Code::kHintConflict,
        fmt::format("operands with different hints meet here: {} is followed, {} is not ({}); a constraint on the "
                    "result would say which one is meant",
                    place(winner), place(loser), lost.reason));
    warning.severity = Severity::kWarning;
    diagnostics.add(std::move(warning));
  }
}

}  // namespace partita::core::complete
