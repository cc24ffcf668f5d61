#include "optimize/region_ops.h"

#include <algorithm>
#include <numeric>
#include <queue>

#include "cost/run_class.h"
#include "cost/wire.h"
#include "optimize/effects.h"

namespace partita::core::optimize {
namespace {

constexpr int kLookedThrough = 32;  // fused ops that a question looks through at most; keeps it linear

// Tokens order their users, beyond the dependences by results.
bool gives_only_tensors(const Op& op) {
  for (int i = 0; i < op.num_results(); ++i) {
    if (!op.result(i)->type().is_tensor()) return false;
  }
  return op.num_results() > 0;
}

}  // namespace

double highest(const std::vector<double>& live) {
  return live.empty() ? 0 : *std::max_element(live.begin(), live.end());
}

RegionOps::RegionOps(Region& region, const std::vector<bool>& fused, std::vector<int>& index_of_value)
    : region_(&region) {
  for (Op& op : region) {
    if (op.info().has(kTerminator)) continue;
    const int i = std::ssize(ops_);
    ops_.push_back(&op);
    // What only passes on an operand that has memory is read where that is read.
    const bool passes_on =
        cost::run_class(op.kind()).passes_on && op.num_operands() == 1 && !fused[op.operand(0)->id()];
    fused_op_.push_back(op.num_results() == 1 && (passes_on || fused[op.result()->id()]));
    for (int r = 0; r < op.num_results(); ++r) {
      const bool free = fused_op_.back() || updates_carry(op, index_of_value);
      index_of_value[op.result(r)->id()] = std::ssize(values_);
      values_.push_back({i, free ? 0 : cost::bytes_of(op.result(r)->type()), fused_op_.back()});
    }
  }
  first_value_.reserve(ops_.size());
  begin_use_.reserve(ops_.size() + 1);
  uses_.reserve(2 * ops_.size());
  for (const Op* op : ops_) {
    first_value_.push_back(op->num_results() > 0 ? index_of_value[op->result()->id()] : -1);
    begin_use_.push_back(std::ssize(uses_));
    add_uses(*op, index_of_value);
    fixed_.push_back(has_effect(*op) || !gives_only_tensors(*op));
    has_fixed_ |= fixed_.back();
  }
  begin_use_.push_back(std::ssize(uses_));
  inner_peaks_.resize(ops_.size());
  const Op& end = *region.terminator();
  for (int i = 0; i < end.num_operands(); ++i) {
    const int value = local_value(end.operand(i), index_of_value);
    if (value >= 0) values_[value].returned = true;
  }
}

// A stack that a loop carries is written in place, and counts where the loop stands.
bool RegionOps::updates_carry(const Op& op, const Places& places) const {
  if (!op.is(OpKind::kDynamicUpdateSlice) || region_->parent_op() == nullptr) return false;
  const Value* stack = op.operand(0);
  if (stack->is_argument()) return true;
  const int value = local_value(stack, places);
  return value >= 0 && stack->op()->is(OpKind::kDynamicUpdateSlice) && values_[value].bytes == 0;
}

// Values are numbered by region as they are met; an id that another region has left behind is not ours.
int RegionOps::local_value(const Value* value, const Places& places) const {
  if (value->op() == nullptr || value->op()->parent() != region_) return -1;
  return places[value->id()];
}

void RegionOps::add_uses(const Op& op, const Places& places) {
  const size_t begin = uses_.size();
  auto look = [&](const Op& user) {
    for (int i = 0; i < user.num_operands(); ++i) {
      const int value = local_value(user.operand(i), places);
      if (value >= 0) uses_.push_back(value);
    }
  };
  look(op);
  for (int r = 0; r < op.num_regions(); ++r) walk(op.region(r), look);
  if (uses_.size() - begin < 2) return;
  std::sort(uses_.begin() + static_cast<std::ptrdiff_t>(begin), uses_.end());
  uses_.erase(std::unique(uses_.begin() + static_cast<std::ptrdiff_t>(begin), uses_.end()), uses_.end());
}

double RegionOps::bytes_given(int op) const {
  double bytes = 0;
  for (const LocalValue& value : results(op)) bytes += value.bytes;
  return bytes;
}

std::vector<int> RegionOps::given_order() const {
  std::vector<int> order(ops_.size());
  std::iota(order.begin(), order.end(), 0);
  return order;
}

RegionOps::Known* RegionOps::known(const std::vector<int>& order) const {
  const auto at = std::find_if(known_.begin(), known_.end(), [&](const Known& one) { return one.order == order; });
  if (at != known_.end()) return &*at;
  return known_.size() < kMostKnown ? &known_.emplace_back(Known{order, {}, {}}) : nullptr;
}

std::vector<double> RegionOps::live_bytes(const std::vector<int>& order) const {
  Known* about = known(order);
  if (about != nullptr && about->live.empty()) about->live = live_outside(order);
  std::vector<double> live = about != nullptr ? about->live : live_outside(order);
  for (size_t at = 0; at < order.size(); ++at) live[at] += inner_peaks_[order[at]];
  return live;
}

std::vector<double> RegionOps::live_outside(const std::vector<int>& order) const {
  // Where it is fused into an op, a value is read where that op's result is.
  std::vector<int> last(values_.size(), -1);
  for (int at = static_cast<int>(std::ssize(order)) - 1; at >= 0; --at) {
    const int op = order[at];
    const int read = fused_op_[op] ? last[first_value_[op]] : at;
    for (int value : uses(op)) last[value] = std::max(last[value], read);
  }
  std::vector<double> ends(order.size());  // bytes that are free after each place
  for (size_t v = 0; v < values_.size(); ++v) {
    if (last[v] >= 0 && !values_[v].returned) ends[last[v]] += values_[v].bytes;
  }
  std::vector<double> live(order.size());
  double now = 0;
  for (size_t at = 0; at < order.size(); ++at) {
    const int op = order[at];
    const double given = bytes_given(op);
    double unused = 0;
    for (size_t r = 0; r < results(op).size(); ++r) {
      const auto value = static_cast<size_t>(first_value_[op]) + r;
      if (last[value] < 0 && !values_[value].returned) unused += values_[value].bytes;
    }
    const double in_place = cost::run_class(ops_[op]->kind()).in_place ? std::min(given, ends[at]) : 0;
    now += given;
    live[at] = now - in_place;
    now -= ends[at] + unused;
  }
  return live;
}

// What is needed by nothing later than `until` but this op.
double RegionOps::kept_by_waiting(int op, int until, const std::vector<int>& last_use, int& steps) const {
  double kept = 0;
  for (int value : uses(op)) {
    if (last_use[value] >= until || --steps < 0) continue;
    const LocalValue& v = values_[value];
    kept += v.fused ? kept_by_waiting(v.definer, until, last_use, steps) : v.bytes;
  }
  return kept;
}

// Every op has a slot: its own, or that of the first op that needs it. Those of one slot keep their order, before the
// op whose own it is.
std::vector<int> RegionOps::find_late_order() const {
  const int n = size();
  std::vector<int> slot(ops_.size());
  std::vector<int> first_use(values_.size(), n), last_use(values_.size(), -1);
  for (size_t v = 0; v < values_.size(); ++v) {
    if (values_[v].returned) last_use[v] = n;
  }
  int fence = n;  // no op moves past one with an effect
  for (int i = n - 1; i >= 0; --i) {
    int& own = slot[i];
    own = i;
    if (is_fixed(i)) {
      fence = i;
    } else {
      int target = fence;
      for (size_t r = 0; r < results(i).size(); ++r) target = std::min(target, first_use[first_value_[i] + r]);
      if (target < n) {
        int steps = kLookedThrough;
        if (fused_op_[i] || bytes_given(i) > kept_by_waiting(i, target, last_use, steps)) own = target;
      }
    }
    const int read = fused_op_[i] ? last_use[first_value_[i]] : own;
    for (int value : uses(i)) {
      first_use[value] = std::min(first_use[value], own);
      last_use[value] = std::max(last_use[value], read);
    }
  }
  // Sorted by slot, as many as there are ops: those that move to one first, its own op last.
  std::vector<int> place(ops_.size() + 1);
  for (int to : slot) ++place[to + 1];
  std::partial_sum(place.begin(), place.end(), place.begin());
  std::vector<int> order(ops_.size());
  for (int i = 0; i < n; ++i) {
    const int to = slot[i];
    if (to != i) order[place[to]++] = i;
  }
  for (int i = 0; i < n; ++i) {
    if (slot[i] == i) order[place[i]] = i;
  }
  return order;
}

// List scheduling: of the ops that can run, one that takes no more than it frees, else the first of the base order.
class EagerOrder {
 public:
  EagerOrder(const RegionOps& ops, const std::vector<int>& base)
      : ops_(ops),
        rank_(base.size()),
        missing_(base.size()),
        ran_(base.size()),
        readers_(ops.values_.size()),
        begin_user_(ops.values_.size() + 1) {
    for (int at = 0; at < std::ssize(base); ++at) rank_[base[at]] = at;
    for (int op = 0; op < ops_.size(); ++op) {
      missing_[op] = static_cast<int>(ops_.uses(op).size());
      for (int value : ops_.uses(op)) ++readers_[value];
    }
    for (size_t v = 0; v < readers_.size(); ++v) begin_user_[v + 1] = begin_user_[v] + readers_[v];
    users_.resize(begin_user_.back());
    std::vector<int> next(begin_user_.begin(), begin_user_.end() - 1);
    for (int op = 0; op < ops_.size(); ++op) {
      for (int value : ops_.uses(op)) users_[next[value]++] = op;
    }
    for (size_t v = 0; v < readers_.size(); ++v) readers_[v] += ops_.values_[v].returned ? 1 : 0;
  }

