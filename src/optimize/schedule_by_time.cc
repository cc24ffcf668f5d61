// The order of ops by what each takes: collectives begin early enough to be hidden.
//
//   %g = all_gather %w          %h = dot %x, %v                %g = all_gather %w        (1) late: just before its use
//   %h = dot %x, %v             %g = all_gather %w             %h = dot %x, %v           (2) one op of work earlier,
//   %y = dot %h, %g             %y = dot %h, %g                %y = dot %h, %g               if the peak allows
//
// 1. From the end backwards, an op whose result is larger than what is kept alive for it by waiting moves down to its
// first
//    use. The new order is taken only if the peak of live values, as counted here, falls.
// 2. From the start, a collective moves up before the last heavy op that its operands do not wait for, unless the peak
// would
//    rise. A device that sends while it computes can then do both. On a machine that is known, it moves up before as
//    many as it takes to hide it, where no other is hidden already, and before other collectives only if that is
//    enough.
//
// Each region has its own order; an op with regions moves as one. Ops with effects and those between them keep their
// order.
#include <algorithm>
#include <limits>
#include <numeric>
#include <vector>

#include "cost/memory.h"
#include "cost/run_class.h"
#include "cost/wire.h"
#include "ir/copy_module.h"
#include "optimize/effects.h"
#include "optimize/passes.h"
#include "optimize/schedule.h"

namespace partita::core::optimize {
namespace {

constexpr int kUntimedReach = 64;  // how many ops a collective may move up
constexpr size_t kMostFeeders = 16;
constexpr double kWorthMemory = 0.001;  // of a step, that has to be gained for more memory
constexpr double kHardlyMore = 1.02;    // memory that may be spent for that; for more of it
constexpr double kMuchFaster = 0.03;    // this part of a step has to be gained
constexpr int kTimedReach = 512;        // the same where it is known what they take

// The ops of a region but its return, what they use and define, and an order of them.
class TimedRegion {
 public:
  // `times` may be null.
  TimedRegion(Region& region, std::vector<int>& index_of_value, std::vector<double> inner_peaks, const OpTimes* times)
      : region_(region), index_of_(index_of_value), inner_peaks_(std::move(inner_peaks)), times_(times) {
    for (Op& op : region) {
      if (op.info().has(kTerminator)) continue;
      const int i = std::ssize(ops_);
      ops_.push_back(&op);
      for (int r = 0; r < op.num_results(); ++r) {
        index_of_[op.result(r)->id()] = std::ssize(values_);
        values_.push_back({i, updates_carry(op) ? 0 : cost::bytes_of(op.result(r)->type())});
      }
    }
    first_value_.reserve(ops_.size());
    begin_use_.reserve(ops_.size() + 1);
    uses_.reserve(2 * ops_.size());
    for (const Op* op : ops_) {
      first_value_.push_back(op->num_results() > 0 ? index_of_[op->result()->id()] : -1);
      begin_use_.push_back(std::ssize(uses_));
      add_uses(*op);
      fixed_.push_back(has_effect(*op) || !is_movable(*op));
    }
    begin_use_.push_back(std::ssize(uses_));
    const Op& end = *region.terminator();
    for (int i = 0; i < end.num_operands(); ++i) {
      const int value = local_value(end.operand(i));
      if (value >= 0) values_[value].returned = true;
    }
    order_.resize(ops_.size());
    std::iota(order_.begin(), order_.end(), 0);
  }

  // The peak of what the region's ops give and hold inside, after it is ordered.
  double run(bool overlapped, double slack) {
    std::vector<double> live = live_bytes(order_);
    std::vector<int> late = late_order();
    std::vector<double> live_late = live_bytes(late);
    if (peak(live_late) < peak(live)) order_.swap(late), live.swap(live_late);
    double highest = peak(live);
    if (overlapped) {
      overlap(live, highest + slack);
      if (slack > 0) highest = peak(live_bytes(order_));
    }
    Op* end = region_.terminator();
    for (int i : order_) ops_[i]->move_before(end);
    return highest;
  }

 private:
  struct LocalValue {
    int definer;
    double bytes;
    bool returned = false;
  };

  // A stack that a loop carries is written in place, and counts where the loop stands.
  bool updates_carry(const Op& op) const {
    if (!op.is(OpKind::kDynamicUpdateSlice) || region_.parent_op() == nullptr) return false;
    const Value* stack = op.operand(0);
    if (stack->is_argument()) return true;
    const int value = local_value(stack);
    return value >= 0 && stack->op()->is(OpKind::kDynamicUpdateSlice) && values_[value].bytes == 0;
  }

