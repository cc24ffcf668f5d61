#include "front/order.h"

#include <algorithm>
#include <cstdint>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace partita::core::front {
namespace {

using ir::Op;
using ir::Region;
using ir::Value;

// A set of ops of one region. Values are numbered densely, and those of a region are made about the same time, so that
// ops are known by their first results; few have none.
class OpSet {
 public:
  // What may be asked for, before anything is.
  void cover(const Op& op) {
    if (op.num_results() == 0) return;
    lowest_ = std::min(lowest_, op.result()->id());
    most_ = std::max(most_, op.result()->id());
  }
  void begin() {
    if (lowest_ <= most_) by_result_.resize(most_ - lowest_ + 1);
  }

  bool contains(const Op& op) const {
    return op.num_results() > 0 ? by_result_[op.result()->id() - lowest_] : without_results_.contains(&op);
  }
  // False where it was there.
  bool insert(const Op& op) {
    if (op.num_results() == 0) return without_results_.insert(&op).second;
    auto at = by_result_[op.result()->id() - lowest_];
    if (at) return false;
    at = true;
    return true;
  }

 private:
  uint32_t lowest_ = UINT32_MAX, most_ = 0;
  std::vector<bool> by_result_;
  std::unordered_set<const Op*> without_results_;
};

// As a reducer's is: one op, and the return of it.
bool is_one_op(const Region& region) {
  const Op* op = region.first();
  return op != nullptr && op->next() != nullptr && op->next() == region.last() && op->num_regions() == 0 &&
         !op->is_unused() && region.terminator() != nullptr;
}

class Orderer {
 public:
  explicit Orderer(Region& region) : region_(region) {}

  void run_behind(Op* last, std::span<Value* const> values) {
    for (Op& op : region_) placed_.cover(op);
    placed_.begin();
    // What stood there before is needed by nobody in this order.
    Op* first = region_.first();
    if (last != nullptr) {
      for (; first != last->next(); first = first->next()) placed_.insert(*first);
    }
    for (Value* value : values) {
      if (Op* op = giver(value)) place(op);
    }
    for (Op* op = first; op != nullptr; op = op->next()) place(op);
    put_in_order(first);
  }

  void run() {
    size_t ops = 0;
    for (Op& op : region_) {
      ++ops;
      placed_.cover(op);
      for (int i = 0; i < op.num_regions(); ++i) order_by_results(op.region(i));
      if (op.num_results() == 0 && keeps(op) && op.num_operands() > 0 && op.operand(0)->op() != nullptr) {
        followers_[op.operand(0)->op()].push_back(&op);
      }
    }
    Op* end = region_.terminator();
    if (end == nullptr) return;
    placed_.begin();
    place(end);
    if (order_.size() < ops) place_effects_and_drop(end);
    put_in_order(region_.first());
  }

 private:
  void place_effects_and_drop(Op* end) {
    order_.pop_back();  // `end`, which stays the last
    // What has effects and hangs on arguments alone.
    std::vector<Op*> rest;
    for (Op& op : region_) {
      if (!placed_.contains(op) && keeps(op)) rest.push_back(&op);
    }
    std::stable_sort(rest.begin(), rest.end(), [](const Op* a, const Op* b) { return position(*a) < position(*b); });
    for (Op* op : rest) place(op);
    order_.push_back(end);
    std::vector<Op*> dropped;
    for (Op& op : region_) {
      if (!placed_.contains(op)) dropped.push_back(&op);
    }
    // Users stand behind what they use, so that the last ones go first.
    for (auto op = dropped.rbegin(); op != dropped.rend(); ++op) (*op)->erase();
  }

  // The ops from `at` on are those of order_; most of them stand where they belong.
  void put_in_order(Op* at) {
    for (Op* op : order_) {
      if (op == at) {
        at = at->next();
      } else {
        op->move_before(at);
      }
    }
  }

  static bool keeps(const Op& op) { return op.info().has(ir::kSideEffects); }
  static int position(const Op& op) { return op.num_operands() > 0 ? op.operand(0)->index() : -1; }

  struct Step {
    Op* op;
    int next_operand = 0;
    std::vector<Op*> captured{};  // what its regions take from around them
    size_t next_captured = 0;
  };

  // The op that gives the value, where it is one of this region.
  Op* giver(Value* value) const {
    Op* op = value->op();
    return op != nullptr && op->parent() == &region_ ? op : nullptr;
  }

  void enter(Op* op, std::vector<Step>& stack) {
    if (!placed_.insert(*op)) return;
    Step& step = stack.emplace_back(Step{op});
    for (int r = 0; r < op->num_regions(); ++r) {
      ir::walk(op->region(r), [&](Op& inner) {
        for (int i = 0; i < inner.num_operands(); ++i) {
          if (Op* needed = giver(inner.operand(i))) step.captured.push_back(needed);
        }
      });
    }
  }

  // What the op needs of this region next: its operands, then what its regions take. Null: nothing more.
  Op* next_need(Step& step) const {
    while (step.next_operand < step.op->num_operands()) {
      if (Op* needed = giver(step.op->operand(step.next_operand++))) return needed;
    }
    return step.next_captured < step.captured.size() ? step.captured[step.next_captured++] : nullptr;
  }

  void place(Op* root) {
    std::vector<Step> stack;
    enter(root, stack);
    while (!stack.empty()) {
      if (Op* needed = next_need(stack.back())) {
        enter(needed, stack);
        continue;
      }
      Op* done = stack.back().op;
      stack.pop_back();
      order_.push_back(done);
      if (followers_.empty()) continue;
      if (const auto at = followers_.find(done); at != followers_.end()) {
        for (Op* follower : at->second) {
          if (placed_.insert(*follower)) order_.push_back(follower);
        }
      }
    }
  }

  Region& region_;
  OpSet placed_;
  std::unordered_map<const Op*, std::vector<Op*>> followers_;
  std::vector<Op*> order_;
};

}  // namespace

void order_by_results(Region& region) {
  if (!is_one_op(region)) Orderer(region).run();
}

void order_by_values(Region& region, Op* last, std::span<Value* const> values) {
  Orderer(region).run_behind(last, values);
}

}  // namespace partita::core::front
