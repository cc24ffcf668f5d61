// partita simulate: a step on a machine that one need not have. Programs become local ones as for partita cost.
#include <deque>

#include "simulate/simulation.h"
#include "tools/costed_program.h"

namespace partita::core::tools {
namespace {

Status write_pictures(Invocation& invocation, const std::vector<Simulation>& simulations) {
  const Options& options = invocation.options();
  if (!options.trace.empty()) {
    PARTITA_CHECK_OK(invocation.write(options.trace, simulate::chrome_trace(simulations)));
  }
  if (!options.plot.empty()) {
    PARTITA_CHECK_OK(invocation.write(options.plot, simulate::timeline_plot(simulations.front())));
  }
  return {};
}

}  // namespace

int run_simulate(const Options& options) {
  Invocation invocation(options);
  auto fail = [&](const Diagnostic& d, const std::string& file) {
    invocation.report(d, file);
    return invocation.finish(kUserError);
  };
  Result<Hardware> hardware = cost::load_hardware(options.hardware);
  if (!hardware.ok()) return fail(hardware.error().diagnostic, "command line");
  const bool with_events = !options.trace.empty() || !options.plot.empty();
  std::deque<CostedProgram> programs;
  std::vector<Simulation> simulations;
  for (const std::string& file : options.files) {
    Invocation::Programs given;
    if (!invocation.read(file, Goal::kExecute, given)) return invocation.finish(kUserError);
    for (std::unique_ptr<Compilation>& one : given) {
      int status = kDone;
      CostedProgram& program = programs.emplace_back();
      const Status made = make_local(invocation, std::move(one), program, status);
      if (!made.ok()) return fail(made.error().diagnostic, file);
      if (status != kDone) return invocation.finish(status);
      Result<CostReport> report = cost_of_program(program, file, *hardware, options.layout, false);
      if (!report.ok()) return fail(report.error().diagnostic, file);
      simulations.push_back(program.compilation->perform(
          "simulate", [&] { return simulate::simulate(std::move(*report), program.global, with_events); }));
    }
  }
  std::string text;
  if (options.json) {
    text = simulation_json(simulations);
  } else {
    for (const Simulation& one : simulations) {
      text += (text.empty() ? "" : "\n") + simulation_table(one, {static_cast<size_t>(options.top)});
    }
  }
  Status written = write_pictures(invocation, simulations);
  if (written.ok()) written = invocation.write(options.output, text);
  if (!written.ok()) return fail(written.error().diagnostic, options.files.front());
  return invocation.finish(kDone);
}

}  // namespace partita::core::tools
