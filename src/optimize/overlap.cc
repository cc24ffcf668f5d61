// Products that overlap with the collective before or behind them.
//
//   %g = all_gather %w                        the ring multiplies shards while it sends them on: of
//   %y = dot %x, %g                           gather ########, product ######## there is
//                                             left    send ##  ##  ##
//                                                  product ##  ##  ##  ##
//
// A ring is made where it takes less time than what the products take and what, as the program is scheduled, is waited
// for the collective: one that is hidden behind other work already stays. The model is that of `cost` and `simulate`,
// and has the last word: rings that make the step no shorter are not made.
#include "optimize/overlap.h"

#include <algorithm>

#include "base/maps.h"
#include "ir/copy_module.h"
#include "optimize/passes.h"
#include "optimize/schedule.h"

namespace partita::core::optimize {
namespace {

// A ring is made for a gain of at least this part of what it replaces, all of them for this part of a step.
constexpr double kRingGain = 0.02;
constexpr double kStepGain = 0.001;

class Overlapping {
 public:
  Overlapping(Function& local, const OptimizeLimits& limits) : local_(local), limits_(limits) {}

  void run() {
    std::vector<RingCandidate> candidates = find_rings(local_);
    if (candidates.empty()) return;
    if (limits_.rings_everywhere) {
      for (RingCandidate& candidate : candidates) candidate.paired = limits_.paired_rings && candidate.can_pair();
      return make(candidates, in_order(candidates.size()));
    }
    if (!limits_.overlap) return;
    const std::optional<Topology> topology = topology_for(local_, limits_);
    if (!topology) return;
    topology_ = &*topology;
    OrderOutcome before;
    FoundOrders::Found found;
    const std::vector<size_t> worth = worthwhile(candidates, before, found);
    // All of them, the better half, …: those that are hidden by each other's products gain less together.
    std::vector<size_t> best;
    double least = before.seconds * (1 - kStepGain);
    for (size_t count = worth.size(); count > 0; count /= 2) {
      std::vector<size_t> tried(worth.begin(), worth.begin() + static_cast<std::ptrdiff_t>(count));
      FoundOrders::Found found_then;
      const OrderOutcome after = with_rings(candidates, tried, found_then);
      const bool fits = after.memory <= std::max(before.memory, limits_.hardware->memory);
      if (!fits || after.seconds >= least) continue;
      least = after.seconds;
      best = std::move(tried);
      found = std::move(found_then);
    }
    make(candidates, best);
    if (limits_.found_orders != nullptr) limits_.found_orders->keep(local_, std::move(found));
  }

 private:
  static std::vector<size_t> in_order(size_t count) {
    std::vector<size_t> all(count);
    for (size_t i = 0; i < count; ++i) all[i] = i;
    return all;
  }

  // A product is part of one ring: the first that asks for it.
  void make(const std::vector<RingCandidate>& candidates, const std::vector<size_t>& wanted) const {
    PointerSet<const Op*> gone;
    for (size_t i : wanted) {
      const RingCandidate& candidate = candidates[i];
      const bool free = std::none_of(candidate.products.begin(), candidate.products.end(),
                                     [&](const RingProduct& product) { return gone.contains(product.dot); });
      if (!free) continue;
      for (const RingProduct& product : candidate.products) gone.insert(product.dot);
      make_ring(candidate, limits_.unrolled_rings);
    }
  }

  // Those that gain something by themselves, the most of it first.
  std::vector<size_t> worthwhile(std::vector<RingCandidate>& candidates, OrderOutcome& before,
                                 FoundOrders::Found& found) const {
    TimedOrders orders(local_, limits_, *topology_);
    orders.run();
    found = orders.found();
    before = found.outcome = orders.outcome();
    const PointerMap<const Op*, double> exposed = exposed_run(local_, orders.timeline());
    orders.undo();
    RingPrices prices(*topology_, *limits_.hardware, limits_.mesh, limits_.unrolled_rings);
    std::vector<std::pair<double, size_t>> gains;
    for (size_t i = 0; i < candidates.size(); ++i) {
      const auto waited = exposed.find(candidates[i].collective);
      if (waited == exposed.end()) continue;
      const RingSeconds seconds = prices.seconds(candidates[i]);
      candidates[i].paired = seconds.paired;
      // What waits for other collectives before it will do so as a ring, too.
      const double apart = seconds.products + std::min(waited->second, seconds.collective);
      const double gain = apart - seconds.ring;
      if (gain > kRingGain * apart) gains.emplace_back(-gain, i);
    }
    std::sort(gains.begin(), gains.end());
    std::vector<size_t> out;
    for (const auto& [gain, i] : gains) out.push_back(i);
    return out;
  }

  OrderOutcome with_rings(const std::vector<RingCandidate>& candidates, const std::vector<size_t>& wanted,
                          FoundOrders::Found& found) const {
    const std::unique_ptr<Module> copy = ir::copy_module(local_.module());
    Function& function = *copy->function(local_.name().text());
    std::vector<RingCandidate> copies = find_rings(function);
    for (size_t i = 0; i < copies.size(); ++i) copies[i].paired = candidates[i].paired;
    make(copies, wanted);
    TimedOrders orders(function, limits_, *topology_);
    orders.run();
    found = orders.found();
    return found.outcome = orders.outcome();
  }

  // Seconds that are waited for a collective, each time that it runs.
  PointerMap<const Op*, double> exposed_run(const Function& function, const cost::Timeline& timeline) const {
    PointerMap<const Op*, double> times, out;
    for (const cost::Collective& one : cost::wire_of(function, limits_.mesh).collectives) times[one.op] += one.times;
    for (const cost::OpSeconds& one : timeline.exposed_by_op) {
      out[one.op] = one.seconds / std::max(1.0, times[one.op]);
    }
    return out;
  }

  Function& local_;
  const OptimizeLimits& limits_;
  const Topology* topology_ = nullptr;
};

}  // namespace

void overlap_products(Function& local, const OptimizeLimits& limits) { Overlapping(local, limits).run(); }

}  // namespace partita::core::optimize
