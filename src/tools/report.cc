// partita report: a page to look at, of one program or of two side by side.
#include "report/report.h"

#include <fmt/format.h>

#include <algorithm>

#include "cost/report_rows.h"
#include "driver/why_collective.h"
#include "tools/modelled_program.h"

namespace partita::core::tools {
namespace {

// What --why says of the collectives that send the most; each hint is tried, which takes a compilation.
std::vector<std::string> proposals_of(ModelledProgram& made, int64_t count, bool json) {
  const CostReport& report = made.simulation.report;
  std::vector<std::string> out(report.wire.collectives.size());
  if (!made.program.partitioned_here || !made.program.compilation->range()) return out;
  std::vector<CollectiveRow> rows = cost::collective_rows(report);
  cost::largest_first(rows);
  const size_t tried = std::min(rows.size(), static_cast<size_t>(count));
  Progress progress("hints are tried", 0, "collectives", json);
  for (size_t i = 0; i < tried; ++i) {
    progress.set(static_cast<int64_t>(i), static_cast<int64_t>(tried));
    out[rows[i].number - 1] = driver::why_collective(*made.program.compilation, report, *rows[i].collective).text;
  }
  return out;
}

// --measured, for each program in turn.
Result<std::vector<std::vector<MeasuredEvent>>> measured_runs(const Options& options, size_t programs) {
  std::vector<std::vector<MeasuredEvent>> out;
  if (options.measured.size() > programs) {
    return base::failure(Code::kUsage, fmt::format("--measured is given {} times, for {} program{}",
                                                   options.measured.size(), programs, programs == 1 ? "" : "s"));
  }
  for (const std::string& file : options.measured) {
    PARTITA_ASSIGN(const std::string text, read_file(file));
    Result<std::vector<MeasuredEvent>> events = report::read_trace(text);
    if (!events.ok()) {
      Diagnostic d = std::move(events).error().diagnostic;
      d.file = shown_path(file);
      return Error{std::move(d)};
    }
    out.push_back(*std::move(events));
  }
  return out;
}

}  // namespace

int run_report(const Options& options) {
  Invocation invocation(options);
  const std::vector<Variant> variants = variants_of(options);
  std::deque<Invocation> invocations;
  std::deque<ModelledProgram> programs;
  for (const Variant& variant : variants) {
    Invocation& own = invocations.emplace_back(variant.options);
    const int status = model_programs(own, variant.file, variant.special, true, programs);
    invocation.absorb(own);
    if (status != kDone) return invocation.finish(status);
  }
  Result<std::vector<std::vector<MeasuredEvent>>> measured = measured_runs(options, programs.size());
  if (!measured.ok()) return invocation.finish(invocation.refuse(measured.error()));
  measured->resize(programs.size());
  std::vector<ReportProgram> shown;
  for (ModelledProgram& made : programs) {
    ReportProgram& one = shown.emplace_back();
    one.simulation = &made.simulation;
    one.compilation = made.program.partitioned_here ? made.program.compilation.get() : nullptr;
    one.proposals = proposals_of(made, options.proposals, options.json);
    one.label = made.label;
    one.measured = std::move((*measured)[shown.size() - 1]);
  }
  const std::string page = invocation.timed("report", [&] { return report::html_page(shown); });
  if (Status written = invocation.write(options.output, page); !written.ok()) {
    invocation.report(written.error().diagnostic, "command line");
    return invocation.finish(kUserError);
  }
  return invocation.finish(kDone);
}

}  // namespace partita::core::tools
