// The order of ops by what each takes: collectives begin early enough to be hidden.
//
//   %a = dot …                   %a = dot …                 the gather takes as long as two products: it starts before
//   %b = dot …                   %g = all_gather %w         two that hide no other collective, with what is computed
//   %c = dot …                   %b = dot …                 for it alone
//   %g = all_gather %w           %c = dot …
//   %y = dot %c, %g              %y = dot %c, %g
//
// A short collective moves up before one heavy op, as in schedule.cc; a long one before as many as hide it, and before
// other collectives only if that is enough. The peak of a region rises by no more than it is allowed to.
//
// Each region has its own order; an op with regions moves as one.
#include <algorithm>
#include <limits>
#include <vector>

#include "cost/run_class.h"
#include "cost/time.h"
#include "cost/wire.h"
#include "optimize/effects.h"
#include "optimize/passes.h"
#include "optimize/schedule.h"

namespace partita::core::optimize {
namespace {

constexpr int kUntimedReach = 64;  // how many ops a collective may move up
constexpr size_t kMostFeeders = 16;
constexpr double kWorthMemory = 0.001;  // of step and peak together, that has to be gained for more memory
constexpr int kTimedReach = 512;        // the same where it is known what they take

// An order of the ops of a region.
class TimedRegion {
 public:
  // `times` may be null.
  TimedRegion(const RegionOps& ops, const OpTimes* times) : ops_(ops), times_(times), order_(ops_.given_order()) {}

  // The peak of what the region's ops give and hold inside, after it is ordered.
  double run(double slack) {
    std::vector<double> live = ops_.live_bytes(order_);
    std::vector<int> late = ops_.late_order();
    std::vector<double> live_late = ops_.live_bytes(late);
    if (highest(live_late) < highest(live)) order_.swap(late), live.swap(live_late);
    double peak = highest(live);
    overlap(live, peak + slack);
    if (slack > 0) peak = highest(ops_.live_bytes(order_));
    return peak;
  }
  std::vector<int> take_order() { return std::move(order_); }

 private:
  void overlap(std::vector<double>& live, double limit) {
    std::vector<int> place(order_.size());
    for (size_t at = 0; at < order_.size(); ++at) place[order_[at]] = static_cast<int>(at);
    for (int op = 0; op < ops_.size(); ++op) spare_.push_back(seconds_of(ops_.op(op)));
    for (int at = 0; at < std::ssize(order_); ++at) {
      const int op = order_[at];
      if (!ops_.op(op).info().has(kCollective) || ops_.is_fixed(op)) continue;
      const double need = seconds_of(ops_.op(op));
      const bool is_long = need >= kLongCollective;
      const std::vector<int> moving = is_long ? with_feeders(op) : std::vector<int>{op};
      int ready = 0;
      for (int one : moving) {
        ops_.for_each_definer(one, [&](int definer) {
          if (!is_among(moving, definer)) ready = std::max(ready, place[definer] + 1);
        });
      }
      const double bytes = ops_.bytes_given(op);
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
      const int fed = moving[i];
      ops_.for_each_definer(fed, [&](int definer) {
        const Op& feeder = ops_.op(definer);
        if (is_among(moving, definer) || ops_.is_fixed(definer) || feeder.num_regions() > 0 ||
            feeder.info().has(kCollective) || cost::run_class(feeder.kind()).heavy || !is_pure(feeder)) {
          return;
        }
        bool alone = true;
        for (const Value* result : feeder.results()) {
          for (const Use* use = result->first_use(); use != nullptr && alone; use = use->next()) {
            alone = std::any_of(moving.begin(), moving.end(), [&](int one) { return &ops_.op(one) == use->op(); });
          }
        }
        if (alone) moving.push_back(definer);
      });
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
      const Op& passed = ops_.op(order_[k]);
      // Collectives keep their order among themselves: they share the wires.
      if (passed.info().has(kCollective) || ops_.is_fixed(order_[k]) || live[k] > limit) break;
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
      const Op& passed = ops_.op(order_[k]);
      if (ops_.is_fixed(order_[k]) || live[k] > limit) break;
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
      if (ops_.op(order_[k]).info().has(kCollective) || is_among(moving, order_[k])) continue;
      double& spare = spare_[order_[k]];
      const double taken = std::min(spare, need);
      spare -= taken, need -= taken;
    }
    return to;
  }

  const RegionOps& ops_;
  const OpTimes* times_;
  std::vector<double> spare_;  // seconds of each op that hide no collective yet
  std::vector<int> order_;
};

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

OpOrder order_overlapped(Orders& orders, const OpTimes* times, double slack) {
  return orders.find([&](const RegionOps& ops, std::vector<int>& order) {
    TimedRegion region(ops, times);
    const double peak = region.run(slack);
    order = region.take_order();
    return peak;
  });
}

TimedOrders::TimedOrders(Function& local, const OptimizeLimits& limits, const Topology& topology)
    : local_(local),
      limits_(limits),
      orders_(local, *limits.hardware),
      sent_(cost::collective_times(cost::wire_of(local, limits.mesh), topology, *limits.hardware)) {}

// The order for memory stays unless another one is better by step and peak together.
void TimedOrders::run() {
  const cost::Hardware& hardware = *limits_.hardware;
  const OpTimes times = op_seconds(orders_.steps(), hardware, sent_);
  found_.for_memory = order_for_memory(local_, orders_, limits_);
  OpOrder best = found_.for_memory;
  if (!has_long_collective(local_, times)) {
    orders_.apply(best);
    found_.by_time = std::move(best);
    return;
  }
  std::optional<cost::Timeline> tried_timeline;
  auto outcome_of = [&](const OpOrder& order) {
    orders_.apply(order);
    tried_timeline = orders_.timeline(sent_);
    return OrderOutcome{tried_timeline->step, orders_.peak()};
  };
  const OrderOutcome first = outcome_of(best);
  timeline_ = std::move(tried_timeline);
  OrderOutcome least = first;
  double room = 0;
  for (const bool with_room : {false, true}) {
    if (with_room && room <= 0) break;
    // Regions inside each other add up.
    OpOrder tried = order_overlapped(orders_, &times, with_room ? room / static_cast<double>(orders_.depth()) : 0);
    const bool known = tried.regions == best.regions;
    const OrderOutcome found = known ? least : outcome_of(tried);
    if (!with_room) room = hardware.memory - found.memory;
    // Of orders that take the same, the one that starts collectives earlier: not every machine starts what is ready
    // before its turn.
    const double worth = with_room ? least.weighed() * (1 - kWorthMemory) : least.weighed();
    if (found.weighed() > worth || (hardware.memory > 0 && found.memory > std::max(hardware.memory, first.memory))) {
      continue;
    }
    least = found;
    best = std::move(tried);
    if (!known) timeline_ = std::move(tried_timeline);
  }
  orders_.apply(best);
  found_.by_time = std::move(best);
}

const cost::Timeline& TimedOrders::timeline() {
  if (!timeline_) timeline_ = orders_.timeline(sent_);
  return *timeline_;
}

}  // namespace partita::core::optimize
