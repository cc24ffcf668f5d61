#include "simulate/sweep_report.h"

#include <fmt/format.h>

#include <algorithm>

#include "cost/units.h"
#include "simulate/svg.h"

namespace partita::core::simulate {
namespace {

bool fits(const Simulation& it) {
  return it.report.hardware.memory == 0 || it.report.memory.peak() <= it.report.hardware.memory;
}

}  // namespace

std::string sweep_table(std::span<const Simulation> simulations, std::span<const std::string> labels,
                        std::span<const int64_t> batches) {
  // What is compared: steps, or of batches of different sizes the seconds of an example.
  const auto seconds = [&](size_t i) {
    return simulations[i].step() / (batches.empty() ? 1.0 : static_cast<double>(batches[i]));
  };
  size_t width = 8;
  double shortest = 0;
  for (size_t i = 0; i < simulations.size(); ++i) {
    width = std::max(width, labels[i].size());
    if (fits(simulations[i]) && (shortest == 0 || seconds(i) < shortest)) shortest = seconds(i);
  }
  const auto each = [&](const std::string& text) { return batches.empty() ? "" : fmt::format("  {:>10}", text); };
  std::string text = fmt::format("{:<{}}  {:>7}  {:>10}{}  {:>11}  {:>7}  {:>12}\n", "", width, "devices", "step",
                                 each("an example"), "utilisation", "exposed", "peak memory");
  for (size_t i = 0; i < simulations.size(); ++i) {
    const Simulation& it = simulations[i];
    text += fmt::format("{:<{}}  {:>7}  {:>10}{}  {:>10.1f}%  {:>6.1f}%  {:>12}{}\n", labels[i], width,
                        it.report.devices, cost::seconds_text(it.step()), each(cost::seconds_text(seconds(i))),
                        100 * it.utilisation, 100 * it.shares.exposed, cost::bytes_text(it.report.memory.peak()),
                        !fits(it)                ? "  more than a device has"
                        : seconds(i) == shortest ? "  the shortest that fits"
                                                 : "");
  }
  return text;
}

std::string sweep_plot(std::span<const Simulation> simulations, std::span<const std::string> labels) {
  constexpr double kWidth = 960, kLeft = 300, kRight = 90, kTop = 40, kBar = 26;
  double longest = 1e-12;
  for (const Simulation& it : simulations) longest = std::max(longest, it.step());
  const double bottom = kTop + kBar * static_cast<double>(simulations.size()) + 8;
  const double scale = (kWidth - kLeft - kRight) / longest;
  Svg svg(kWidth, bottom + 50);
  svg.text(kLeft, 22, "seconds of a step: computing, and (orange) waiting for collectives");
  for (size_t i = 0; i < simulations.size(); ++i) {
    const Simulation& it = simulations[i];
    const double y = kTop + kBar * static_cast<double>(i);
    const double waiting = std::min(it.report.timeline.exposed, it.step());
    const double busy = it.step() - waiting;
    svg.text(kLeft - 8, y + 16, labels[i], "end");
    svg.box(kLeft, y, scale * busy, kBar - 6, fits(it) ? "#2f6bb3" : "#a0a0a0", cost::seconds_text(busy));
    svg.box(kLeft + scale * busy, y, scale * waiting, kBar - 6, "#d1742f", cost::seconds_text(waiting));
    svg.text(kLeft + scale * it.step() + 6, y + 16, cost::seconds_text(it.step()) + (fits(it) ? "" : ", does not fit"));
  }
  svg.time_axis(kLeft, bottom, kWidth - kRight, longest);
  return svg.finish();
}

}  // namespace partita::core::simulate
