#include "transform/resize/marks.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <optional>
#include <unordered_set>

#include "ir/shown.h"
#include "rules/rule.h"
#include "rules/sharding_rule.h"

namespace partita::core::transform {
namespace {

// A part of a factor.
struct InFactor {
  int factor;
  BatchMark mark;
};

// Ops that make a result of whatever size is asked for.
bool makes_any_size(const Op& op) {
  switch (op.kind()) {
    case OpKind::kBroadcastInDim:
    case OpKind::kConstant:
    case OpKind::kIota:
    case OpKind::kRng:
    case OpKind::kRngBitGenerator: return true;
    default: return false;
  }
}

}  // namespace

Error cannot_resize(const Op& op, const std::string& why) {
  return Error{op.module().error_at_op(op, Code::kUsage,
                                       fmt::format("{} cannot have another batch: {}", ir::shown_op(op), why))};
}

class Following {
 public:
  Following(Function& entry, bool grows_outside) : grows_outside_(grows_outside) {
    out_.marks_.resize(entry.module().num_value_ids());
  }

  Result<BatchMarks> run(const Value* argument, int dim) {
    PARTITA_CHECK_OK(mark(argument, dim, {argument->type().dim(dim), 1}, nullptr));
    while (!waiting_.empty()) {
      const Op* op = waiting_.front();
      waiting_.pop_front();
      is_waiting_.erase(op);
      PARTITA_CHECK_OK(visit(*op));
    }
    return std::move(out_);
  }

 private:
  void wait(const Op* op) {
    if (op != nullptr && op->is(OpKind::kReturn)) op = op->parent_op();
    if (op != nullptr && is_waiting_.insert(op).second) waiting_.push_back(op);
  }

  Status mark(const Value* value, int dim, BatchMark found, const Op* by) {
    std::vector<BatchMark>& marks = out_.marks_[value->id()];
    if (marks.empty()) marks.resize(value->type().rank());
    BatchMark& known = marks[dim];
    if (known.size > 0) {
      // What is a smaller part of it elsewhere, in each of some parts of the batch, is so here.
      const int64_t begin = std::max(known.below, found.below);
      const int64_t end = std::min(known.below * known.size, found.below * found.size);
      if (begin >= end || end % begin != 0) {
        return cannot_resize(*by, fmt::format("it would be twice in dimension {} of {}", dim, ir::shown_name(value)));
      }
      found = {end / begin, begin};
    }
    if (known == found) return {};
    known = found;
    wait(value->is_argument() ? value->region()->parent_op() : value->op());
    for (const Use* use = value->first_use(); use != nullptr; use = use->next()) wait(use->op());
    return {};
  }

  // One value under several names.
  Status tie(const Op& op, const std::vector<const Value*>& values) {
    for (const Value* from : values) {
      const std::vector<BatchMark> marks = out_.of(from);
      for (int d = 0; d < std::ssize(marks); ++d) {
        if (marks[d].size == 0) continue;
        for (const Value* to : values) PARTITA_CHECK_OK(mark(to, d, marks[d], &op));
      }
    }
    return {};
  }

  bool touches(const Op& op) const {
    for (const Value* value : op.operands()) {
      if (!out_.of(value).empty()) return true;
    }
    for (const Value* value : op.results()) {
      if (!out_.of(value).empty()) return true;
    }
    return false;
  }

  Status visit(const Op& op) {
    switch (op.kind()) {
      case OpKind::kWhile:
        for (int i = 0; i < op.num_results(); ++i) {
          PARTITA_CHECK_OK(tie(op, {op.operand(i), op.region(0).argument(i), op.region(1).argument(i),
                                    op.region(1).terminator()->operand(i), op.result(i)}));
        }
        return {};
      case OpKind::kCase:
      case OpKind::kIf:
        for (int i = 0; i < op.num_results(); ++i) {
          std::vector<const Value*> same = {op.result(i)};
          for (int r = 0; r < op.num_regions(); ++r) same.push_back(op.region(r).terminator()->operand(i));
          PARTITA_CHECK_OK(tie(op, same));
        }
        return {};
      case OpKind::kOptimizationBarrier:
        for (int i = 0; i < op.num_results(); ++i) PARTITA_CHECK_OK(tie(op, {op.operand(i), op.result(i)}));
        return {};
      case OpKind::kManualComputation:
      case OpKind::kAsyncStart:
      case OpKind::kAsyncUpdate:
      case OpKind::kAsyncDone:
        if (touches(op)) return cannot_resize(op, "its code has shapes of its own");
        return {};
      default: return along_rule(op);
    }
  }

