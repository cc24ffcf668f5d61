#include "cost/timeline.h"

#include <algorithm>
#include <cmath>

#include "base/maps.h"

namespace partita::core::cost {
namespace {

// Iterations of a loop that are followed at most, and how near the last two must be for the rest to be alike.
constexpr int kMostFollowed = 6;
constexpr double kAlike = 1e-6;

// When a value is there, and the collective that it came from last, if no kernel made anything of it since.
struct Ready {
  double at = 0;
  const Op* sent_by = nullptr;
};

// What grows from iteration to iteration.
struct Sums {
  double compute = 0, collective = 0, host = 0, kernels = 0;
  std::vector<double> by_way;  // two for each link

  // `times` more of what came since `before`.
  void repeat(const Sums& before, double times) {
    compute += times * (compute - before.compute);
    collective += times * (collective - before.collective);
    host += times * (host - before.host);
    kernels += times * (kernels - before.kernels);
    for (size_t i = 0; i < by_way.size(); ++i) {
      by_way[i] += times * (by_way[i] - (i < before.by_way.size() ? before.by_way[i] : 0));
    }
  }
};

// One sum for each op, in the order in which they come first.
std::vector<OpSeconds> by_op(const std::vector<OpSeconds>& noted) {
  std::vector<OpSeconds> out;
  PointerMap<const Op*, size_t> at;
  for (const OpSeconds& one : noted) {
    const auto [found, is_new] = at.try_emplace(one.op, out.size());
    if (is_new) out.push_back({one.op, 0});
    out[found->second].seconds += one.seconds;
  }
  return out;
}

class Simulator {
 public:
  Simulator(const Function& local, const CollectiveTimes& collectives, const Hardware& hardware,
            const std::function<void(const TimelineEvent&)>& watch)
      : collectives_(collectives), hardware_(hardware), watch_(watch), ready_(local.module().num_value_ids()) {}

  Timeline run(const Function& local, const Steps& steps) {
    run_steps(steps);
    double end = compute_;
    for (double link : links_) end = std::max(end, link);
    Ready last{compute_, nullptr};
    if (const Op* terminator = local.body().terminator()) {
      for (const Value* result : terminator->operands()) wait_for(ready_[result->id()], last);
    }
    expose(last);
    end = std::max(end, last.at);
    const Overheads& overheads = hardware_.overheads;
    Timeline out;
    // Steps follow each other: the host launches the next one while the device is busy with this.
    out.host = overheads.step + sums_.host;
    out.step = std::max(end, out.host);
    out.compute = sums_.compute;
    out.collective = sums_.collective;
    for (size_t i = 0; i + 1 < sums_.by_way.size(); i += 2) {
      out.by_link.push_back(std::max(sums_.by_way[i], sums_.by_way[i + 1]));
    }
    out.kernels = sums_.kernels;
    out.exposed_by_op = by_op(exposed_);
    for (const OpSeconds& one : out.exposed_by_op) out.exposed += one.seconds;
    out.loops = by_op(loops_followed_);
    return out;
  }

 private:
  static void wait_for(const Ready& one, Ready& all) {
    if (one.at > all.at) all = one;
  }

  // The compute stream is free; what it waits for comes later, from a collective.
  void expose(const Ready& input) {
    if (input.sent_by != nullptr && input.at > compute_) exposed_.push_back({input.sent_by, input.at - compute_});
  }

  void run_steps(const Steps& steps) {
    for (const Step& step : steps.steps) run_step(step);
  }

  void run_step(const Step& step) {
    Ready inputs;
    for (const StepInput& input : step.inputs) wait_for(ready_[input.value->id()], inputs);
    switch (step.kind) {
      case Step::Kind::kFree: return give(step, inputs);
      case Step::Kind::kKernel: return run_kernel(step, inputs);
      case Step::Kind::kCollective: return run_collective(step, inputs);
      case Step::Kind::kLoop: return run_loop(step);
      case Step::Kind::kBranches: return run_branches(step);
    }
  }
  void give(const Step& step, const Ready& ready) {
    if (step.rearranged != nullptr) {  // the kernel that reads the copy is the next one
      ready_[step.rearranged->id()] = ready;
      return;
    }
    for (int r = 0; r < step.op->num_results(); ++r) ready_[step.op->result(r)->id()] = ready;
    for (const Op* joined : step.joined) ready_[joined->result()->id()] = ready;
  }

