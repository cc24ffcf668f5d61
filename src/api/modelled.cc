// A compiled program on a described machine: a simulated step, and the page to look at.
#include "api/impl.h"
#include "cost/hardware.h"
#include "driver/collective_causes.h"
#include "report/report.h"
#include "simulate/simulation.h"

namespace partita {
inline namespace v1 {
namespace {

using detail::Access;
using detail::CompiledImpl;
using detail::guarded;

core::Simulation simulated(const CompiledImpl& impl, const core::Hardware& hardware, const std::string& layout,
                           bool with_events) {
  const core::Compilation& compilation = *impl.compilation;
  const core::Partitioned& partitioned = compilation.partitioned();
  core::CostReport cost = detail::take(
      core::cost::cost_of(*partitioned.module->entry(), compilation.completion().meshes().main(), hardware, layout));
  cost.file = impl.cost->file;
  cost.partitioned_here = true;
  cost.fallbacks = partitioned.fallbacks;
  cost.causes = impl.cost->causes;
  return core::simulate::simulate(std::move(cost), &compilation.entry(), with_events);
}

}  // namespace

std::string Compiled::simulation_json(const std::string& hardware, const std::string& layout) const {
  return guarded([&] {
    const CompiledImpl& impl = Access::get<CompiledImpl>(*this);
    const std::lock_guard lock(impl.mutex);
    const core::Simulation made =
        hardware.empty() ? simulated(impl, impl.compilation->hardware(), impl.compilation->options().layout, false)
                         : simulated(impl, detail::take(core::cost::load_hardware(hardware)), layout, false);
    return core::simulate::simulation_json(std::span(&made, 1));
  });
}

std::string Compiled::report_page() const {
  return guarded([&] {
    const CompiledImpl& impl = Access::get<CompiledImpl>(*this);
    const std::lock_guard lock(impl.mutex);
    const core::Simulation made =
        simulated(impl, impl.compilation->hardware(), impl.compilation->options().layout, true);
    core::ReportProgram shown;
    shown.simulation = &made;
    shown.compilation = impl.compilation.get();
    return core::report::html_page(std::span(&shown, 1));
  });
}

std::vector<std::string> hardware_names() {
  return guarded([] {
    const auto names = core::cost::known_hardware();
    return std::vector<std::string>(names.begin(), names.end());
  });
}

}  // namespace v1
}  // namespace partita
