#include "front/order.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <unordered_map>
#include <vector>

namespace partita::core::front {
namespace {

using ir::Op;
using ir::Region;
using ir::Value;

// The ops of a region by number, in the order they stand in. Values are numbered densely, and those of a region are
// made about the same time, so that ops are known by their first results; few have none.
class Numbers {
 public:
  explicit Numbers(Region& region) : region_(region) {
    uint32_t lowest = UINT32_MAX, most = 0;
    for (Op& op : region) {
      ops.push_back(&op);
      if (op.num_results() == 0) continue;
      lowest = std::min(lowest, op.result()->id());
      most = std::max(most, op.result()->id());
    }
    lowest_ = lowest;
    if (lowest <= most) by_result_.resize(most - lowest + 1, -1);
    for (int i = 0; i < std::ssize(ops); ++i) {
      if (ops[i]->num_results() > 0) {
        by_result_[ops[i]->result()->id() - lowest_] = i;
      } else {
        without_results_[ops[i]] = i;
      }
    }
  }

  std::vector<Op*> ops;

  int of(const Op& op) const {
    return op.num_results() > 0 ? by_result_[op.result()->id() - lowest_] : without_results_.at(&op);
  }
  // The op that gives the value, where it is one of this region; else -1.
  int giver(const Value* value) const {
    const Op* op = value->op();
    return op != nullptr && op->parent() == &region_ ? of(*op) : -1;
  }

 private:
  const Region& region_;
  uint32_t lowest_ = 0;
  std::vector<int> by_result_;
  std::unordered_map<const Op*, int> without_results_;
};

// As a reducer's is: one op, and the return of it.
bool is_one_op(const Region& region) {
  const Op* op = region.first();
  return op != nullptr && op->next() != nullptr && op->next() == region.last() && op->num_regions() == 0 &&
         !op->is_unused() && region.terminator() != nullptr;
}

class Orderer {
 public:
  explicit Orderer(Region& region) : region_(region), numbers_(region), placed_(numbers_.ops.size()) { find_needs(); }

  void run_behind(Op* last, std::span<Value* const> values) {
    // What stood there before is needed by nobody in this order.
    const int first = last != nullptr ? numbers_.of(*last) + 1 : 0;
    std::fill(placed_.begin(), placed_.begin() + first, true);
    for (const Value* value : values) {
      if (const int op = numbers_.giver(value); op >= 0) place(op);
    }
    for (int i = first; i < count(); ++i) place(i);
    put_in_order(first < count() ? numbers_.ops[first] : nullptr);
  }

  void run() {
    const Op* end = region_.terminator();
    if (end == nullptr) return;
    find_followers();
    find_depths();
    const int last = numbers_.of(*end);
    // Of a backward pass, gradients of the last weights come first, whose cotangents are then not kept until it has
    // ended.
    std::vector<int> results(needs(last).begin(), needs(last).end());
    std::ranges::stable_sort(results, {}, [&](int op) { return depths_[op]; });
    // The longest way first: what is computed again from what was kept waits until the cotangent is there.
    for (int i = 0; i < count(); ++i) {
      std::ranges::stable_sort(needs(i), std::greater<>(), [&](int op) { return depths_[op]; });
    }
    for (int op : results) place(op);
    place_effects(last);
    move_up_what_frees();
    drop_others(last);
    order_.push_back(last);
    put_in_order(region_.first());
  }

 private:
  int count() const { return static_cast<int>(numbers_.ops.size()); }
  std::span<int> needs(int op) { return std::span(needs_).subspan(starts_[op], starts_[op + 1] - starts_[op]); }
  static bool keeps(const Op& op) {
    return op.info().has(ir::kSideEffects) || op.bool_attr(ir::AttrKey::kHasSideEffect);
  }

  // What each op needs of this region: its operands, then what its regions take from around them.
  void find_needs() {
    auto add = [&](const Op& op) {
      for (int i = 0; i < op.num_operands(); ++i) {
        if (const int need = numbers_.giver(op.operand(i)); need >= 0) needs_.push_back(need);
      }
    };
    for (const Op* op : numbers_.ops) {
      starts_.push_back(needs_.size());
      add(*op);
      for (int r = 0; r < op->num_regions(); ++r) ir::walk(op->region(r), add);
    }
    starts_.push_back(needs_.size());
  }

  // What has effects and gives nothing stands behind the op whose result it is about.
  void find_followers() {
    for (int i = 0; i < count(); ++i) {
      const Op& op = *numbers_.ops[i];
      if (op.num_results() > 0 || !keeps(op) || op.num_operands() == 0) continue;
      if (const int giver = numbers_.giver(op.operand(0)); giver >= 0) followers_[giver].push_back(i);
    }
  }

