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
// them and with each alone; of the orders that take the least time on the machine (modelled.h), the one with the lowest
// peak stays.
//
// Each region has its own order; an op with regions moves as one. Ops with effects and those between them keep their
// order.
#include "optimize/schedule.h"

#include <algorithm>
#include <vector>

#include "cost/fusion.h"
#include "cost/run_class.h"
#include "optimize/effects.h"
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
  RegionSchedule(Region& region, const std::vector<bool>& fused, std::vector<int>& index_of_value,
                 std::vector<double> inner_peaks)
      : ops_(region, fused, index_of_value, std::move(inner_peaks)), order_(ops_.given_order()) {}

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
  std::vector<Op*> order() const {
    std::vector<Op*> out;
    out.reserve(order_.size());
    for (int i : order_) out.push_back(&ops_.op(i));
    return out;
  }

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

  RegionOps ops_;
  std::vector<int> order_;
};

// An order of all regions, inner ones first.
struct Schedule {
  std::vector<std::pair<Region*, std::vector<Op*>>> regions;
  double peak = 0;
  double seconds = 0;

  void apply() const {
    for (const auto& [region, order] : regions) {
      Op* end = region->terminator();
      for (Op* op : order) op->move_before(end);
    }
  }
};

class Scheduling {
 public:
  Scheduling(Function& local, const OptimizeLimits& limits, double limit = 0)
      : local_(local),
        limit_(limit),
        hardware_(hardware_of(limits)),
        overlapped_(limits.overlap),
        fused_(cost::fused_values(local, hardware_.compiler)),
        index_of_value_(local.module().num_value_ids(), -1) {}

  // Of the ways that are not slower than others, the one with the lowest peak. Where nothing is sent every order takes
  // the same time.
  void run() {
    std::vector<Schedule> found;
    int ops = 0;
    walk(local_.body(), [&](const Op&) { ++ops; });
    const size_t ways = ops <= kTimedOps || limit_ > 0 ? std::size(kWays) : 1;
    for (const Way& way : std::span(kWays).first(ways)) {
      Schedule one;
      one.peak = order(local_.body(), way, one);
      const bool is_new =
          std::none_of(found.begin(), found.end(), [&](const Schedule& other) { return other.regions == one.regions; });
      if (is_new) found.push_back(std::move(one));
    }
    std::stable_sort(found.begin(), found.end(), [](const Schedule& a, const Schedule& b) { return a.peak < b.peak; });
    if (limit_ > 0) return fit(found);
    const bool timed = sends_ && found.size() > 1;
    if (!timed) return found.front().apply();
    Modelled modelled(local_, hardware_);
    double least = 0;
    for (Schedule& one : found) {
      one.apply();
      one.seconds = modelled.seconds();
      least = &one == &found.front() ? one.seconds : std::min(least, one.seconds);
    }
    std::find_if(found.begin(), found.end(), [&](const Schedule& one) {
      return one.seconds <= least * kSlower;
    })->apply();
  }

 private:
  // The fastest of those that hold the limit, or else the one that comes nearest, by the report's own count.
  void fit(std::vector<Schedule>& found) {
    Modelled modelled(local_, hardware_);
    for (Schedule& one : found) {
      one.apply();
      one.peak = modelled.memory().peak();
    }
    std::stable_sort(found.begin(), found.end(), [](const Schedule& a, const Schedule& b) { return a.peak < b.peak; });
    const Schedule* best = &found.front();
    for (Schedule& one : found) {
      if (one.peak > limit_ || found.size() == 1) break;
      one.apply();
      one.seconds = modelled.seconds();
      if (one.seconds * kSlower < best->seconds) best = &one;
    }
    best->apply();
  }

  // The order of a region after those inside it. Reducers and comparators hold nothing to order.
  double order(Region& region, Way way, Schedule& out) {
    std::vector<double> inner_peaks;
    for (Op& op : region) {
      if (op.info().has(kTerminator)) continue;
      double most = 0;
      for (int r = 0; r < op.num_regions() && has_code(op); ++r) {
        most = std::max(most, order(op.region(r), way, out));
      }
      inner_peaks.push_back(most);
      sends_ |= op.info().has(kCollective);
    }
    RegionSchedule schedule(region, fused_, index_of_value_, std::move(inner_peaks));
    const double peak = schedule.run(way, overlapped_);
    out.regions.emplace_back(&region, schedule.order());
    return peak;
  }

  Function& local_;
  const double limit_;  // of the peak; 0: none
  const Hardware& hardware_;
  const bool overlapped_;
  const std::vector<bool> fused_;
  std::vector<int> index_of_value_;
  bool sends_ = false;
};

}  // namespace

void order_for_memory(Function& local, const OptimizeLimits& limits) { Scheduling(local, limits).run(); }

void schedule_ops(Function& local, const OptimizeLimits& limits) {
  const std::optional<Topology> topology = limits.overlap ? topology_for(local, limits) : std::nullopt;
  if (topology) return order_by_time(local, limits, *topology);
  order_for_memory(local, limits);
}

void schedule_within(Function& local, const OptimizeLimits& limits) {
  Scheduling(local, limits, limits.max_memory).run();
}

}  // namespace partita::core::optimize
