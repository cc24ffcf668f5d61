// A step of a program on a described machine, and where its time goes.
//
//   step 5.74 s: 4.01 s of kernels, 1.73 s of collectives that nothing hides
//   of the step: 3% all-to-all, 6% bubbles of a pipeline; of the products: 22% computed again
//
// Times, bytes and operations are those of cost's report of the same program; here they are added up by what people ask
// for. Everything is per device.
#pragma once

#include <algorithm>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "cost/fit_memory.h"
#include "cost/pipeline_loops.h"
#include "cost/recomputation.h"
#include "cost/report.h"

namespace partita::core::simulate {

// Between 0 and 1; of the step, but for the last one.
struct Shares {
  double exposed = 0;     // waiting for collectives
  double all_to_all = 0;  // of that, for all-to-alls
  double bubble = 0;      // ticks of pipelines in which a stage has nothing to do
  double recompute = 0;   // of all products, those that were computed before; ticks with nothing to do have them too
};

struct TimeRow {
  std::string what;  // "dot_general", or "model.mlir:12"
  double seconds = 0;
  double times = 0;  // kernels or collectives
};

struct Simulation {
  cost::CostReport report;
  std::vector<cost::TimelineEvent> events;  // where they were asked for, in the order of the program
  std::vector<cost::PipelineLoop> pipelines;
  cost::ComputedAgain to_fit;       // what the compiler computes again because memory is short
  double model_operations = 0;      // matrix operations of a device that are neither done again nor in bubbles
  double utilisation = 0;           // what those take at the peak rate, of the step
  double hardware_utilisation = 0;  // the same of all matrix operations
  Shares shares;
  std::vector<TimeRow> by_kind;  // kernels and collectives, the longest first
  std::vector<TimeRow> by_line;  // likewise; those without a line together

  double chain = 0;  // seconds of the longest chain of kernels and collectives that wait for each other

  double step() const { return report.time.scheduled; }
  // No order of the same kernels and collectives is faster: all kernels, the busiest link, the longest chain.
  double floor() const { return std::max(report.time.least(), chain); }
};

// `report` is of the local program; `global`, the program before it was partitioned, is looked at for what is computed
// again; null where there is none. Traces and plots need events.
Simulation simulate(cost::CostReport report, const Function* global, bool with_events);

// Pairs of a time and the bytes that are needed from then on. Of a simulation with events.
std::vector<std::pair<double, double>> memory_over_time(const Simulation& simulation);

struct TableOptions {
  size_t top = 10;  // rows of each list
};
std::string simulation_table(const Simulation& simulation, const TableOptions& options);
// One document for all programs.
std::string simulation_json(std::span<const Simulation> simulations);
// For chrome://tracing and Perfetto: a process for each program, a thread for the compute stream and for each link.
std::string chrome_trace(std::span<const Simulation> simulations);
// Streams and memory over time, as SVG.
std::string timeline_plot(const Simulation& simulation);

}  // namespace partita::core::simulate

namespace partita::core {
using simulate::Simulation;
}  // namespace partita::core
