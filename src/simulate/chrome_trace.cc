// The format is that of chrome://tracing: complete events ("X") with times in microseconds.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "cost/report_rows.h"
#include "ir/shown.h"
#include "simulate/simulation.h"

namespace partita::core::simulate {
namespace {

using OrderedJson = nlohmann::ordered_json;
constexpr double kMicroseconds = 1e6;

OrderedJson named(const char* what, size_t process, int thread, const std::string& name) {
  return {{"ph", "M"}, {"name", what}, {"pid", process}, {"tid", thread}, {"args", {{"name", name}}}};
}

OrderedJson event_json(const cost::TimelineEvent& event, size_t process, const cost::SourceLines& lines) {
  const bool is_rest = event.kind == cost::Step::Kind::kLoop;
  std::string name = shown_op(*event.op);
  if (is_rest) name = fmt::format("{:.0f} more iterations", event.iterations);
  OrderedJson out = {{"ph", "X"},
                     {"name", name},
                     {"cat", event.kind == cost::Step::Kind::kCollective ? "collective"
                             : is_rest                                   ? "loop"
                                                                         : "kernel"},
                     {"pid", process},
                     {"tid", event.kind == cost::Step::Kind::kCollective ? 1 : 0},
                     {"ts", event.begin * kMicroseconds},
                     {"dur", (event.end - event.begin) * kMicroseconds}};
  OrderedJson& args = out["args"] = OrderedJson::object();
  if (event.op->num_results() > 0) args["type"] = event.op->result()->type().to_string();
  if (const std::string value = cost::op_name(*event.op); !value.empty()) args["value"] = value;
  if (const std::string place = lines.place(*event.op); !place.empty()) args["line"] = place;
  return out;
}

}  // namespace

std::string chrome_trace(std::span<const Simulation> simulations) {
  OrderedJson events = OrderedJson::array();
  for (size_t p = 0; p < simulations.size(); ++p) {
    const Simulation& it = simulations[p];
    const cost::SourceLines lines(*it.report.local);
    events.push_back(named("process_name", p, 0, it.report.file + " on " + it.report.hardware.name));
    events.push_back(named("thread_name", p, 0, "compute"));
    events.push_back(named("thread_name", p, 1, "collectives"));
    for (const cost::TimelineEvent& event : it.events) events.push_back(event_json(event, p, lines));
    if (const double host = it.report.timeline.host; host > 0) {
      events.push_back(named("thread_name", p, 2, "host"));
      events.push_back({{"ph", "X"},
                        {"name", "launching"},
                        {"cat", "host"},
                        {"pid", p},
                        {"tid", 2},
                        {"ts", 0.0},
                        {"dur", host * kMicroseconds}});
    }
    for (const auto& [time, bytes] : memory_over_time(it)) {
      events.push_back(
          {{"ph", "C"}, {"name", "memory"}, {"pid", p}, {"ts", time * kMicroseconds}, {"args", {{"bytes", bytes}}}});
    }
  }
  const OrderedJson out = {{"displayTimeUnit", "ms"}, {"traceEvents", std::move(events)}};
  return out.dump(-1, ' ', false, OrderedJson::error_handler_t::replace) + "\n";
}

}  // namespace partita::core::simulate
