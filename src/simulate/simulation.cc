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

double operations_in(const Op& loop) {
  double sum = 0;
  cost::walk_counted(loop.region(1), cost::trip_count_of(loop).count,
                     [&](const Op& op, double times) { sum += times * cost::matrix_operations(op); });
  return sum;
}

std::string shown_place(const cost::SourceLines::Place& place) {
  return place.line > 0 ? cost::SourceLines::to_string(place) : "elsewhere";
}

// Of two lines of a file, the one with the lower key is first as a text: "12" before "9".
uint64_t text_key(int line) {
  uint64_t key = line, digits = 1;
  while (key >= 10) key /= 10, ++digits;
  key = line;
  for (uint64_t d = digits; d < 10; ++d) key *= 10;  // "12" as 1200000000
  return key * 16 + digits;
}

// Adds up what kernels and collectives take, by kind and by line of each op. Names are made once for each row, not for
// each op.
class Rows {
 public:
  explicit Rows(const cost::CostReport& report)
      : report_(report), lines_(*report.local), row_of_kind_(ir::kOpKindCount, kNone) {
    add(report_.steps, 1);
  }

  // The longest first, then by name.
  std::vector<TimeRow> by_kind() {
    std::vector<TimeRow> out;
    for (const auto& [name, row] : named_) out.push_back({name, kinds_[row].seconds, kinds_[row].times});
    std::stable_sort(out.begin(), out.end(), [](const TimeRow& a, const TimeRow& b) { return a.seconds > b.seconds; });
    return out;
  }
  std::vector<TimeRow> by_line() {
    std::vector<const LineRow*> order;
    for (const LineRow& row : of_lines_) order.push_back(&row);
    std::sort(order.begin(), order.end(), [](const LineRow* a, const LineRow* b) {
      if (a->sum.seconds != b->sum.seconds) return a->sum.seconds > b->sum.seconds;
      return a->place.file == b->place.file ? a->key < b->key : shown_place(a->place) < shown_place(b->place);
    });
    std::vector<TimeRow> out;
    out.reserve(order.size());
    for (const LineRow* row : order) out.push_back({shown_place(row->place), row->sum.seconds, row->sum.times});
    return out;
  }

 private:
  static constexpr int kNone = -1;

  struct Sum {
    double seconds = 0, times = 0;

    void add(double more_times, double more) { seconds += more, times += more_times; }
  };
  struct LineRow {
    cost::SourceLines::Place place;
    uint64_t key;      // that lines are ordered by
    int next = kNone;  // the row of another file's line of the same number
    Sum sum{};
  };

  void add(const Steps& all, double times) {
    for (const Step& step : all.steps) {
      if (step.kind == Step::Kind::kKernel) {
        note(*step.op, times, times * step.seconds);
      } else if (step.kind == Step::Kind::kCollective) {
        const auto at = report_.collective_seconds.find(step.op);
        if (at != report_.collective_seconds.end()) note(*step.op, times, times * at->second.seconds);
      } else if (step.kind == Step::Kind::kLoop) {
        const double own = cost::copy_seconds(step, report_.hardware) +
                           step.trip_count * cost::iteration_seconds(step, report_.hardware);
        if (own > 0) note(*step.op, times, times * own);
      }
      for (const Steps& inner : step.body) add(inner, times * step.trip_count);
    }
  }
  void note(const Op& op, double times, double seconds) {
    kinds_[row_of_kind(op)].add(times, seconds);
    of_lines_[row_of_line(op)].sum.add(times, seconds);
  }
  int row_of_kind(const Op& op) {
    if (op.is(OpKind::kCustomCall)) return row_named(shown_op(op));  // by its target as well
    int& row = row_of_kind_[static_cast<size_t>(op.kind())];
    if (row == kNone) row = row_named(shown_op(op));
    return row;
  }
  int row_named(std::string name) {
    const auto [at, is_new] = named_.try_emplace(std::move(name), static_cast<int>(kinds_.size()));
    if (is_new) kinds_.emplace_back();
    return at->second;
  }
  int row_of_line(const Op& op) {
    const cost::SourceLines::Place place = lines_.place_of(op);
    const auto line = static_cast<size_t>(place.line);
    if (line >= row_of_line_.size()) row_of_line_.resize(line + 1, kNone);
    int row = row_of_line_[line];
    while (row != kNone && of_lines_[row].place.file != place.file) row = of_lines_[row].next;
    if (row != kNone) return row;
    of_lines_.push_back({place, text_key(place.line), row_of_line_[line]});
    return row_of_line_[line] = static_cast<int>(of_lines_.size()) - 1;
  }

  const cost::CostReport& report_;
  cost::SourceLines lines_;
  std::vector<int> row_of_kind_;
  std::map<std::string, int> named_;  // rows of kinds
  std::vector<Sum> kinds_;
  std::vector<int> row_of_line_;  // the last one of a line
  std::vector<LineRow> of_lines_;
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
  out.pipelines = cost::pipeline_loops(*it.local, it.loops);
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
  const double at_the_peak = it.operations.at_the_peak;
  out.hardware_utilisation = (at_the_peak + out.to_fit.at_the_peak) / step;
  out.utilisation = at_the_peak / step * out.model_operations / matrix;
  if (with_events) {
    cost::run_timeline(*it.local, it.steps, it.collective_seconds, it.hardware,
                       [&](const cost::TimelineEvent& event) { out.events.push_back(event); });
  }
  out.chain = cost::critical_path(*it.local, it.steps, it.collective_seconds);
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
