#include "front/order.h"

#include <algorithm>
#include <functional>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace partita::core::front {
namespace {

using ir::Op;
using ir::Region;
using ir::Value;

class Orderer {
 public:
  explicit Orderer(Region& region) : region_(region) {}

  void run_behind(Op* last, std::span<Value* const> values) {
    std::vector<Op*> fresh;
    for (Op* op = last != nullptr ? last->next() : region_.first(); op != nullptr; op = op->next()) fresh.push_back(op);
    // What stood there before is needed by nobody in this order.
    for (Op& op : region_) {
      if (!fresh.empty() && &op == fresh.front()) break;
      placed_.insert(&op);
    }
    for (Value* value : values) {
      if (value->op() != nullptr && value->op()->parent() == &region_) place(value->op());
    }
    for (Op* op : fresh) place(op);
    for (Op* op : order_) op->move_to_end(region_);
  }

  void run() {
    for (Op& op : region_) {
      for (int i = 0; i < op.num_regions(); ++i) order_by_results(op.region(i));
    }
    for (Op& op : region_) {
      if (op.num_results() == 0 && op.info().has(ir::kSideEffects) && op.num_operands() > 0 &&
          op.operand(0)->op() != nullptr) {
        followers_[op.operand(0)->op()].push_back(&op);
      }
    }
    Op* end = region_.terminator();
    if (end == nullptr) return;
    find_depths();
    for (Op* op : results_by_depth(*end)) place(op);
    place(end);
    // What has effects and hangs on arguments alone.
    std::vector<Op*> rest;
    for (Op& op : region_) {
      if (!placed_.contains(&op) && keeps(op)) rest.push_back(&op);
    }
    std::stable_sort(rest.begin(), rest.end(), [](const Op* a, const Op* b) { return position(*a) < position(*b); });
    for (Op* op : rest) place(op);
    std::vector<Op*> dropped;
    for (Op& op : region_) {
      if (!placed_.contains(&op)) dropped.push_back(&op);
    }
    move_up_what_frees();
    // Users stand behind what they use, so that the last ones go first.
    for (auto op = dropped.rbegin(); op != dropped.rend(); ++op) (*op)->erase();
    for (Op* op : order_) {
      if (op != end) op->move_before(end);
    }
  }

 private:
  static bool keeps(const Op& op) { return op.info().has(ir::kSideEffects); }
  static int position(const Op& op) { return op.num_operands() > 0 ? op.operand(0)->index() : -1; }

  // What the op needs of this region: its operands, then what its regions take from around them.
  std::vector<Op*> needs(Op& op) {
    std::vector<Op*> out;
    auto add = [&](Value* value) {
      if (value->op() != nullptr && value->op()->parent() == &region_) out.push_back(value->op());
    };
    for (Value* operand : op.operands()) add(operand);
    for (int i = 0; i < op.num_regions(); ++i) {
      ir::walk(op.region(i), [&](Op& inner) {
        for (Value* operand : inner.operands()) add(operand);
      });
    }
    return out;
  }

  void find_depths() {
    for (Op& op : region_) {
      int& depth = depths_[&op];
      for (const Op* before : needs(op)) depth = std::max(depth, depths_.at(before) + 1);
    }
  }

  // What a region returns, that with the fewest ops before it first: of a backward pass, gradients of the last weights,
  // whose cotangents are then not kept until it has ended.
  std::vector<Op*> results_by_depth(Op& end) {
    std::vector<Op*> results = needs(end);
    std::ranges::stable_sort(results, {}, [&](const Op* op) { return depths_.at(op); });
    return results;
  }

  // An op that is the last to use more than it makes comes as soon as it can: the product of a gradient that is added
  // to another much later, a mask.
  void move_up_what_frees() {
    std::unordered_map<const Op*, size_t> places, last_uses;
    for (size_t i = 0; i < order_.size(); ++i) {
      places[order_[i]] = i;
      for (const Op* before : needs(*order_[i])) last_uses[before] = i;
    }
    std::vector<std::pair<size_t, Op*>> moved;  // behind this place
    for (size_t i = 0; i < order_.size(); ++i) {
      Op* op = order_[i];
      std::int64_t freed = -bytes(*op);
      size_t ready = 0;
      for (const Op* before : needs(*op)) {
        ready = std::max(ready, places.at(before));
        if (last_uses.at(before) == i) freed += bytes(*before);
      }
      const bool moves = freed > 0 && op->num_regions() == 0 && op->num_results() > 0 && !keeps(*op);
      moved.emplace_back(moves ? ready : i, op);
      if (moves) places[op] = ready;
    }
    std::ranges::stable_sort(moved, {}, &std::pair<size_t, Op*>::first);
    for (size_t i = 0; i < order_.size(); ++i) order_[i] = moved[i].second;
  }

  static std::int64_t bytes(const Op& op) {
    std::int64_t sum = 0;
    for (const Value* result : op.results()) sum += result->type().is_tensor() ? result->type().byte_size() : 0;
    return sum;
  }

  void place(Op* root) {
    struct Step {
      Op* op;
      std::vector<Op*> needs;
      size_t next = 0;
    };
    std::vector<Step> stack;
    auto enter = [&](Op* op) {
      if (!placed_.insert(op).second) return;
      std::vector<Op*> before = needs(*op);
      // The longest way first: what is computed again from what was kept waits until the cotangent is there.
      if (!depths_.empty()) {
        std::ranges::stable_sort(before, std::greater<>(), [&](const Op* each) { return depths_.at(each); });
      }
      stack.push_back({op, std::move(before)});
    };
    enter(root);
    while (!stack.empty()) {
      Step& step = stack.back();
      if (step.next < step.needs.size()) {
        enter(step.needs[step.next++]);
        continue;
      }
      Op* done = step.op;
      stack.pop_back();
      order_.push_back(done);
      if (const auto at = followers_.find(done); at != followers_.end()) {
        for (Op* follower : at->second) {
          if (placed_.insert(follower).second) order_.push_back(follower);
        }
      }
    }
  }

  Region& region_;
  std::unordered_set<const Op*> placed_;
  std::unordered_map<const Op*, int> depths_;  // of a region that has its return
  std::unordered_map<const Op*, std::vector<Op*>> followers_;
  std::vector<Op*> order_;
};

}  // namespace

void order_by_results(Region& region) { Orderer(region).run(); }

void order_by_values(Region& region, Op* last, std::span<Value* const> values) {
  Orderer(region).run_behind(last, values);
}

}  // namespace partita::core::front
