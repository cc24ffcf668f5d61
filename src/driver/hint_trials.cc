#include "driver/hint_trials.h"

#include <fmt/format.h>

#include <algorithm>

#include "cost/report_rows.h"
#include "driver/collective_causes.h"

namespace partita::core::driver {

StepFigures figures_of(const CostReport& report) {
  return {report.wire.bytes, report.time.scheduled, static_cast<double>(report.memory.peak())};
}

namespace {

constexpr double kRounding = 1e-3;

void add_reasons(const Wire& wire, const Partitioned& partitioned, HintTrial& trial) {
  const CollectiveCauses causes(partitioned);
  for (const Collective& collective : wire.collectives) {
    const Reason* reason = causes.of(*collective.op);
    if (reason == nullptr) continue;
    trial.reasons.insert(reason_key(*reason));
    if (reason->op != nullptr) trial.bytes_for_op[reason->op->offset()] += collective.bytes;
    const Op* made = reason->value != nullptr ? reason->value->op() : nullptr;
    if (made != nullptr) trial.bytes_of_value[made->offset()] += collective.bytes;
  }
}

double part(double after, double before) { return before > 0 ? std::max(after, before * 1e-6) / before : 1; }

}  // namespace

std::string reason_key(const Reason& reason) {
  if (reason.op == nullptr) return {};
  std::string key = fmt::format("{}:{}", reason.op->offset(), static_cast<int>(reason.op->kind()));
  if (reason.value == nullptr || reason.from == nullptr) return key;
  const Op* made = reason.value->op();
  return key + fmt::format(" {}#{} {} {}", made != nullptr ? made->offset() : kNoOffset, reason.value->index(),
                           to_string(*reason.from), to_string(*reason.to));
}

bool lowers(const StepFigures& after, const StepFigures& before) {
  return after.bytes < before.bytes * (1 - kRounding) || after.seconds < before.seconds * (1 - kRounding) ||
         after.memory < before.memory * (1 - kRounding);
}

double relative(const StepFigures& after, const StepFigures& before) {
  return part(after.bytes, before.bytes) * part(after.seconds, before.seconds) * part(after.memory, before.memory);
}

std::string comparison_text(const StepFigures& after, const StepFigures& before) {
  return fmt::format(
      "each device sends {} instead of {}, a step takes {:.4g} ms instead of {:.4g}, and needs {} instead of {}",
      cost::bytes_text(after.bytes), cost::bytes_text(before.bytes), after.seconds * 1e3, before.seconds * 1e3,
      cost::bytes_text(after.memory), cost::bytes_text(before.memory));
}

HintTrials::HintTrials(const Compilation& compilation, const CostReport& report,
                       std::function<void(Compilation&)> imported)
    : compilation_(compilation), imported_(std::move(imported)) {
  before_.compiles = true;
  before_.figures = figures_of(report);
  add_reasons(report.wire, compilation.partitioned(), before_);
}

const HintTrial& HintTrials::with(std::vector<std::string> hints) {
  auto [at, is_new] = known_.try_emplace(hints);
  HintTrial& trial = at->second;
  if (!is_new) return trial;
  trial.hints = std::move(hints);
  CompileOptions options = compilation_.options();
  options.hints.shard.insert(options.hints.shard.end(), trial.hints.begin(), trial.hints.end());
  options.hints.notes = false;
  options.warn_memory = compilation_.options().warn_memory;
  options.how.strict = false;
  Context context;
  Compilation tried(context, compilation_.module().source(), *compilation_.range(), std::move(options));
  if (!tried.run_until("import")) return trial;
  if (imported_) imported_(tried);
  if (!tried.run()) return trial;
  const Function& local = *tried.partitioned().module->entry();
  Result<CostReport> report =
      cost::cost_of(local, tried.completion().meshes().main(), compilation_.hardware(), compilation_.options().layout);
  if (!report.ok()) return trial;
  trial.compiles = true;
  trial.figures = figures_of(*report);
  add_reasons(report->wire, tried.partitioned(), trial);
  return trial;
}

}  // namespace partita::core::driver