  void find_depths() {
    depths_.resize(numbers_.ops.size());
    for (int i = 0; i < count(); ++i) {
      for (int before : needs(i)) depths_[i] = std::max(depths_[i], depths_[before] + 1);
    }
  }

  // What has effects and hangs on arguments alone.
  void place_effects(int end) {
    std::vector<int> rest;
    for (int i = 0; i < count(); ++i) {
      if (i != end && !placed_[i] && keeps(*numbers_.ops[i])) rest.push_back(i);
    }
    std::ranges::stable_sort(rest, {}, [&](int i) {
      const Op& op = *numbers_.ops[i];
      return op.num_operands() > 0 ? op.operand(0)->index() : -1;
    });
    for (int op : rest) place(op);
  }

  void drop_others(int end) {
    // Users stand behind what they use, so that the last ones go first.
    for (int i = count() - 1; i >= 0; --i) {
      if (i != end && !placed_[i]) numbers_.ops[i]->erase();
    }
  }

  // An op that is the last to use more than it makes comes as soon as it can: the product of a gradient that is added
  // to another much later, a mask.
  void move_up_what_frees() {
    const int n = static_cast<int>(order_.size());
    std::vector<int> places(numbers_.ops.size()), last_uses(numbers_.ops.size());
    for (int i = 0; i < n; ++i) {
      places[order_[i]] = i;
      for (int before : needs(order_[i])) last_uses[before] = i;
    }
    std::vector<std::pair<int, int>> moved;  // behind this place
    for (int i = 0; i < n; ++i) {
      const Op& op = *numbers_.ops[order_[i]];
      int64_t freed = -bytes(op);
      int ready = 0;
      for (int before : needs(order_[i])) {
        ready = std::max(ready, places[before]);
        if (last_uses[before] == i) freed += bytes(*numbers_.ops[before]);
      }
      const bool moves = freed > 0 && op.num_regions() == 0 && op.num_results() > 0 && !keeps(op);
      moved.emplace_back(moves ? ready : i, order_[i]);
      if (moves) places[order_[i]] = ready;
    }
    std::ranges::stable_sort(moved, {}, &std::pair<int, int>::first);
    for (int i = 0; i < n; ++i) order_[i] = moved[i].second;
  }

  static int64_t bytes(const Op& op) {
    int64_t sum = 0;
    for (int i = 0; i < op.num_results(); ++i) {
      const ir::Type type = op.result(i)->type();
      sum += type.is_tensor() ? type.byte_size() : 0;
    }
    return sum;
  }

  void place(int root) {
    struct Step {
      int op;
      size_t next;
    };
    std::vector<Step> stack;
    auto enter = [&](int op) {
      if (placed_[op]) return;
      placed_[op] = true;
      stack.push_back({op, starts_[op]});
    };
    enter(root);
    while (!stack.empty()) {
      Step& step = stack.back();
      if (step.next < starts_[step.op + 1]) {
        enter(needs_[step.next++]);
        continue;
      }
      const int done = step.op;
      stack.pop_back();
      order_.push_back(done);
      if (followers_.empty()) continue;
      if (const auto at = followers_.find(done); at != followers_.end()) {
        for (int follower : at->second) {
          if (placed_[follower]) continue;
          placed_[follower] = true;
          order_.push_back(follower);
        }
      }
    }
  }

  // The ops from `at` on are those of order_; many of them stand where they belong.
  void put_in_order(Op* at) {
    for (int number : order_) {
      Op* op = numbers_.ops[number];
      if (op == at) {
        at = at->next();
      } else if (at != nullptr) {
        op->move_before(at);
      } else {
        op->move_to_end(region_);
      }
    }
  }

  Region& region_;
  const Numbers numbers_;
  std::vector<size_t> starts_;
  std::vector<int> needs_;  // those of op i from starts_[i] on
  std::vector<char> placed_;
  std::vector<int> depths_;
  std::unordered_map<int, std::vector<int>> followers_;
  std::vector<int> order_;
};

}  // namespace

void order_by_results(Region& region) {
  for (Op& op : region) {
    for (int i = 0; i < op.num_regions(); ++i) {
      if (!is_one_op(op.region(i))) order_by_results(op.region(i));
    }
  }
  Orderer(region).run();
}

void order_by_values(Region& region, Op* last, std::span<Value* const> values) {
  Orderer(region).run_behind(last, values);
}

}  // namespace partita::core::front
