// Loop-invariant collectives.
//
//   while … { %h = multiply %w, %s; %g = all_gather %h; … }        %h and %g stand before the loop, if %w and %s do
//
// Only collectives go out, with what feeds them: sent once instead of in every trip, at the price of keeping them
// through the loop. What a loop takes from a stack by its counter (the weights of a layer) is not invariant, and stays:
// to gather the stack before the loop would keep all of it in memory. Nothing goes past an optimization_barrier.
#include <algorithm>
#include <vector>

#include "cost/wire.h"
#include "ir/trip_count.h"
#include "optimize/effects.h"
#include "optimize/passes.h"

namespace partita::core::optimize {
namespace {

class Hoisting {
 public:
  Hoisting(Function& local, const OptimizeLimits& limits)
      : limit_(limits.kept_by(local)), inside_(local.module().num_value_ids()), wanted_(inside_.size()) {
    visit(local.body());
  }

 private:
  // Inner loops first: what leaves one may leave the next.
  void visit(Region& region) {
    for (Op *op = region.first(), *next; op != nullptr; op = next) {
      next = op->next();
      if (!has_code(*op)) continue;
      for (int r = 0; r < op->num_regions(); ++r) visit(op->region(r));
      if (op->is(OpKind::kWhile)) hoist_from(*op);
    }
  }

  void hoist_from(Op& loop) {
    const std::optional<int64_t> count = known_trip_count(loop);
    if (count && *count <= 1) return;  // sent once, or never
    Region& body = loop.region(1);
    // Values that change between iterations are marked: the arguments, and what depends on them.
    for (Value* argument : body.arguments()) inside_[argument->id()] = true;
    std::vector<Op*> invariant;
    std::vector<Op*> collectives;
    bool barrier = false;
    for (Op& op : body) {
      barrier |= op.is(OpKind::kOptimizationBarrier);
      if (!barrier && is_invariant(op)) {
        invariant.push_back(&op);
        if (op.info().has(kCollective)) collectives.push_back(&op);
      } else {
        for (int i = 0; i < op.num_results(); ++i) inside_[op.result(i)->id()] = true;
      }
    }
    double kept = 0;
    for (Op* collective : collectives) {
      const double bytes = bytes_given(*collective);
      if (kept + bytes > limit_) continue;
      kept += bytes;
      want(*collective, body);
    }
    for (Op* op : invariant) {
      std::vector<bool>::reference wanted = wanted_[op->result()->id()];
      if (wanted) op->move_before(&loop);
      wanted = false;  // the loop around this one asks anew
    }
  }

  bool is_invariant(const Op& op) const {
    if (op.num_results() == 0 || has_code(op) || !is_pure(op)) return false;
    for (int i = 0; i < op.num_operands(); ++i) {
      if (inside_[op.operand(i)->id()]) return false;
    }
    bool free = true;
    for (int r = 0; r < op.num_regions(); ++r) {
      walk(op.region(r), [&](const Op& inner) {
        for (int i = 0; i < inner.num_operands(); ++i) free &= !inside_[inner.operand(i)->id()];
      });
    }
    return free;
  }

  // With all that feeds it and stands in the body.
  void want(const Op& op, const Region& body) {
    std::vector<const Op*> pending = {&op};
    while (!pending.empty()) {
      const Op* at = pending.back();
      pending.pop_back();
      if (at->parent() != &body || wanted_[at->result()->id()]) continue;
      wanted_[at->result()->id()] = true;
      auto follow = [&](const Op& user) {
        for (int i = 0; i < user.num_operands(); ++i) {
          if (user.operand(i)->op() != nullptr) pending.push_back(user.operand(i)->op());
        }
      };
      follow(*at);
      for (int r = 0; r < at->num_regions(); ++r) walk(at->region(r), follow);
    }
  }

  static double bytes_given(const Op& op) {
    double bytes = 0;
    for (int i = 0; i < op.num_results(); ++i) bytes += cost::bytes_of(op.result(i)->type());
    return bytes;
  }

  const double limit_;
  std::vector<bool> inside_;  // values that change with the rounds of a loop that was looked at
  std::vector<bool> wanted_;  // ops to be moved, by their first result
};

}  // namespace

void hoist_collectives(Function& local, const OptimizeLimits& limits) { Hoisting(local, limits); }

}  // namespace partita::core::optimize
