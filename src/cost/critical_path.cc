#include "cost/critical_path.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace partita::core::cost {
namespace {

// Iterations of a loop that are followed at most, and how near their lengths must be for the rest to be alike.
constexpr int kFollowed = 6;
constexpr double kNear = 1e-9;

class Chains {
 public:
  Chains(const Function& local, const CollectiveTimes& collectives)
      : collectives_(collectives), ready_(local.module().num_value_ids()) {}

  double longest(const Steps& steps) {
    follow(steps);
    return longest_;
  }

 private:
  void follow(const Steps& all) {
    for (const Step& step : all.steps) follow_step(step);
  }

  void follow_step(const Step& step) {
    if (step.kind == Step::Kind::kLoop) return follow_loop(step);
    if (step.kind == Step::Kind::kBranches) return follow_branches(step);
    double at = 0;
    for (const StepInput& input : step.inputs) at = std::max(at, ready_[input.value->id()]);
    at += seconds_of(step);
    longest_ = std::max(longest_, at);
    if (step.rearranged != nullptr) {
      ready_[step.rearranged->id()] = at;
      return;
    }
    for (const Value* result : step.op->results()) ready_[result->id()] = at;
    for (const Op* joined : step.joined) ready_[joined->result()->id()] = at;
  }
  double seconds_of(const Step& step) const {
    if (step.kind == Step::Kind::kKernel) return step.seconds;
    const auto found = collectives_.find(step.op);
    return step.kind == Step::Kind::kCollective && found != collectives_.end() ? found->second.seconds : 0;
  }

  // Carries wait each for itself: a counter is there long before a state.
  void follow_loop(const Step& step) {
    const Steps& body = step.body[0];
    const Op* end = body.region->terminator();
    if (end == nullptr) return;
    const int carries = step.op->num_results();
    std::vector<double> now(carries), grown(carries), before(carries);
    for (int i = 0; i < carries; ++i) now[i] = ready_[step.op->operand(i)->id()];
    const auto followed = static_cast<int>(std::min<double>(step.trip_count, kFollowed));
    for (int iteration = 0; iteration < followed; ++iteration) {
      for (int i = 0; i < carries; ++i) ready_[body.region->argument(i)->id()] = now[i];
      follow(body);
      before.swap(grown);
      for (int i = 0; i < carries; ++i) {
        const double next = ready_[end->operand(i)->id()];
        grown[i] = next - now[i];
        now[i] = next;
      }
      const double rest = step.trip_count - iteration - 1;
      const bool alike =
          iteration > 0 && std::equal(grown.begin(), grown.end(), before.begin(), [](double a, double b) {
            return std::abs(a - b) <= kNear * std::max(1e-6, std::abs(a));
          });
      if (!alike && iteration + 1 < followed) continue;
      for (int i = 0; i < carries; ++i) {
        now[i] += rest * grown[i];
        longest_ = std::max(longest_, now[i]);
      }
      break;
    }
    for (int i = 0; i < carries; ++i) ready_[step.op->result(i)->id()] = now[i];
  }

  // Of branches, the last to give each result.
  void follow_branches(const Step& step) {
    double at = 0;
    for (const Value* operand : step.op->operands()) at = std::max(at, ready_[operand->id()]);
    std::vector<double> results(step.op->num_results(), at);
    for (const Steps& branch : step.body) {
      const bool takes_operands = branch.region->num_arguments() == step.op->num_operands();
      for (int i = 0; i < branch.region->num_arguments(); ++i) {
        ready_[branch.region->argument(i)->id()] = takes_operands ? ready_[step.op->operand(i)->id()] : at;
      }
      follow(branch);
      const Op* end = branch.region->terminator();
      for (int r = 0; end != nullptr && r < std::min(step.op->num_results(), end->num_operands()); ++r) {
        results[r] = std::max(results[r], ready_[end->operand(r)->id()]);
      }
    }
    for (int r = 0; r < step.op->num_results(); ++r) ready_[step.op->result(r)->id()] = results[r];
  }

  const CollectiveTimes& collectives_;
  std::vector<double> ready_;  // by id of value
  double longest_ = 0;
};

}  // namespace

double critical_path(const Function& local, const Steps& steps, const CollectiveTimes& collectives) {
  return Chains(local, collectives).longest(steps);
}

}  // namespace partita::core::cost
