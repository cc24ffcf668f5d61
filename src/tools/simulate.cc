// partita simulate: a step on a machine that one need not have. Programs become local ones as for partita cost.
#include <fmt/format.h>

#include <deque>

#include "simulate/simulation.h"
#include "simulate/sweep_report.h"
#include "tools/budgets.h"
#include "tools/costed_program.h"
#include "tools/sweep.h"

namespace partita::core::tools {
namespace {

class Simulating {
 public:
  explicit Simulating(Invocation& invocation) : invocation_(invocation), options_(invocation.options()) {}

  // All programs of a file, as one combination of the sweep has them. The exit status; what went wrong is reported.
  int add(const std::string& file, const std::vector<SweepAxis>& axes, const std::vector<std::string>& values) {
    std::string hardware_name = options_.hardware, label;
    Changes changes;
    for (size_t i = 0; i < axes.size(); ++i) {
      const bool is_batch = axes[i].key == "batch";
      if (axes[i].key == "mesh") changes.mesh = values[i];
      if (axes[i].key == "hardware") hardware_name = values[i];
      if (is_batch) changes.batch = std::stoll(values[i]), changes.place = axes[i].place;
      label += fmt::format("{}{}{}", label.empty() ? "" : "  ", is_batch ? "batch " : "", values[i]);
    }
    Result<const Hardware*> hardware = invocation_.use_hardware(hardware_name);
    if (!hardware.ok()) return fail(hardware.error().diagnostic, "command line");
    Result<Budget> budget = budget_of(options_);
    if (!budget.ok()) return fail(budget.error().diagnostic, "command line");
    invocation_.limit_memory(budget->max_memory);
    Invocation::Programs given;
    if (!invocation_.read(file, Goal::kExecute, given)) return kUserError;
    for (std::unique_ptr<Compilation>& one : given) {
      int status = kDone;
      const Status made = simulate_one(std::move(one), file, changes, **hardware, *budget, status);
      if (!made.ok()) return fail(made.error().diagnostic, file);
      if (status != kDone) return status;
      if (changes.batch > 0) batches_.push_back(changes.batch);
      labels_.push_back(options_.files.size() > 1 || label.empty() ? fmt::format("{}  {}", shown_path(file), label)
                                                                   : label);
    }
    return kDone;
  }

  Status write() {
    const auto on_output = [](const std::string& path) { return path == "-" ? 1 : 0; };
    if (on_output(options_.trace) + on_output(options_.plot) + on_output(options_.output) > 1) {
      return Error{error_without_place(Code::kUsage,
                                       "--trace, --plot and the figures cannot all go to standard output: give all but "
                                       "one of them a file, the figures with -o")};
    }
    if (!options_.trace.empty()) {
      PARTITA_CHECK_OK(invocation_.write(options_.trace, simulate::chrome_trace(simulations_)));
    }
    const bool swept = !options_.sweep.empty();
    if (!options_.plot.empty()) {
      PARTITA_CHECK_OK(invocation_.write(options_.plot, swept ? simulate::sweep_plot(simulations_, labels_)
                                                              : simulate::timeline_plot(simulations_.front())));
    }
    std::string text;
    if (options_.json) {
      text = simulation_json(simulations_);
    } else if (swept) {
      text = simulate::sweep_table(simulations_, labels_, batches_);
    } else {
      for (const Simulation& one : simulations_) {
        text += (text.empty() ? "" : "\n") + simulation_table(one, {static_cast<size_t>(options_.top)});
      }
    }
    return invocation_.write(options_.output, text);
  }

  int over_budget() const { return over_budget_; }

  int fail(const Diagnostic& d, const std::string& file) {
    invocation_.report(d, file);
    return kUserError;
  }

 private:
  // What a combination changes of the program.
  struct Changes {
    std::string mesh;   // empty: none
    int64_t batch = 0;  // 0: none
    std::string place;
  };

  Status simulate_one(std::unique_ptr<Compilation> given, const std::string& file, const Changes& changes,
                      const Hardware& hardware, const Budget& budget, int& status) {
    if (!changes.mesh.empty()) PARTITA_CHECK_OK(resize_mesh(given->module(), changes.mesh));
    if (changes.batch > 0) PARTITA_CHECK_OK(resize_program_batch(*given, changes.place, changes.batch));
    CostedProgram& program = programs_.emplace_back();
    PARTITA_CHECK_OK(make_local(invocation_, std::move(given), program, status));
    if (status != kDone) return {};
    PARTITA_ASSIGN(CostReport report, cost_of_program(program, file, hardware, false));
    over_budget_ = std::max(over_budget_, check_budget(invocation_, report, budget));
    const bool with_events = !options_.trace.empty() || (!options_.plot.empty() && options_.sweep.empty());
    simulations_.push_back(program.compilation->perform(
        "simulate", [&] { return simulate::simulate(std::move(report), program.global, with_events); }));
    return {};
  }

  Invocation& invocation_;
  const Options& options_;
  std::deque<CostedProgram> programs_;  // what simulations point into
  std::vector<Simulation> simulations_;
  int over_budget_ = kDone;          // the status of what was too much
  std::vector<std::string> labels_;  // of each simulation: what is special about it
  std::vector<int64_t> batches_;     // of each, where they are swept over
};

}  // namespace

int run_simulate(const Options& given) {
  // Behind one --sweep there may be several axes, which the command line takes for files.
  Options options = given;
  std::erase_if(options.files, [&](const std::string& file) {
    if (given.sweep.empty() || !is_sweep_axis(file)) return false;
    options.sweep.push_back(file);
    return true;
  });
  Invocation invocation(options);
  Simulating simulating(invocation);
  Result<std::vector<SweepAxis>> axes = parse_sweep(options.sweep);
  if (!axes.ok()) return invocation.finish(simulating.fail(axes.error().diagnostic, "command line"));
  if (options.files.empty()) {
    return invocation.finish(
        simulating.fail(error_without_place(Code::kUsage, "--sweep needs a FILE as well"), "command line"));
  }
  for (const std::string& file : options.files) {
    for (const std::vector<std::string>& values : combinations(*axes)) {
      if (const int status = simulating.add(file, *axes, values); status != kDone) return invocation.finish(status);
    }
  }
  const Status written = simulating.write();
  if (!written.ok()) return invocation.finish(simulating.fail(written.error().diagnostic, options.files.front()));
  return invocation.finish(simulating.over_budget());
}

}  // namespace partita::core::tools
