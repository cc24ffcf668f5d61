// The order of ops: what takes memory comes late, and collectives have something to overlap with.
//
//   %g = all_gather %w          %h = dot %x, %v                %g = all_gather %w        (1) late: just before its use
//   %h = dot %x, %v             %g = all_gather %w             %h = dot %x, %v           (2) one op of work earlier,
//   %y = dot %h, %g             %y = dot %h, %g                %y = dot %h, %g               if the peak allows
//
// 1. From the end backwards, an op whose result is larger than what is kept alive for it by waiting moves down to its
//    first use. What is computed inside other ops takes nothing (region_ops.h).
// 2. From the start, an op that takes no more memory than it frees runs as soon as it can.
// 3. A collective moves up before the last heavy op that its operands do not wait for, unless the peak would rise. A
//    device that sends while it computes can then do both.
//
// The first two are taken only if the peak of live values, as counted here, falls. The program is ordered with both of
// them and with each alone; the order with the least product of peak and step on the machine (modelled.h) stays.
//
// Each region has its own order; an op with regions moves as one. Ops with effects and those between them keep their
// order.
#include "optimize/schedule.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "cost/run_class.h"
#include "optimize/fit.h"
#include "optimize/modelled.h"
#include "optimize/passes.h"
#include "optimize/region_ops.h"

namespace partita::core::optimize {
namespace {

constexpr int kReach = 64;        // how many ops a collective may move up
constexpr double kSlower = 1.01;  // of two orders, the smaller one may be so much slower: as long, for a model

// How an order is found. Each step of it is taken only where the peak falls.
struct Way {
  bool late;   // what takes memory waits
  bool eager;  // then what frees memory goes ahead
};
constexpr Way kWays[] = {{false, true}, {true, true}, {true, false}};
constexpr int kTimedOps = 3000;  // of larger programs only the first way is tried: it seldom is the slower one

// The order of one region.
class RegionSchedule {
 public:
  explicit RegionSchedule(const RegionOps& ops) : ops_(ops), order_(ops_.given_order()) {}

  // The peak of what the region's ops give and hold inside, after it is ordered.
  double run(Way way, bool overlapped) {
    std::vector<double> live = ops_.live_bytes(order_);
    auto take_if_lower = [&](std::vector<int> order) {
      std::vector<double> live_then = ops_.live_bytes(order);
      if (highest(live_then) < highest(live)) order_.swap(order), live.swap(live_then);
    };
    if (way.late) take_if_lower(ops_.late_order());
    if (way.eager && !ops_.has_fixed()) take_if_lower(ops_.eager_order(order_));
    const double peak = highest(live);
    if (overlapped) overlap(live, peak);
    return peak;
  }
  std::vector<int> take_order() { return std::move(order_); }

 private:
  void overlap(std::vector<double>& live, double limit) {
    std::vector<int> place(order_.size());
    for (size_t at = 0; at < order_.size(); ++at) place[order_[at]] = static_cast<int>(at);
    for (int at = 0; at < std::ssize(order_); ++at) {
      const int op = order_[at];
      if (!ops_.op(op).info().has(kCollective) || ops_.is_fixed(op)) continue;
      int ready = 0;
      ops_.for_each_definer(op, [&](int definer) { ready = std::max(ready, place[definer] + 1); });
      const double bytes = ops_.bytes_given(op);
      int to = at;
      for (int k = at - 1; k >= std::max(ready, at - kReach); --k) {
        const Op& passed = ops_.op(order_[k]);
        // Collectives keep their order among themselves: they share the wires.
        if (passed.info().has(kCollective) || ops_.is_fixed(order_[k])) break;
        if (live[k] + bytes > limit) break;
        if (!cost::run_class(passed.kind()).heavy) continue;
        to = k;
        break;
      }
      if (to == at) continue;
      for (int k = at; k > to; --k) {
        const auto here = static_cast<size_t>(k);
        order_[here] = order_[here - 1];
        live[here] = live[here - 1] + bytes;
        place[order_[here]] = k;
      }
      order_[to] = op;
      place[op] = to;
    }
  }

