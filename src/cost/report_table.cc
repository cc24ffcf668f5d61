// Reports for people.
#include <fmt/format.h>

#include <algorithm>

#include "cost/report.h"
#include "cost/report_rows.h"
#include "cost/units.h"
#include "ir/shown.h"

namespace partita::core::cost {
namespace {

std::string what_it_is(const CostReport& report) {
  std::string text = report.partitioned_here ? "partitioned" : "as it is";
  if (report.mesh != nullptr) text += ", mesh " + mesh_text(*report.mesh);
  return text + fmt::format(", {} device{}", report.devices, report.devices == 1 ? "" : "s");
}

std::string sums_line(std::string_view title, const std::vector<WireSum>& sums) {
  std::string text;
  for (const WireSum& sum : sums) {
    text += fmt::format("{}{} {}", text.empty() ? "" : "; ", sum.key.empty() ? "elsewhere" : sum.key,
                        bytes_text(sum.bytes));
  }
  return fmt::format("  {}: {}\n", title, text);
}

std::string type_text(const Op& op) {
  const Value* value = op.is(OpKind::kSend) ? op.operand(0) : op.result();
  std::string text = value->type().to_string();
  const int more = (op.is(OpKind::kSend) ? op.num_operands() - 1 : op.num_results()) - 1;
  if (more > 0) text += fmt::format(" and {} more", more);
  return text;
}

// " at model.mlir:12", or nothing.
std::string at_place(const SourceLines& lines, const Op& op) {
  const std::string place = lines.place(op);
  return place.empty() ? place : " at " + place;
}

std::string memory_text(const CostReport& report, size_t top) {
  const Memory& memory = report.memory;
  std::string text = fmt::format("peak memory: {}: arguments {}, results {}", bytes_text(memory.peak()),
                                 bytes_text(memory.arguments), bytes_text(memory.results));
  if (memory.aliased > 0) text += fmt::format(" ({} of them in donated arguments)", bytes_text(memory.aliased));
  text += fmt::format(", temporaries {}\n", bytes_text(memory.temporaries));
  if (memory.at == nullptr) return text;
  const SourceLines lines(*report.local);
  const size_t shown = std::min(top, memory.live.size());
  text += fmt::format("temporaries are most in {}{}, the largest of {} then:\n", shown_op(*memory.at),
                      at_place(lines, *memory.at), memory.live.size());
  for (size_t i = 0; i < shown; ++i) {
    const LiveBuffer& buffer = memory.live[i];
    const Op* op = buffer.value->op();
    text += fmt::format("  {:>12}  {}  {}{}\n", bytes_text(buffer.bytes), buffer.value->type().to_string(),
                        op != nullptr ? shown_op(*op) : "argument", op != nullptr ? at_place(lines, *op) : "");
  }
  return text;
}

std::string time_text(const CostReport& report) {
  const StepTime& time = report.time;
  std::string text =
      fmt::format("step on {}: {}, between {} and {}: compute {}, communication {}", report.hardware.name,
                  seconds_text(time.scheduled), seconds_text(time.least()), seconds_text(time.most()),
                  seconds_text(time.compute), seconds_text(time.communication));
  std::string levels;
  for (size_t i = 0; i < time.by_resource.size(); ++i) {
    if (time.by_resource[i] == 0) continue;
    levels += fmt::format("{}{} {}", levels.empty() ? "" : ", ", report.topology->resources()[i],
                          seconds_text(time.by_resource[i]));
  }
  text += (levels.empty() ? "" : fmt::format(" ({})", levels)) + "\n";
  if (const std::optional<Layout>& layout = report.topology->on_torus(); layout && !layout->pieces.empty()) {
    text += fmt::format("  on {} chips{}, laid out {}\n", to_string(layout->slice),
                        layout->slice.cores > 1 ? fmt::format(" of {} cores", layout->slice.cores) : "",
                        to_string(*layout));
  }
  if (report.hardware.memory > 0 && report.memory.peak() > report.hardware.memory) {
    text += fmt::format("  the peak is more than the {} of a device\n", bytes_text(report.hardware.memory));
  }
  return text;
}

std::string collectives_list(const CostReport& report, size_t top) {
  std::vector<CollectiveRow> rows = collective_rows(report);
  largest_first(rows);
  const size_t shown = std::min(top, rows.size());
  std::string text = shown < rows.size() ? fmt::format("the {} of {} collectives that send most:\n", shown, rows.size())
                                         : "collectives:\n";
  const SourceLines lines(*report.local);
  for (size_t i = 0; i < shown; ++i) {
    const CollectiveRow& row = rows[i];
    const Collective& c = *row.collective;
    const std::string place = lines.place(*c.op);
    text +=
        fmt::format("  {:<5}{:>12}  {:<19}{:<14}{:>6}  {}{}{}\n", fmt::format("#{}", row.number), bytes_text(c.bytes),
                    collective_name(c.op->kind()), c.group->along, c.times == 1 ? "" : fmt::format("x{:.0f}", c.times),
                    type_text(*c.op), row.name.empty() ? "" : "  " + row.name, place.empty() ? "" : "  " + place);
  }
  return text;
}

}  // namespace

std::string report_table(const CostReport& report, const ReportOptions& options) {
  std::string text = fmt::format("{}: {}\n", report.file, what_it_is(report));
  text += fmt::format("operations of a device: {} in dots and convolutions, {} in all\n",
                      amount_text(report.operations.matrix), amount_text(report.operations.all));
  text += "each device sends:\n" + wire_table(report.wire);
  if (report.wire.uses.size() > 1) {
    text += sums_line("by kind", by_kind(report.wire));
    text += sums_line("by axes", by_axes(report.wire));
  }
  if (!report.wire.collectives.empty()) text += collectives_list(report, options.top);
  text += memory_text(report, options.top);
  text += time_text(report);
  if (!report.fallbacks.empty()) text += fmt::format("fallbacks: {}\n", report.fallbacks.size());
  for (const Diagnostic& fallback : report.fallbacks) {
    text += fmt::format("  {}:{}: {}\n", fallback.file, fallback.place.line, fallback.message);
  }
  return text;
}

std::string comparison_table(std::span<const CostReport> reports) {
  std::string text = fmt::format("{:<28}", "");
  for (size_t i = 0; i < reports.size(); ++i) text += fmt::format("{:>16}", static_cast<char>('A' + i));
  for (size_t i = 1; i < reports.size(); ++i)
    text += fmt::format("{:>8}", fmt::format("{}/A", static_cast<char>('A' + i)));
  text += '\n';
  auto line = [&](std::string_view what, const auto& shown, const auto& figure) {
    double most = 0;
    for (const CostReport& report : reports) most = std::max(most, figure(report));
    if (most == 0) return;
    text += fmt::format("{:<28}", what);
    for (const CostReport& report : reports) text += fmt::format("{:>16}", shown(figure(report)));
    for (size_t i = 1; i < reports.size(); ++i) {
      const double first = figure(reports[0]);
      text += first > 0 ? fmt::format("{:>8.3f}", figure(reports[i]) / first) : fmt::format("{:>8}", "-");
    }
    text += '\n';
  };
  auto plain = [](double amount) { return fmt::format("{:.0f}", amount); };
  line("matrix operations", amount_text, [](const CostReport& r) { return r.operations.matrix; });
  line("all operations", amount_text, [](const CostReport& r) { return r.operations.all; });
  line("bytes sent", bytes_text, [](const CostReport& r) { return r.wire.bytes; });
  std::vector<std::string> kinds;
  for (const CostReport& report : reports) {
    for (const WireSum& sum : by_kind(report.wire)) {
      if (std::find(kinds.begin(), kinds.end(), sum.key) == kinds.end()) kinds.push_back(sum.key);
    }
  }
  for (const std::string& kind : kinds) {
    auto bytes = [&](const CostReport& report) {
      for (const WireSum& sum : by_kind(report.wire)) {
        if (sum.key == kind) return sum.bytes;
      }
      return 0.0;
    };
    line("  " + kind, bytes_text, bytes);
  }
  line("collectives", plain, [](const CostReport& r) { return r.wire.count; });
  line("peak memory", bytes_text, [](const CostReport& r) { return r.memory.peak(); });
  line("  temporaries", bytes_text, [](const CostReport& r) { return r.memory.temporaries; });
  line("step, scheduled", seconds_text, [](const CostReport& r) { return r.time.scheduled; });
  line("step, no overlap", seconds_text, [](const CostReport& r) { return r.time.most(); });
  line("step, all overlapped", seconds_text, [](const CostReport& r) { return r.time.least(); });
  for (size_t i = 0; i < reports.size(); ++i) {
    text += fmt::format("{}  {}: {}\n", static_cast<char>('A' + i), reports[i].file, what_it_is(reports[i]));
  }
  return text;
}

}  // namespace partita::core::cost
