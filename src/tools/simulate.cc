// partita simulate: a step on a machine that one need not have. Programs become local ones as for partita cost.
#include <fmt/format.h>

#include <deque>

#include "simulate/simulation.h"
#include "simulate/sweep_report.h"
#include "tools/costed_program.h"
#include "tools/sweep.h"

namespace partita::core::tools {
namespace {

class Simulating {
 public:
  explicit Simulating(Invocation& invocation) : invocation_(invocation), options_(invocation.options()) {}

  // All programs of a file, as one combination of the sweep has them. The exit status; what went wrong is reported.
  int add(const std::string& file, const std::vector<SweepAxis>& axes, const std::vector<std::string>& values) {
    std::string mesh, hardware_name = options_.hardware, label;
    for (size_t i = 0; i < axes.size(); ++i) {
      (axes[i].key == "mesh" ? mesh : hardware_name) = values[i];
      label += (label.empty() ? "" : "  ") + values[i];
    }
    Result<Hardware> hardware = cost::load_hardware(hardware_name);
    if (!hardware.ok()) return fail(hardware.error().diagnostic, "command line");
    invocation_.set_hardware(std::make_shared<const Hardware>(*hardware));
    Invocation::Programs given;
    if (!invocation_.read(file, Goal::kExecute, given)) return kUserError;
    for (std::unique_ptr<Compilation>& one : given) {
      int status = kDone;
      const Status made = simulate_one(std::move(one), file, mesh, *hardware, status);
      if (!made.ok()) return fail(made.error().diagnostic, file);
      if (status != kDone) return status;
      labels_.push_back(options_.files.size() > 1 || label.empty() ? fmt::format("{}  {}", shown_path(file), label)
                                                                   : label);
    }
    return kDone;
  }

  Status write() {
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
      text = simulate::sweep_table(simulations_, labels_);
    } else {
      for (const Simulation& one : simulations_) {
        text += (text.empty() ? "" : "\n") + simulation_table(one, {static_cast<size_t>(options_.top)});
      }
    }
    return invocation_.write(options_.output, text);
  }

  int fail(const Diagnostic& d, const std::string& file) {
    invocation_.report(d, file);
    return kUserError;
  }

 private:
  Status simulate_one(std::unique_ptr<Compilation> given, const std::string& file, const std::string& mesh,
                      const Hardware& hardware, int& status) {
    if (!mesh.empty()) PARTITA_CHECK_OK(resize_mesh(given->module(), mesh));
    CostedProgram& program = programs_.emplace_back();
    PARTITA_CHECK_OK(make_local(invocation_, std::move(given), program, status));
    if (status != kDone) return {};
    PARTITA_ASSIGN(CostReport report, cost_of_program(program, file, hardware, options_.layout, false));
    const bool with_events = !options_.trace.empty() || (!options_.plot.empty() && options_.sweep.empty());
    simulations_.push_back(program.compilation->perform(
        "simulate", [&] { return simulate::simulate(std::move(report), program.global, with_events); }));
    return {};
  }

  Invocation& invocation_;
  const Options& options_;
  std::deque<CostedProgram> programs_;  // what simulations point into
  std::vector<Simulation> simulations_;
  std::vector<std::string> labels_;  // of each simulation: what is special about it
};

}  // namespace

int run_simulate(const Options& options) {
  Invocation invocation(options);
  Simulating simulating(invocation);
  Result<std::vector<SweepAxis>> axes = parse_sweep(options.sweep);
  if (!axes.ok()) return invocation.finish(simulating.fail(axes.error().diagnostic, "command line"));
  for (const std::string& file : options.files) {
    for (const std::vector<std::string>& values : combinations(*axes)) {
      if (const int status = simulating.add(file, *axes, values); status != kDone) return invocation.finish(status);
    }
  }
  const Status written = simulating.write();
  if (!written.ok()) return invocation.finish(simulating.fail(written.error().diagnostic, options.files.front()));
  return invocation.finish(kDone);
}

}  // namespace partita::core::tools