  Status along_rule(const Op& op) {
    if (!touches(op)) return {};
    if (!rules::sharding_rule_text(op).empty()) return cannot_resize(op, "its sharding rule states sizes");
    const Rule& rule = rules_.rule(op);
    for (int t = 0; t < rule.num_tensors(); ++t) {
      const Value* value = t < op.num_operands() ? op.operand(t) : op.result(t - op.num_operands());
      const std::vector<BatchMark> marks = out_.of(value);
      for (int d = 0; d < std::ssize(marks); ++d) {
        if (marks[d].size == 0) continue;
        if (d >= std::ssize(rule.tensor(t))) return cannot_resize(op, "nothing is known of its dimensions");
        PARTITA_ASSIGN(const InFactor found, in_factor(op, rule, rule.tensor(t)[d], marks[d]));
        PARTITA_CHECK_OK(check_factor(op, rule, found.factor));
        PARTITA_CHECK_OK(spread(op, rule, found));
      }
    }
    return {};
  }

  // Where in the factors of a dimension the batch is. Of several that it goes over one grows, the last or the first:
  // batches that are divided into parts have larger parts, not more of them, and parts are the outer dimension or, of
  // every eighth row, the inner one.
  Result<InFactor> in_factor(const Op& op, const Rule& rule, const DimFactors& factors, BatchMark mark) const {
    if (factors.empty()) return cannot_resize(op, "its dimension of size 1 is like no other");
    if (factors.size() == 1) return InFactor{factors[0], mark};
    std::optional<InFactor> found;
    int64_t below = 1;
    for (auto f = factors.rbegin(); f != factors.rend(); ++f) {
      const int64_t size = rule.factors[*f].size, end = mark.below * mark.size;
      const bool is_covered = below * size > mark.below && below < end;
      if (is_covered && (!found || grows_outside_)) {
        // From the larger beginning to the smaller end, in elements of the factor.
        const int64_t begin = std::max(below, mark.below), stop = std::min(below * size, end);
        if (begin % below != 0 || stop % begin != 0 || (below * size) % stop != 0) {
          return cannot_resize(op, "the shapes do not divide where the batch does");
        }
        found = InFactor{*f, {stop / begin, begin / below}};
      }
      below *= size;
    }
    if (found) return *found;
    return cannot_resize(op, "the shapes do not divide where the batch does");
  }

  Status check_factor(const Op& op, const Rule& rule, int f) const {
    const Factor& factor = rule.factors[f];
    int tensors = 0;
    bool in_result = false;
    for (int t = 0; t < rule.num_tensors(); ++t) {
      for (const DimFactors& dim : rule.tensor(t)) {
        if (std::find(dim.begin(), dim.end(), f) == dim.end()) continue;
        ++tensors;
        in_result |= t >= op.num_operands();
      }
    }
    switch (factor.kind) {
      case FactorKind::kPass: return {};
      case FactorKind::kReduce:
        // What indices and updates of a scatter share is added up, however much there is.
        if (!factor.masked || tensors > 1) return {};
        return cannot_resize(op, "it takes elements of it by their index");
      case FactorKind::kWindow:
        return cannot_resize(op, "it takes a part of it, adds something to it, or needs neighbours along it");
      case FactorKind::kWhole:
        if (in_result && (tensors == 1 ? makes_any_size(op) : op.is(OpKind::kSort) || op.is(OpKind::kReverse))) {
          return {};
        }
        return cannot_resize(op, "it needs all of it at its present size");
    }
    return {};
  }

  Status spread(const Op& op, const Rule& rule, const InFactor& found) {
    for (int t = 0; t < rule.num_tensors(); ++t) {
      const Value* value = t < op.num_operands() ? op.operand(t) : op.result(t - op.num_operands());
      const TensorFactors& tensor = rule.tensor(t);
      for (int d = 0; d < std::ssize(tensor); ++d) {
        int64_t below = 1;
        for (auto f = tensor[d].rbegin(); f != tensor[d].rend(); ++f) {
          if (*f == found.factor) {
            PARTITA_CHECK_OK(mark(value, d, {found.mark.size, found.mark.below * below}, &op));
          }
          below *= rule.factors[*f].size;
        }
      }
    }
    return {};
  }

  bool grows_outside_;
  BatchMarks out_;
  RuleCache rules_;
  std::deque<const Op*> waiting_;
  std::unordered_set<const Op*> is_waiting_;
};

Result<BatchMarks> BatchMarks::follow(Function& entry, const Value* argument, int dim) {
  Result<BatchMarks> inside = Following(entry, false).run(argument, dim);
  if (inside.ok()) return inside;
  Result<BatchMarks> outside = Following(entry, true).run(argument, dim);
  return outside.ok() ? std::move(outside) : std::move(inside);
}

}  // namespace partita::core::transform
