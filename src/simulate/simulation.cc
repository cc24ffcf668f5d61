#include "simulate/simulation.h"

#include <algorithm>
#include <map>

#include "base/maps.h"
#include "cost/critical_path.h"
#include "cost/op_prices.h"
#include "cost/report_rows.h"
#include "cost/trips.h"
#include "ir/shown.h"

namespace partita::core::simulate {
namespace {

using cost::Hardware;
using cost::Step;
using cost::Steps;

// Seconds that the matrix operations of a program take at the peak rates of their types.
double peak_seconds(const Function& local, const Hardware& hardware) {
  double sum = 0;
  cost::walk_counted(local.body(), 1, [&](const Op& op, double times) {
    if (const double operations = cost::matrix_operations(op); operations > 0) {
      sum += times * operations / hardware.matrix_rate(op.operand(0)->type().element());
    }
  });
  return sum;
}

double operations_in(const Op& loop) {
  double sum = 0;
  cost::walk_counted(loop.region(1), cost::trip_count_of(loop).count,
                     [&](const Op& op, double times) { sum += times * cost::matrix_operations(op); });
  return sum;
}

// Adds up what kernels and collectives take, by kind and by line of each op.
class Rows {
 public:
  explicit Rows(const cost::CostReport& report) : report_(report), lines_(*report.local) { add(report_.steps, 1); }

  std::vector<TimeRow> by_kind() { return sorted(kinds_); }
  std::vector<TimeRow> by_line() { return sorted(of_lines_); }

 private:
  using Named = std::map<std::string, TimeRow>;

  static std::vector<TimeRow> sorted(Named& rows) {
    std::vector<TimeRow> out;
    for (auto& [name, row] : rows) out.push_back(std::move(row));
    std::stable_sort(out.begin(), out.end(), [](const TimeRow& a, const TimeRow& b) { return a.seconds > b.seconds; });
    return out;
  }
  void add(const Steps& all, double times) {
    for (const Step& step : all.steps) {
      if (step.kind == Step::Kind::kKernel) {
        note(*step.op, times, times * cost::kernel_seconds(step, report_.hardware));
      } else if (step.kind == Step::Kind::kCollective) {
        const auto at = report_.collective_seconds.find(step.op);
        if (at != report_.collective_seconds.end()) note(*step.op, times, times * at->second.seconds);
      }
      for (const Steps& inner : step.body) add(inner, times * step.trip_count);
    }
  }
  void note(const Op& op, double times, double seconds) {
    note(kinds_, shown_op(op), times, seconds);
    note(of_lines_, lines_.place(op), times, seconds);
  }
  static void note(Named& rows, std::string name, double times, double seconds) {
    if (name.empty()) name = "elsewhere";
    TimeRow& row = rows[name];
    if (row.what.empty()) row.what = std::move(name);
    row.seconds += seconds;
    row.times += times;
  }

  const cost::CostReport& report_;
  cost::SourceLines lines_;
  Named kinds_, of_lines_;
};

}  // namespace

Simulation simulate(cost::CostReport report, const Function* global, bool with_events) {
  Simulation out;
  out.report = std::move(report);
  const cost::CostReport& it = out.report;
  const cost::Timeline& timeline = it.timeline;
  const double step = std::max(it.time.scheduled, 1e-30);

  out.shares.exposed = timeline.exposed / step;
  for (const cost::OpSeconds& one : timeline.exposed_by_op) {
    if (cost::collective_kind(one.op->kind()) == CollectiveKind::kAllToAll) out.shares.all_to_all += one.seconds / step;
  }
  double in_bubbles = 0;  // matrix operations
  out.pipelines = cost::pipeline_loops(*it.local);
  for (const cost::PipelineLoop& pipeline : out.pipelines) {
    in_bubbles += pipeline.bubbles() * operations_in(*pipeline.loop);
    for (const cost::OpSeconds& loop : timeline.loops) {
      if (loop.op == pipeline.loop) out.shares.bubble += pipeline.bubbles() * loop.seconds / step;
    }
  }
  const cost::Recomputation again = cost::recomputation_of(global != nullptr ? *global : *it.local);
  const double repeated = again.matrix > 0 ? again.recomputed / again.matrix : 0;
  out.to_fit = cost::computed_again(it.steps, it.hardware);
  const double matrix = std::max(it.operations.matrix, 1e-30);
  out.shares.recompute = (repeated * it.operations.matrix + out.to_fit.matrix) / (matrix + out.to_fit.matrix);

  out.model_operations = std::max(0.0, (it.operations.matrix - in_bubbles) * (1 - repeated));
  const double at_the_peak = peak_seconds(*it.local, it.hardware);
  out.hardware_utilisation = (at_the_peak + out.to_fit.at_the_peak) / step;
  out.utilisation = at_the_peak / step * out.model_operations / matrix;
  if (with_events) {
    cost::run_timeline(*it.local, it.steps, it.collective_seconds, it.hardware,
                       [&](const cost::TimelineEvent& event) { out.events.push_back(event); });
  }
  out.chain = cost::critical_path(*it.local, it.steps, it.collective_seconds, it.hardware);
  Rows rows(it);
  out.by_kind = rows.by_kind();
  out.by_line = rows.by_line();
  return out;
}

std::vector<std::pair<double, double>> memory_over_time(const Simulation& it) {
  PointerMap<const Op*, double> begins;
  for (const cost::TimelineEvent& event : it.events) begins.try_emplace(event.op, event.begin);
  const double always = it.report.memory.peak() - it.report.memory.temporaries;
  std::vector<std::pair<double, double>> out = {{0, always}};
  for (const cost::LiveBytes& live : it.report.memory.profile) {
    const auto at = begins.find(live.op);
    if (at != begins.end()) out.emplace_back(at->second, always + live.bytes);
  }
  std::stable_sort(out.begin(), out.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  return out;
}

}  // namespace partita::core::simulate
