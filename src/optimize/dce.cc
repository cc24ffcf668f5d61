// Dead code.
//
//   %r:2 = while(%i = %0, %s = %z) { … }, nobody uses %r#1, and %s is used for %s alone:   %s is not carried any more
//   %r = while(%w = %a) { …; return %w }:                                                  uses of %w and %r are uses
//   of %a
//
// What is needed is marked, from the results of the function and the ops with effects backwards, value by value: of a
// loop only the carries that something needs, of a conditional only such results. The rest is erased.
#include <vector>

#include "base/maps.h"
#include "ir/views.h"
#include "optimize/effects.h"
#include "optimize/passes.h"
#include "optimize/rebuild.h"

namespace partita::core::optimize {
namespace {

// A loop gives back what it carries unchanged.
void forward_unchanged(Op& loop) {
  for (int i = 0; i < loop.num_results(); ++i) {
    if (!is_carried_unchanged(loop, i)) continue;
    Value* same = loop.operand(i);
    loop.result(i)->replace_all_uses_with(same);
    loop.region(0).argument(i)->replace_all_uses_with(same);
    loop.region(1).argument(i)->replace_all_uses_with(same);
    // The region still gives it back: the carry is as dead as others that nothing needs.
  }
}

class Marking {
 public:
  explicit Marking(Function& local) : live_(local.module().num_value_ids()), seen_(live_.size()) {
    std::vector<Op*> effects, parted;
    walk(local.body(), [&](Op& op) {
      if (op.is(OpKind::kWhile)) forward_unchanged(op);
      if (has_parts(op)) parted.push_back(&op);
      if (has_own_effect(op)) effects.push_back(&op);
    });
    need_all(*local.body().terminator());
    for (const Op* op : effects) need_op(*op);
    drain();
    // One that is there for its effects alone keeps a result: neither format has good words for none.
    for (const Op* op : parted) {
      if (op->num_results() > 0 && is_live(*op) && kept(*op).empty()) need(op->result());
      drain();
    }
  }

  static bool has_branches(const Op& op) { return op.is(OpKind::kIf) || op.is(OpKind::kCase); }
  // Results that can go one by one.
  static bool has_parts(const Op& op) { return op.is(OpKind::kWhile) || has_branches(op); }

  std::vector<int> kept(const Op& op) const {
    std::vector<int> out;
    for (int i = 0; i < op.num_results(); ++i) {
      if (is_live(op.result(i))) out.push_back(i);
    }
    return out;
  }

  bool is_live(const Value* value) const { return live_[value->id()]; }
  bool is_live(const Op& op) const {
    return op.num_results() > 0 ? seen_[op.result()->id()] : without_results_.contains(&op);
  }

 private:
  void drain() {
    while (!pending_.empty()) {
      const Value* value = pending_.back();
      pending_.pop_back();
      value->is_argument() ? need_argument(*value) : need_result(*value);
    }
  }
  void need(const Value* value) {
    if (live_[value->id()]) return;
    live_[value->id()] = true;
    pending_.push_back(value);
  }
  void need_all(const Op& op) {
    for (int i = 0; i < op.num_operands(); ++i) need(op.operand(i));
  }

  // What the op needs whichever of its results is asked for; and that of the ops around it.
  void need_op(const Op& op) {
    if (visited(op)) return;
    if (op.is(OpKind::kWhile)) {
      need_all(*op.region(0).terminator());
    } else {
      need_all(op);
      for (int r = 0; r < op.num_regions() && !has_branches(op); ++r) {
        if (const Op* end = op.region(r).terminator()) need_all(*end);
      }
    }
    if (const Op* around = op.parent_op()) need_op(*around);
  }

  void need_result(const Value& value) {
    const Op& op = *value.op();
    need_op(op);
    if (op.is(OpKind::kWhile)) need_carry(op, value.index());
    if (!has_branches(op)) return;
    for (int r = 0; r < op.num_regions(); ++r) need(op.region(r).terminator()->operand(value.index()));
  }

  void need_argument(const Value& value) {
    const Op* around = value.region()->parent_op();
    if (around == nullptr) return;
    need_op(*around);
    if (around->is(OpKind::kWhile)) need_carry(*around, value.index());
  }

  void need_carry(const Op& loop, int i) {
    need(loop.result(i));
    need(loop.operand(i));
    need(loop.region(1).argument(i));
    need(loop.region(1).terminator()->operand(i));
  }

  bool visited(const Op& op) {
    if (op.num_results() == 0) return !without_results_.insert(&op).second;
    std::vector<bool>::reference seen = seen_[op.result()->id()];
    const bool before = seen;
    seen = true;
    return before;
  }

  std::vector<bool> live_;  // by value
  std::vector<bool> seen_;  // ops, by their first result
  PointerSet<const Op*> without_results_;
  std::vector<const Value*> pending_;
};

void sweep(Region& region, const Marking& marking) {
  for (Op *op = region.last(), *previous; op != nullptr; op = previous) {
    previous = op->previous();
    if (op->info().has(kTerminator)) continue;
    if (!marking.is_live(*op)) {
      // What is dead uses only what is dead or stays; among the dead, users went before.
      op->erase();
      continue;
    }
    if (Marking::has_parts(*op)) {
      const std::vector<int> kept = marking.kept(*op);
      if (std::ssize(kept) < op->num_results()) op = keep_results(*op, kept);
    }
    for (int r = 0; r < op->num_regions() && has_code(*op); ++r) sweep(op->region(r), marking);
  }
}

}  // namespace

void eliminate_dead_code(Function& local, const OptimizeLimits&) {
  const Marking marking(local);
  sweep(local.body(), marking);
}

}  // namespace partita::core::optimize