  const RegionOps& ops_;
  std::vector<int> order_;
};

class Scheduling {
 public:
  Scheduling(Function& local, Orders& orders, const OptimizeLimits& limits, double limit = 0)
      : local_(local), orders_(orders), limit_(limit), hardware_(hardware_of(limits)), overlapped_(limits.overlap) {}

  // The way with the least step and peak together. Where nothing is sent every order takes the same time.
  OpOrder run() {
    std::vector<Found> found;
    int ops = 0;
    walk(local_.body(), [&](const Op&) { ++ops; });
    const size_t ways = ops <= kTimedOps || limit_ > 0 ? std::size(kWays) : 1;
    for (const Way& way : std::span(kWays).first(ways)) {
      Found one{order(way)};
      one.peak = one.order.peak;
      const bool is_new = std::none_of(found.begin(), found.end(),
                                       [&](const Found& other) { return other.order.regions == one.order.regions; });
      if (is_new) found.push_back(std::move(one));
    }
    std::stable_sort(found.begin(), found.end(), [](const Found& a, const Found& b) { return a.peak < b.peak; });
    if (limit_ > 0) return fitting(found);
    const bool timed = orders_.sends() && found.size() > 1;
    if (!timed) return std::move(found.front().order);
    Found* best = nullptr;
    double least = 0;
    for (Found& one : found) {
      one.seconds = seconds_of(one.order);
      const double weighed = OrderOutcome{one.seconds, orders_.peak()}.weighed();
      if (best == nullptr || weighed < least) best = &one, least = weighed;
    }
    return std::move(best->order);
  }

 private:
  struct Found {
    OpOrder order;
    double peak = 0;
    double seconds = 0;
  };

  // The fastest of those that hold the limit, or else the one that comes nearest, by the report's own count.
  OpOrder fitting(std::vector<Found>& found) {
    for (Found& one : found) {
      orders_.apply(one.order);
      one.peak = orders_.peak();
    }
    std::stable_sort(found.begin(), found.end(), [](const Found& a, const Found& b) { return a.peak < b.peak; });
    Found* best = &found.front();
    for (Found& one : found) {
      if (one.peak > limit_ || found.size() == 1) break;
      one.seconds = seconds_of(one.order);
      if (one.seconds * kSlower < best->seconds) best = &one;
    }
    return std::move(best->order);
  }

  double seconds_of(const OpOrder& order) {
    if (!modelled_) modelled_.emplace(local_, hardware_);
    orders_.apply(order);
    return orders_.timeline(modelled_->collectives()).step;
  }

  OpOrder order(Way way) {
    return orders_.find([&](const RegionOps& ops, std::vector<int>& order) {
      RegionSchedule schedule(ops);
      const double peak = schedule.run(way, overlapped_);
      order = schedule.take_order();
      return peak;
    });
  }

  Function& local_;
  Orders& orders_;
  const double limit_;  // of the peak; 0: none
  const Hardware& hardware_;
  const bool overlapped_;
  std::optional<Modelled> modelled_;
};

}  // namespace

OpOrder order_for_memory(Function& local, Orders& orders, const OptimizeLimits& limits) {
  return Scheduling(local, orders, limits).run();
}

void schedule_ops(Function& local, const OptimizeLimits& limits) {
  const std::optional<Topology> topology = limits.overlap ? topology_for(local, limits) : std::nullopt;
  const FoundOrders::Found* found = limits.found_orders != nullptr ? limits.found_orders->find(local) : nullptr;
  if (topology) {
    if (found == nullptr) return TimedOrders(local, limits, *topology).run();
    apply_order(local, found->by_time);
    limits.found_orders->keep_outcome(local, found->outcome);
    return;
  }
  if (found != nullptr) return apply_order(local, found->for_memory);
  Orders orders(local, hardware_of(limits));
  orders.apply(order_for_memory(local, orders, limits));
}

void schedule_within(Function& local, const OptimizeLimits& limits) {
  Orders orders(local, hardware_of(limits));
  orders.apply(Scheduling(local, orders, limits, limits.max_memory).run());
}

}  // namespace partita::core::optimize