  std::vector<int> run() {
    std::vector<int> order;
    order.reserve(rank_.size());
    for (int op = 0; op < ops_.size(); ++op) {
      if (missing_[op] == 0) ready(op);
    }
    while (!waiting_.empty() || !eager_.empty()) {
      const bool eager = !eager_.empty();
      Queue& queue = eager ? eager_ : waiting_;
      const int op = queue.top().second;
      queue.pop();
      if (ran_[op] || (eager && growth(op) > 0)) continue;
      ran_[op] = true;
      order.push_back(op);
      if (!ops_.is_fused(op)) release_operands(op);
      for (size_t r = 0; r < ops_.results(op).size(); ++r) {
        for (int user : users(ops_.first_value_[op] + static_cast<int>(r))) {
          if (--missing_[user] == 0) ready(user);
        }
      }
    }
    return order;
  }

 private:
  using Queue = std::priority_queue<std::pair<int, int>, std::vector<std::pair<int, int>>, std::greater<>>;

  std::span<const int> users(int value) const {
    return {users_.data() + begin_user_[value], users_.data() + begin_user_[value + 1]};
  }

  void ready(int op) {
    waiting_.emplace(rank_[op], op);
    if (growth(op) <= 0) eager_.emplace(rank_[op], op);
  }

  // Bytes it gives less those that are free after it. What is fused runs when it can: it takes nothing.
  double growth(int op) const {
    if (ops_.is_fused(op)) return 0;
    int steps = kLookedThrough;
    return ops_.bytes_given(op) - freed_by(op, steps);
  }
  double freed_by(int op, int& steps) const {
    double freed = 0;
    for (int value : ops_.uses(op)) {
      if (readers_[value] != 1 || --steps < 0) continue;
      const auto& v = ops_.values_[value];
      freed += v.fused ? freed_by(v.definer, steps) : v.bytes;
    }
    return freed;
  }

  // One reader of each operand has run; what is fused is read by those that read what it gives.
  void release_operands(int op) {
    for (int value : ops_.uses(op)) {
      const int left = --readers_[value];
      const auto& v = ops_.values_[value];
      if (left == 0 && v.fused) release_operands(v.definer);
      if (left != 1) continue;
      for (int user : users(value)) {
        if (!ran_[user] && missing_[user] == 0 && growth(user) <= 0) eager_.emplace(rank_[user], user);
      }
    }
  }

  const RegionOps& ops_;
  std::vector<int> rank_;     // in the base order
  std::vector<int> missing_;  // operands that are not there yet
  std::vector<bool> ran_;
  std::vector<int> readers_;  // of each value, that have not run
  std::vector<int> begin_user_, users_;
  Queue waiting_, eager_;
};

const std::vector<int>& RegionOps::late_order() const {
  if (!late_order_) late_order_ = find_late_order();
  return *late_order_;
}

std::vector<int> RegionOps::eager_order(const std::vector<int>& base) const {
  Known* about = known(base);
  if (about == nullptr) return EagerOrder(*this, base).run();
  if (about->eager.empty()) about->eager = EagerOrder(*this, base).run();
  return about->eager;
}

}  // namespace partita::core::optimize