  void run_kernel(const Step& step, const Ready& inputs) {
    launch(step.kernels);
    expose(inputs);
    const double begin = std::max(compute_, inputs.at);
    const double seconds = step.seconds + (loops_ == 0 ? step.kernels * hardware_.overheads.gap : 0);
    compute_ = begin + seconds;
    sums_.compute += seconds;
    sums_.kernels += step.kernels;
    give(step, {compute_, nullptr});
    tell(step, begin, compute_);
  }

  // Loops are replayed by the device: the host launches nothing in them.
  void launch(double count) {
    if (loops_ > 0) return;
    sums_.host += count * hardware_.overheads.launch;
  }

  // Each link has two ways.
  static bool takes(const CollectiveSeconds& cost, size_t way) {
    const size_t link = way / 2;
    if (cost.by_link[link] == 0) return false;
    return cost.ways.empty() || (cost.ways[link] >> (way % 2) & 1) != 0;
  }

  void run_collective(const Step& step, const Ready& inputs) {
    const auto found = collectives_.find(step.op);
    if (found == collectives_.end()) return give(step, inputs);
    const CollectiveSeconds& cost = found->second;
    launch(1);
    const size_t ways = 2 * cost.by_link.size();
    if (links_.size() < ways) {
      links_.resize(ways);
      sums_.by_way.resize(ways);
    }
    double begin = inputs.at;
    if (!hardware_.overlaps) begin = std::max(begin, compute_);
    for (size_t way = 0; way < ways; ++way) {
      if (takes(cost, way)) begin = std::max(begin, links_[way]);
    }
    const double end = begin + cost.seconds;
    sums_.collective += cost.seconds;
    for (size_t way = 0; way < ways; ++way) {
      if (!takes(cost, way)) continue;
      links_[way] = end;
      sums_.by_way[way] += cost.by_link[way / 2];
    }
    if (!hardware_.overlaps) {
      exposed_.push_back({step.op, end - compute_});
      compute_ = end;
    }
    give(step, {end, hardware_.overlaps ? step.op : nullptr});
    tell(step, begin, end);
  }

  // ---- loops

  struct Mark {
    double compute;
    std::vector<double> links;
    Sums sums;
    size_t exposed, loops;  // so many were noted before
  };
  Mark mark() const { return {compute_, links_, sums_, exposed_.size(), loops_followed_.size()}; }

  void run_loop(const Step& step) {
    const Steps& body = step.body[0];
    const Op* end = body.region->terminator();
    if (end == nullptr) return;
    launch(1);
    const double began = compute_;
    const double copied = copy_seconds(step, hardware_);
    compute_ += copied;
    sums_.compute += copied;
    if (watch_ && copied > 0) watch_({step.op, Step::Kind::kKernel, began, compute_, 0});
    const int carries = step.op->num_results();
    for (int i = 0; i < carries; ++i) ready_[body.region->argument(i)->id()] = ready_[step.op->operand(i)->id()];
    ++loops_;
    const auto followed = static_cast<int>(std::min<double>(step.trip_count, kMostFollowed));
    double last_pace = 0;
    std::vector<Ready> next(carries);
    for (int iteration = 0; iteration < followed; ++iteration) {
      const Mark before = mark();
      run_steps(body);
      const double around = iteration_seconds(step, hardware_);
      compute_ += around;
      sums_.compute += around;
      for (int i = 0; i < carries; ++i) next[i] = ready_[end->operand(i)->id()];
      for (int i = 0; i < carries; ++i) ready_[body.region->argument(i)->id()] = next[i];
      const double pace = compute_ - before.compute;
      const double rest = step.trip_count - iteration - 1;
      if (iteration + 1 == followed || (iteration > 0 && std::abs(pace - last_pace) <= kAlike * pace)) {
        if (rest > 0) skip(step, before, pace, rest);
        break;
      }
      last_pace = pace;
    }
    --loops_;
    for (int i = 0; i < carries; ++i) ready_[step.op->result(i)->id()] = ready_[body.region->argument(i)->id()];
    loops_followed_.push_back({step.op, compute_ - began});
  }

