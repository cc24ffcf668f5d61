// What a local program costs, as figures, as a table for people and as JSON. docs/cost.md explains how to read both.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/diagnostics.h"
#include "cost/hardware.h"
#include "cost/memory.h"
#include "cost/time.h"
#include "cost/topology.h"
#include "cost/wire.h"
#include "ir/program.h"
#include "shard/mesh.h"

namespace partita::core::cost {

// Per device and run of the program, loops counted by their trip counts.
struct Operations {
  double matrix = 0;       // multiplications and additions of dots and convolutions
  double all = 0;          // all arithmetic, those included
  double at_the_peak = 0;  // seconds that those of dots and convolutions take at the peak rates of their types
};

struct CostReport {
  const Function* local = nullptr;
  std::string file;
  bool partitioned_here = false;  // or it came so
  int64_t devices = 1;
  MeshPtr mesh;  // with axes; null where nothing names one
  Wire wire;
  Operations operations;
  std::vector<const Op*> loops;  // all of them, in the order of the program
  Memory memory;
  Hardware hardware;
  std::optional<Topology> topology;    // of the devices on it
  Steps steps;                         // what a device runs
  CollectiveTimes collective_seconds;  // of one run of each collective
  Timeline timeline;
  StepTime time;
  std::vector<Diagnostic> fallbacks;
  std::vector<std::string> causes;  // of each of wire.collectives, in words; empty where they are not known
};

// `mesh` names the axes; null where nothing does. `layout` says how it lies on a torus (layout.h); empty: the best is
// found. kLayout where that is wrong, or the devices do not fit the hardware.
Result<CostReport> cost_of(const Function& local, const MeshPtr& mesh, const Hardware& hardware,
                           std::string_view layout = {});

struct ReportOptions {
  size_t top = 10;  // how many collectives a table lists
};
std::string report_table(const CostReport& report, const ReportOptions& options);
// The first against each of the others.
std::string comparison_table(std::span<const CostReport> reports);
// One document for all programs.
std::string report_json(std::span<const CostReport> reports);

}  // namespace partita::core::cost

namespace partita::core {
using cost::CostReport;
}  // namespace partita::core