  // Values are numbered by region as they are met; an id that another region has left behind is not ours.
  int local_value(const Value* value) const {
    if (value->op() == nullptr || value->op()->parent() != &region_) return -1;
    return index_of_[value->id()];
  }

  void add_uses(const Op& op) {
    const size_t begin = uses_.size();
    auto look = [&](const Op& user) {
      for (int i = 0; i < user.num_operands(); ++i) {
        const int value = local_value(user.operand(i));
        if (value >= 0) uses_.push_back(value);
      }
    };
    look(op);
    for (int r = 0; r < op.num_regions(); ++r) walk(op.region(r), look);
    if (uses_.size() - begin < 2) return;
    std::sort(uses_.begin() + static_cast<std::ptrdiff_t>(begin), uses_.end());
    uses_.erase(std::unique(uses_.begin() + static_cast<std::ptrdiff_t>(begin), uses_.end()), uses_.end());
  }

  std::span<const int> uses(int op) const {
    const auto at = static_cast<size_t>(op);
    return {uses_.data() + begin_use_[at], uses_.data() + begin_use_[at + 1]};
  }
  std::span<const LocalValue> results(int op) const {
    const auto at = static_cast<size_t>(op);
    if (first_value_[at] < 0) return {};
    return {values_.data() + first_value_[at], static_cast<size_t>(ops_[at]->num_results())};
  }

  // While each op of the order runs: its operands, its results, and all that is needed later.
  std::vector<double> live_bytes(const std::vector<int>& order) const {
    std::vector<int> last(values_.size(), -1);
    for (int at = 0; at < std::ssize(order); ++at) {
      for (int value : uses(order[at])) last[value] = at;
    }
    std::vector<double> live(order.size());
    double now = 0;
    for (size_t at = 0; at < order.size(); ++at) {
      const int op = order[at];
      double given = 0, freed = 0;
      for (const LocalValue& value : results(op)) given += value.bytes;
      for (int value : uses(op)) {
        const LocalValue& v = values_[value];
        if (last[value] == static_cast<int>(at) && !v.returned) freed += v.bytes;
      }
      const double in_place = cost::run_class(ops_[op]->kind()).in_place ? std::min(given, freed) : 0;
      now += given;
      live[at] = now - in_place + inner_peaks_[op];
      auto release = [&](int value) {
        const LocalValue& v = values_[value];
        if (!v.returned) now -= v.bytes;
      };
      for (int value : uses(op)) {
        if (last[value] == static_cast<int>(at)) release(value);
      }
      for (size_t r = 0; r < results(op).size(); ++r) {  // nobody uses it
        const int value = first_value_[op] + static_cast<int>(r);
        if (last[value] < 0) release(value);
      }
    }
    return live;
  }

  static double peak(const std::vector<double>& live) {
    return live.empty() ? 0 : *std::max_element(live.begin(), live.end());
  }

