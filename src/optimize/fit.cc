#include "optimize/fit.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include "base/maps.h"
#include "cost/memory_bound.h"
#include "cost/wire.h"
#include "ir/copy_module.h"
#include "optimize/passes.h"
#include "optimize/remedy.h"

namespace partita::core::optimize {
namespace {

constexpr int kMostRounds = 400;
constexpr int kMostWork = 400'000;  // ops that are looked at in all rounds together: large programs have fewer of them
constexpr int kFewestRounds = 16;
constexpr double kAims[] = {1, 0.9, 0.75};  // of the limit: the fastest that holds it is taken
constexpr int kPatience = 64;               // rounds after which it is not tried further, if the peak has not fallen

class Fitting {
 public:
  Fitting(Function& local, const OptimizeLimits& limits)
      : local_(local), limits_(limits), modelled_(local, hardware_of(limits)), memory_(modelled_.memory()) {
    const double bound = cost::memory_bound(local, memory_, modelled_.hardware().compiler).bytes;
    bound_ = bound;
    aim_at(1);
  }

  // At so much of the limit, or at what nothing goes below.
  void aim_at(double part) { aim_ = std::max(part * limits_.max_memory, bound_); }

  bool holds() const { return memory_.peak() <= limits_.max_memory; }
  const Memory& memory() const { return memory_; }

  // Rounds until the limit is held, or nothing helps any more: that with the lowest peak. 0: another order does it.
  struct Outcome {
    int rounds = 0;
    double peak = 0;
    double seconds = 0;  // of a step, where the limit is held
  };
  Outcome try_all() {
    reorder();
    Outcome best{0, memory_.peak()};
    const int most =
        std::clamp(kMostWork / std::max<int>(1, static_cast<int>(memory_.profile.size())), kFewestRounds, kMostRounds);
    for (int round = 1; !holds() && round <= most && round <= best.rounds + kPatience && take_remedy(); ++round) {
      if (memory_.peak() < best.peak) best = {round, memory_.peak()};
    }
    if (holds()) best.seconds = modelled_.seconds();
    return best;
  }

  void repeat(int rounds) {
    reorder();
    for (int round = 0; round < rounds; ++round) take_remedy();
  }

 private:
  void reorder() {
    schedule_within(local_, limits_);
    memory_ = modelled_.memory();
  }

  // The one that saves most for its time. False where there is none.
  bool take_remedy() {
    std::vector<Remedy> remedies = gather_remedies(local_, modelled_);
    auto add = [&](std::vector<Remedy> more) {
      for (Remedy& remedy : more) remedies.push_back(std::move(remedy));
    };
    add(stack_remedies(local_, memory_, modelled_));
    add(value_remedies(local_, memory_, modelled_));
    const double wanted = std::max(memory_.peak() - aim_, kStep * aim_);
    auto worth = [&](const Remedy& r) {
      return (r.value != nullptr ? trust_ : 1) * std::min(r.bytes, wanted) / (r.seconds + kInstant);
    };
    std::stable_sort(remedies.begin(), remedies.end(),
                     [&](const Remedy& a, const Remedy& b) { return worth(a) > worth(b); });
    for (const Remedy& remedy : remedies) {
      if (remedy.bytes < kTooLittle * wanted || tried_.contains(remedy.value) || !remedy.apply()) continue;
      const double before = memory_.peak();
      eliminate_common_subexpressions(local_, limits_);
      eliminate_dead_code(local_, limits_);
      reorder();
      if (remedy.value == nullptr) return true;
      tried_.insert(remedy.value);
      trust_ = memory_.peak() < before ? std::min(1.0, trust_ / kDoubt) : trust_ * kDoubt;
      return true;
    }
    return false;
  }

  static constexpr double kInstant = 1e-7;        // seconds: what takes none is worth most
  static constexpr double kTooLittle = 1.0 / 64;  // of what is wanted: not worth a look
  static constexpr double kDoubt = 0.7;           // trust that is left in values after one that did not help
  static constexpr double kStep =
      0.02;  // of what is aimed at: remedies are worth what they save up to there, however near it is

  Function& local_;
  const OptimizeLimits& limits_;
  Modelled modelled_;
  Memory memory_;
  double bound_ = 0;
  double aim_ = 0;  // what remedies are measured by: the limit, something below, or what nothing can go below
  // In what single values save: the peak may move to where they are computed again, and stay as high.
  double trust_ = 1;
  PointerSet<const Value*> tried_;  // what did not help the first time does not help the second time
};

}  // namespace

bool fits_at_once(const Function& local, const cost::CompilerTraits& compiler, double limit) {
  if (compiler.memory_tile[0] > 1 || compiler.memory_tile[1] > 1 || compiler.computes_wide) return false;
  constexpr double kCopies = 8;
  double bytes = 0;
  for (int i = 0; i < local.num_arguments(); ++i) bytes += cost::bytes_of(local.argument(i)->type());
  walk(local.body(), [&](const Op& op) {
    for (int r = 0; r < op.num_results(); ++r) bytes += kCopies * cost::bytes_of(op.result(r)->type());
  });
  return bytes <= limit;
}

std::optional<Memory> fit_memory(Function& local, const OptimizeLimits& limits) {
  if (limits.max_memory <= 0 || fits_at_once(local, hardware_of(limits).compiler, limits.max_memory)) {
    return std::nullopt;
  }
  Fitting fitting(local, limits);
  if (!fitting.holds()) {
    // Tried on copies: more may have been done there than was good. Who aims lower takes larger steps.
    Fitting::Outcome best;
    double aim = 0;
    for (const double part : kAims) {
      const std::unique_ptr<Module> copy = copy_module(local.module());
      Fitting trial(*copy->function(local.name().text()), limits);
      trial.aim_at(part);
      const Fitting::Outcome outcome = trial.try_all();
      const bool held = outcome.peak <= limits.max_memory, was_held = best.peak <= limits.max_memory;
      const bool better = held != was_held ? held : held ? outcome.seconds < best.seconds : outcome.peak < best.peak;
      if (aim == 0 || better) best = outcome, aim = part;
    }
    fitting.aim_at(aim);
    fitting.repeat(best.rounds);
  }
  return fitting.memory();
}

void fit_to_memory(Function& local, const OptimizeLimits& limits) { fit_memory(local, limits); }

}  // namespace partita::core::optimize