  // The rest of the iterations, each like the one that began at `before`.
  void skip(const Step& step, const Mark& before, double pace, double rest) {
    const double shift = rest * pace;
    const double from = compute_;
    sums_.repeat(before.sums, rest);
    for (size_t i = before.exposed; i < exposed_.size(); ++i) exposed_[i].seconds *= 1 + rest;
    for (size_t i = before.loops; i < loops_followed_.size(); ++i) loops_followed_[i].seconds *= 1 + rest;
    for (size_t link = 0; link < links_.size(); ++link) {
      if (link >= before.links.size() || links_[link] != before.links[link]) links_[link] += shift;
    }
    for (const Value* argument : step.body[0].region->arguments()) {
      Ready& ready = ready_[argument->id()];
      if (ready.at >= before.compute) ready.at += shift;
    }
    compute_ += shift;
    if (watch_) watch_({step.op, Step::Kind::kLoop, from, compute_, rest});
  }

  // The branch that keeps the compute stream busy longest; what the others give is there no later.
  void run_branches(const Step& step) {
    const Mark before = mark();
    Mark longest = before;
    std::vector<OpSeconds> exposed, loops;
    std::vector<Ready> results(step.op->num_results());
    for (const Steps& branch : step.body) {
      const bool takes_operands = branch.region->num_arguments() == step.op->num_operands();
      for (int i = 0; i < branch.region->num_arguments(); ++i) {
        ready_[branch.region->argument(i)->id()] =
            takes_operands ? ready_[step.op->operand(i)->id()] : Ready{before.compute, nullptr};
      }
      run_steps(branch);
      const Op* end = branch.region->terminator();
      for (int r = 0; end != nullptr && r < std::min(step.op->num_results(), end->num_operands()); ++r) {
        wait_for(ready_[end->operand(r)->id()], results[r]);
      }
      if (&branch == &step.body.front() || compute_ > longest.compute) {
        longest = mark();
        exposed.assign(exposed_.begin() + static_cast<std::ptrdiff_t>(before.exposed), exposed_.end());
        loops.assign(loops_followed_.begin() + static_cast<std::ptrdiff_t>(before.loops), loops_followed_.end());
      }
      go_back(before);
    }
    compute_ = longest.compute, links_ = longest.links, sums_ = longest.sums;
    exposed_.insert(exposed_.end(), exposed.begin(), exposed.end());
    loops_followed_.insert(loops_followed_.end(), loops.begin(), loops.end());
    for (int r = 0; r < step.op->num_results(); ++r) ready_[step.op->result(r)->id()] = results[r];
  }
  void go_back(const Mark& to) {
    compute_ = to.compute, links_ = to.links, sums_ = to.sums;
    exposed_.resize(to.exposed);
    loops_followed_.resize(to.loops);
  }

  void tell(const Step& step, double begin, double end) const {
    if (watch_) watch_({step.op, step.kind, begin, end, 0});
  }

  const CollectiveTimes& collectives_;
  const Hardware& hardware_;
  const std::function<void(const TimelineEvent&)>& watch_;
  std::vector<Ready> ready_;   // by id of value
  double compute_ = 0;         // when the compute stream is free
  std::vector<double> links_;  // when each is free, one way and the other
  int loops_ = 0;              // around what is followed
  Sums sums_;
  std::vector<OpSeconds> exposed_;         // seconds that were waited for a collective
  std::vector<OpSeconds> loops_followed_;  // seconds of a loop
};

}  // namespace

Timeline run_timeline(const Function& local, const Steps& steps, const CollectiveTimes& collectives,
                      const Hardware& hardware, const std::function<void(const TimelineEvent&)>& watch) {
  return Simulator(local, collectives, hardware, watch).run(local, steps);
}

}  // namespace partita::core::cost
