// What is held for long and is cheap to make is made again where it is needed, also where memory is not short: the step
// may take longer for it, but by a much smaller part than the peak falls by.
//
//   masks and the like of all layers, stacked for the backward loop:     peak 237 MB
//   made again there, from stacks that it reads anyway                   peak 125 MB, step 2% longer
//
// Nothing is sent for it, and no product is computed twice.
#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>

#include "base/maps.h"
#include "cost/wire.h"
#include "ir/copy_module.h"
#include "optimize/modelled.h"
#include "optimize/passes.h"
#include "optimize/remedy.h"
#include "optimize/schedule.h"

namespace partita::core::optimize {
namespace {

constexpr double kWorth = 4;         // times the part of the step that it costs: what is saved of the peak
constexpr double kLeastPart = 0.01;  // of the peak, that it saves
constexpr double kGain = 0.01;       // of the peak, that all of them have to save beyond that
constexpr int kMostWork = 16'000;    // ops that are looked at in all rounds together
constexpr int kMostRounds = 24;
constexpr int kPatience = 3;  // rounds that gain nothing

class Trimming {
 public:
  Trimming(Function& local, const OptimizeLimits& limits)
      : local_(local), limits_(limits), modelled_(local, hardware_of(limits)) {
    reorder();
  }

  // As many rounds as gain most.
  int try_rounds() {
    const int most = std::min(kMostRounds, kMostWork / std::max(1, static_cast<int>(std::ssize(memory_.profile))));
    int best = 0;
    double least = 0;
    for (int round = 1; round <= most && round <= best + kPatience && take_remedy(); ++round) {
      if (round == 1) least = before_ * (1 - kGain);
      if (weighed() < least) least = weighed(), best = round;
    }
    return best;
  }

  void repeat(int rounds) {
    for (int round = 0; round < rounds; ++round) take_remedy();
  }

 private:
  void reorder() {
    const FoundOrders::Found* found = limits_.found_orders != nullptr ? limits_.found_orders->find(local_) : nullptr;
    if (found != nullptr) {
      apply_order(local_, found->for_memory);
    } else {
      Orders orders(local_, modelled_.hardware());
      orders.apply(order_for_memory(local_, orders, limits_));
    }
    memory_ = modelled_.memory();
    seconds_.reset();
  }

  // Of a step. In many programs there is nothing that it is asked for.
  double seconds() {
    if (!seconds_) seconds_ = modelled_.seconds();
    return *seconds_;
  }

  double weighed() { return std::pow(seconds(), kWorth) * memory_.peak(); }
  double part_of_peak(const Remedy& remedy) const { return remedy.bytes / std::max(memory_.peak(), 1.0); }
  double part_of_step(const Remedy& remedy) { return remedy.seconds / std::max(seconds(), 1e-12); }

  // The one that promises most. False where none does.
  bool take_remedy() {
    std::vector<Remedy> remedies = stack_remedies(local_, memory_, modelled_);
    for (Remedy& remedy : value_remedies(local_, memory_, modelled_)) remedies.push_back(std::move(remedy));
    std::erase_if(remedies, [&](const Remedy& r) {
      return !r.is_light || part_of_peak(r) < kLeastPart || tried_.contains(r.value) ||
             part_of_peak(r) < kWorth * part_of_step(r);
    });
    if (remedies.empty()) return false;
    before_ = weighed();
    auto gain = [&](const Remedy& r) { return part_of_peak(r) - kWorth * part_of_step(r); };
    std::stable_sort(remedies.begin(), remedies.end(),
                     [&](const Remedy& a, const Remedy& b) { return gain(a) > gain(b); });
    for (const Remedy& remedy : remedies) {
      if (!remedy.apply()) continue;
      if (remedy.value != nullptr) tried_.insert(remedy.value);
      eliminate_common_subexpressions(local_, limits_);
      eliminate_dead_code(local_, limits_);
      reorder();
      return true;
    }
    return false;
  }

  Function& local_;
  const OptimizeLimits& limits_;
  Modelled modelled_;
  Memory memory_;
  std::optional<double> seconds_;
  double before_ = 0;  // weighed, before the last remedy
  PointerSet<const Value*> tried_;
};

}  // namespace

void trim_memory(Function& local, const OptimizeLimits& limits) {
  // What hints alone make stays as it is, and so does what runs on one device.
  if (!limits.overlap || cost::device_count(local.module()) <= 1) return;
  int ops = 0;
  walk(local.body(), [&](const Op&) { ++ops; });
  if (ops > kMostWork) return;
  const std::unique_ptr<Module> copy = copy_module(local.module());
  const int rounds = Trimming(*copy->function(local.name().text()), limits).try_rounds();
  if (rounds > 0) Trimming(local, limits).repeat(rounds);
}

}  // namespace partita::core::optimize
