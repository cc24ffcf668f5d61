// Streams over time above, memory below, on one axis of time. Iterations of loops that were not followed are one block.
#include <fmt/format.h>

#include <algorithm>

#include "cost/units.h"
#include "ir/shown.h"
#include "simulate/simulation.h"
#include "simulate/svg.h"

namespace partita::core::simulate {
namespace {

constexpr double kWidth = 960, kLeft = 110, kRight = 20, kLane = 42, kTop = 46, kMemory = 170;
// Blocks narrower than this are drawn together.
constexpr double kLeastWidth = 0.4;

std::string color_of(const cost::TimelineEvent& event) {
  if (event.kind == cost::Step::Kind::kLoop) return "url(#rest)";
  if (event.kind == cost::Step::Kind::kCollective) return "#d1742f";
  switch (event.op->kind()) {
    case OpKind::kDotGeneral:
    case OpKind::kRaggedDot:
    case OpKind::kScaledDot:
    case OpKind::kConvolution: return "#2f6bb3";
    default: return "#7fa8d1";
  }
}

}  // namespace

std::string timeline_plot(const Simulation& it) {
  const double step = std::max(it.step(), 1e-12);
  const double scale = (kWidth - kLeft - kRight) / step;
  auto x = [&](double seconds) { return kLeft + scale * seconds; };
  Svg svg(kWidth, kTop + 2 * kLane + kMemory + 60);
  svg.raw(
      "<defs><pattern id=\"rest\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\">"
      "<rect width=\"6\" height=\"6\" fill=\"#e8eef5\"/><path d=\"M0 6 L6 0\" stroke=\"#9db4cc\"/></pattern></defs>\n");
  svg.text(kLeft, 20,
           fmt::format("{} on {}: {} a step", it.report.file, it.report.hardware.name, cost::seconds_text(it.step())));
  const double lanes[] = {kTop, kTop + kLane};
  svg.text(8, lanes[0] + 20, "compute");
  svg.text(8, lanes[1] + 20, "collectives");
  double drawn_to[] = {-1, -1};
  for (const cost::TimelineEvent& event : it.events) {
    const int lane = event.kind == cost::Step::Kind::kCollective ? 1 : 0;
    const double width = scale * (event.end - event.begin);
    if (x(event.end) < drawn_to[lane] + kLeastWidth) continue;  // hidden behind what is there
    drawn_to[lane] = x(event.end);
    std::string title = fmt::format("{}, {}", shown_op(*event.op), cost::seconds_text(event.end - event.begin));
    if (event.kind == cost::Step::Kind::kLoop)
      title = fmt::format("{:.0f} more iterations, {}", event.iterations, title);
    svg.box(x(event.begin), lanes[lane], std::max(width, kLeastWidth), kLane - 12, color_of(event), title);
  }
  const double top = kTop + 2 * kLane + 16, bottom = top + kMemory;
  double most = it.report.memory.peak();
  const double device = it.report.hardware.memory;
  if (device > 0 && device < 4 * most) most = std::max(most, device);
  auto y = [&](double bytes) { return bottom - kMemory * bytes / std::max(most, 1.0); };
  std::vector<std::pair<double, double>> line = {{x(0), bottom}};
  double last = 0;
  for (const auto& [time, bytes] : memory_over_time(it)) {
    line.emplace_back(x(time), line.size() == 1 ? y(bytes) : y(last));
    line.emplace_back(x(time), y(bytes));
    last = bytes;
  }
  line.emplace_back(x(step), y(last));
  line.emplace_back(x(step), bottom);
  svg.area(line, "#b8cfb0", "#4f7a3f");
  svg.text(8, top + 12, "memory");
  svg.text(8, top + 28, cost::bytes_text(it.report.memory.peak()));
  if (device > 0 && device <= most) {
    svg.line(kLeft, y(device), kWidth - kRight, y(device), "#b03030");
    svg.text(kLeft + 4, y(device) - 4, "of a device: " + cost::bytes_text(device));
  }
  svg.time_axis(kLeft, bottom, kWidth - kRight, step);
  return svg.finish();
}

}  // namespace partita::core::simulate
