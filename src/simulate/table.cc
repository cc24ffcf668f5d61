// The simulation for people, and for programs.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "cost/report_rows.h"
#include "cost/units.h"
#include "simulate/simulation.h"

namespace partita::core::simulate {
namespace {

using cost::bytes_text;
using cost::seconds_text;
using OrderedJson = nlohmann::ordered_json;

std::string percent(double share) { return fmt::format("{:.1f}%", 100 * share); }

std::string rows_text(std::string_view title, const std::vector<TimeRow>& rows, double step, size_t top) {
  std::string text = fmt::format("{}:\n", title);
  for (size_t i = 0; i < rows.size() && i < top; ++i) {
    text += fmt::format("  {:>12}  {:>6}  {:>8.0f}  {}\n", seconds_text(rows[i].seconds),
                        percent(rows[i].seconds / step), rows[i].times, rows[i].what);
  }
  if (rows.size() > top) text += fmt::format("  ({} more)\n", rows.size() - top);
  return text;
}

OrderedJson rows_json(const std::vector<TimeRow>& rows) {
  OrderedJson out = OrderedJson::array();
  for (const TimeRow& row : rows) out.push_back({{"what", row.what}, {"seconds", row.seconds}, {"times", row.times}});
  return out;
}

OrderedJson program_json(const Simulation& it) {
  const cost::CostReport& report = it.report;
  OrderedJson out;
  out["file"] = report.file;
  out["hardware"] = report.hardware.name;
  out["devices"] = report.devices;
  out["mesh"] = OrderedJson::object();
  if (report.mesh != nullptr) {
    for (const MeshAxis& axis : report.mesh->axes()) out["mesh"][axis.name] = axis.size;
  }
  out["layout"] = report.topology->layout();
  out["step_s"] = it.step();
  out["peak_bytes"] = report.memory.peak();
  out["utilisation"] = it.utilisation;
  out["hardware_utilisation"] = it.hardware_utilisation;
  out["shares"] = {{"all_to_all", it.shares.all_to_all},
                   {"bubble", it.shares.bubble},
                   {"recompute", it.shares.recompute},
                   {"exposed", it.shares.exposed}};
  out["seconds"] = {{"compute", report.time.compute},
                    {"communication", report.time.communication},
                    {"exposed", report.timeline.exposed},
                    {"host", report.time.host},
                    {"chain", it.chain},
                    {"floor", it.floor()}};
  out["levels"] = OrderedJson::array();
  for (size_t i = 0; i < report.time.by_resource.size(); ++i) {
    out["levels"].push_back({{"name", report.topology->resources()[i]}, {"seconds", report.time.by_resource[i]}});
  }
  out["kernels"] = report.timeline.kernels;
  out["model_operations"] = it.model_operations;
  out["to_fit"] = {{"kernels", it.to_fit.kernels},
                   {"seconds", it.to_fit.seconds},
                   {"peak_bytes_without", std::max(report.memory.peak(), report.memory.without_recomputing)}};
  out["by_kind"] = rows_json(it.by_kind);
  out["by_line"] = rows_json(it.by_line);
  return out;
}

}  // namespace

std::string simulation_table(const Simulation& it, const TableOptions& options) {
  const cost::CostReport& report = it.report;
  const double step = it.step();
  std::string text = fmt::format("{}: {} device{}", report.file, report.devices, report.devices == 1 ? "" : "s");
  if (report.mesh != nullptr) text += ", mesh " + cost::mesh_text(*report.mesh);
  text += fmt::format("\non {}{}\n", report.hardware.name,
                      report.topology->layout().empty() ? "" : ", laid out " + report.topology->layout());
  text += fmt::format("step: {}, of it {} kernels ({:.0f}), {} waiting for collectives ({} of them in all)\n",
                      seconds_text(step), seconds_text(report.time.compute), report.timeline.kernels,
                      seconds_text(report.timeline.exposed), seconds_text(report.time.communication));
  if (report.time.host >= step)
    text += fmt::format("  launching takes {}: the host is the limit\n", seconds_text(report.time.host));
  if (report.time.communication > 0) {
    text += fmt::format("  no order is faster than {}; the longest chain of what waits for each other takes {}\n",
                        seconds_text(it.floor()), seconds_text(it.chain));
  }
  text += fmt::format("utilisation: {} of the peak by the model's products, {} by all that are computed\n",
                      percent(it.utilisation), percent(it.hardware_utilisation));
  text += fmt::format("of the step: exposed communication {} (all-to-all {}), bubbles {}, recomputation {}\n",
                      percent(it.shares.exposed), percent(it.shares.all_to_all), percent(it.shares.bubble),
                      percent(it.shares.recompute));
  for (const cost::PipelineLoop& loop : it.pipelines) {
    text += fmt::format("  a pipeline of {} stages, {:.0f} ticks\n", loop.stages, loop.ticks);
  }
  text += fmt::format("peak memory: {}", bytes_text(report.memory.peak()));
  if (report.hardware.memory > 0) {
    text += fmt::format(" of {}{}", bytes_text(report.hardware.memory),
                        report.memory.peak() > report.hardware.memory ? ": more than a device has" : "");
  }
  text += '\n';
  if (report.memory.without_recomputing > 0) {
    text += fmt::format("  {:.0f} kernels run again to fit, {}; without them it is {}\n", it.to_fit.kernels,
                        seconds_text(it.to_fit.seconds), bytes_text(report.memory.without_recomputing));
  }
  text += rows_text("time by op", it.by_kind, step, options.top);
  text += rows_text("time by line", it.by_line, step, options.top);
  return text;
}

std::string simulation_json(std::span<const Simulation> simulations) {
  OrderedJson out = {{"version", 1}, {"programs", OrderedJson::array()}};
  for (const Simulation& it : simulations) out["programs"].push_back(program_json(it));
  return out.dump(1, ' ', false, OrderedJson::error_handler_t::replace) + "\n";
}

}  // namespace partita::core::simulate