  // Every op has a slot: its own, or that of the first op that needs it. Those of one slot keep their order, before the
  // op whose own it is.
  std::vector<int> late_order() const {
    const int n = std::ssize(ops_);
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
        double given = 0, kept = 0;
        for (size_t r = 0; r < results(i).size(); ++r) {
          const auto value = static_cast<size_t>(first_value_[static_cast<size_t>(i)]) + r;
          target = std::min(target, first_use[value]);
          given += values_[value].bytes;
        }
        for (int value : uses(i)) {
          if (last_use[value] < target) kept += values_[value].bytes;
        }
        if (given > kept && target < n) own = target;
      }
      for (int value : uses(i)) {
        first_use[value] = std::min(first_use[value], own);
        last_use[value] = std::max(last_use[value], own);
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

  bool is_fixed(int op) const { return fixed_[op]; }
  // Tokens order their users, beyond the dependences by results.
  static bool is_movable(const Op& op) {
    for (int i = 0; i < op.num_results(); ++i) {
      if (!op.result(i)->type().is_tensor()) return false;
    }
    return op.num_results() > 0;
  }

  void overlap(std::vector<double>& live, double limit) {
    std::vector<int> place(ops_.size());
    for (size_t at = 0; at < order_.size(); ++at) place[order_[at]] = static_cast<int>(at);
    for (const Op* op : ops_) spare_.push_back(seconds_of(*op));
    for (int at = 0; at < std::ssize(order_); ++at) {
      const int op = order_[at];
      if (!ops_[op]->info().has(kCollective) || is_fixed(op)) continue;
      const double need = seconds_of(*ops_[op]);
      const bool is_long = need >= kLongCollective;
      const std::vector<int> moving = is_long ? with_feeders(op) : std::vector<int>{op};
      int ready = 0;
      for (int one : moving) {
        for (int value : uses(one)) {
          const int definer = values_[value].definer;
          if (!is_among(moving, definer)) ready = std::max(ready, place[definer] + 1);
        }
      }
      double bytes = 0;
      for (const LocalValue& value : results(op)) bytes += value.bytes;
      const int to = is_long ? hidden_from(at, ready, need, limit - bytes, live, moving)
                             : behind_one(at, ready, limit - bytes, live);
      if (to < at) move(at, to, bytes, moving, live, place);
    }
  }

  static bool is_among(const std::vector<int>& list, int op) {
    return std::find(list.begin(), list.end(), op) != list.end();
  }

  // The collective and the ops that do little and are for it alone, such as the slice of a stack that it sends.
  std::vector<int> with_feeders(int op) const {
    std::vector<int> moving = {op};
    for (size_t i = 0; i < moving.size() && moving.size() < kMostFeeders; ++i) {
      for (int value : uses(moving[i])) {
        const int definer = values_[value].definer;
        const Op& feeder = *ops_[definer];
        if (is_among(moving, definer) || is_fixed(definer) || feeder.num_regions() > 0 ||
            feeder.info().has(kCollective) || cost::run_class(feeder.kind()).heavy || !is_pure(feeder)) {
          continue;
        }
        bool alone = !values_[value].returned;
        for (const Value* result : feeder.results()) {
          for (const Use* use = result->first_use(); use != nullptr && alone; use = use->next()) {
            alone = std::any_of(moving.begin(), moving.end(), [&](int one) { return ops_[one] == use->op(); });
          }
        }
        if (alone) moving.push_back(definer);
      }
    }
    return moving;
  }

  // The collective at `at`, and those of its feeders that are not there yet, to `to`.
  void move(int at, int to, double bytes, const std::vector<int>& moving, std::vector<double>& live,
            std::vector<int>& place) {
    std::vector<int> ops;
    std::vector<double> lives;
    for (const bool moved : {true, false}) {
      for (int k = to; k <= at; ++k) {
        const int op = order_[k];
        if (is_among(moving, op) != moved) continue;
        ops.push_back(op);
        lives.push_back((moved ? live[to] : live[k]) + bytes);
      }
    }
    for (size_t i = 0; i < ops.size(); ++i) {
      const int k = to + static_cast<int>(i);
      order_[k] = ops[i];
      live[k] = lives[i];
      place[ops[i]] = k;
    }
  }

  double seconds_of(const Op& op) const {
    if (times_ == nullptr) return 0;
    // Loops are longer than what they are passed for.
    if (op.is(OpKind::kWhile)) return std::numeric_limits<double>::infinity();
    const auto at = times_->find(&op);
    return at != times_->end() ? at->second : 0;
  }

  // Before the last heavy op that the collective at `at` may pass; `at` where there is none.
  int behind_one(int at, int ready, double limit, const std::vector<double>& live) const {
    for (int k = at - 1; k >= std::max(ready, at - kUntimedReach); --k) {
      const Op& passed = *ops_[order_[k]];
      // Collectives keep their order among themselves: they share the wires.
      if (passed.info().has(kCollective) || is_fixed(order_[k]) || live[k] > limit) break;
      if (cost::run_class(passed.kind()).heavy) return k;
    }
    return at;
  }

  // Before as many ops as take `need` seconds that hide no other collective; before another collective only where that
  // is enough to hide this one, so that the other does not wait for it.
  int hidden_from(int at, int ready, double need, double limit, const std::vector<double>& live,
                  const std::vector<int>& moving) {
    int to = at;
    double found = 0;
    bool crossed = false, enough = false;
    for (int k = at - 1; k >= std::max(ready, at - kTimedReach) && !enough; --k) {
      if (is_among(moving, order_[k])) continue;
      const Op& passed = *ops_[order_[k]];
      if (is_fixed(order_[k]) || live[k] > limit) break;
      if (passed.info().has(kCollective)) {
        crossed = true;
        continue;
      }
      found += spare_[order_[k]];
      enough = found >= need;
      const bool heavy = cost::run_class(passed.kind()).heavy;
      if (enough || (heavy && !crossed)) to = k;
    }
    for (int k = at - 1; k >= to && need > 0; --k) {
      if (ops_[order_[k]]->info().has(kCollective) || is_among(moving, order_[k])) continue;
      double& spare = spare_[order_[k]];
      const double taken = std::min(spare, need);
      spare -= taken, need -= taken;
    }
    return to;
  }

  Region& region_;
  std::vector<int>& index_of_;  // by value id: its place in values_
  std::vector<double> inner_peaks_;
  const OpTimes* times_;
  std::vector<double> spare_;  // seconds of each op that hide no collective yet
  std::vector<Op*> ops_;
  std::vector<LocalValue> values_;
  std::vector<int> first_value_;  // of each op, in values_; -1 where it gives none
  std::vector<int> uses_, begin_use_;
  std::vector<bool> fixed_;
  std::vector<int> order_;
};

// The order of a region after those inside it. Reducers and comparators hold nothing to order.
double order_region(Region& region, std::vector<int>& index_of_value, bool overlapped, const OpTimes* times,
                    double slack) {
  std::vector<double> inner_peaks;
  for (Op& op : region) {
    if (op.info().has(kTerminator)) continue;
    double highest = 0;
    for (int r = 0; r < op.num_regions() && has_code(op); ++r) {
      highest = std::max(highest, order_region(op.region(r), index_of_value, overlapped, times, slack));
    }
    inner_peaks.push_back(highest);
  }
  return TimedRegion(region, index_of_value, std::move(inner_peaks), times).run(overlapped, slack);
}

// How many regions with code lie within each other.
int loop_depth(const Region& region) {
  int deepest = 0;
  for (const Op& op : region) {
    for (int r = 0; r < op.num_regions() && has_code(op); ++r) deepest = std::max(deepest, loop_depth(op.region(r)));
  }
  return deepest + 1;
}

bool has_long_collective(const Function& local, const OpTimes& times) {
  bool found = false;
  walk(local.body(), [&](const Op& op) {
    if (!op.info().has(kCollective)) return;
    const auto at = times.find(&op);
    found |= at != times.end() && at->second >= kLongCollective;
  });
  return found;
}

}  // namespace

void order_ops(Function& local, bool overlapped, const OpTimes* times, double slack) {
  std::vector<int> index_of_value(local.module().num_value_ids(), -1);
  order_region(local.body(), index_of_value, overlapped, times, slack);
}

// The order for memory stays unless another one is faster: hardly larger, or much faster.
void order_by_time(Function& local, const OptimizeLimits& limits, const Topology& topology) {
  const cost::Hardware& hardware = *limits.hardware;
  const OpTimes times = op_seconds(local, hardware, topology, limits.mesh);
  if (!has_long_collective(local, times)) return order_for_memory(local, limits);
  const std::unique_ptr<Module> small = ir::copy_module(local.module());
  Function& ordered = *small->function(local.name().text());
  order_for_memory(ordered, limits);
  const double first = step_seconds(ordered, hardware, topology, limits.mesh);
  const double smallest = cost::memory_of(ordered, hardware.compiler).peak();
  double least = first, chosen_slack = -1, room = 0;
  for (const bool with_room : {false, true}) {
    if (with_room && room <= 0) break;
    const std::unique_ptr<Module> copy = ir::copy_module(local.module());
    Function& tried = *copy->function(local.name().text());
    const OpTimes of_trial = op_seconds(tried, hardware, topology, limits.mesh);
    // Regions inside each other add up.
    const double slack = with_room ? room / static_cast<double>(loop_depth(tried.body())) : 0;
    order_ops(tried, true, &of_trial, slack);
    const double step = step_seconds(tried, hardware, topology, limits.mesh);
    const double memory = cost::memory_of(tried, hardware.compiler).peak();
    if (!with_room) room = hardware.memory - memory;
    // Of orders that take the same, the one that starts collectives earlier: not every machine starts what is ready
    // before its turn.
    const double worth = with_room ? least * (1 - kWorthMemory) : least;
    if (step > worth || (hardware.memory > 0 && memory > std::max(hardware.memory, smallest))) continue;
    if (memory > kHardlyMore * smallest && step > first * (1 - kMuchFaster)) continue;
    least = step, chosen_slack = slack;
  }
  if (chosen_slack < 0) return order_for_memory(local, limits);
  order_ops(local, true, &times, chosen_slack);
}

}  // namespace partita::core::optimize
