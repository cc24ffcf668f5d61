// A description of the machine that this runs on, from micro-benchmarks of its own.
//
//   measure_machine({.threads = 2, .seconds = 10, .when = "2026-05-01"})
//     {"name": "AMD EPYC, 2 threads, each a device (AVX2)", "memory_bandwidth": 2.1e10, "matrix_flops": {"f32": …}, …}
//
// Devices are threads: every figure is what one of them reaches while all of them run. Times are medians, after a run
// to warm up. docs/hardware.md says what is measured for each field.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "cost/hardware.h"

namespace partita::core::measure {

struct MeasureOptions {
  int threads = 1;
  double seconds = 10;  // in all, about
  std::string when;     // as the description's sources state it: a date
  // Told what was measured, a line at a time.
  std::function<void(const std::string&)> progress = [](const std::string&) {};
};

struct MeasuredMachine {
  Hardware hardware;
  std::vector<std::pair<std::string, std::string>> sources;  // by field
};

MeasuredMachine measure_machine(const MeasureOptions& options);

// As JSON that cost::parse_hardware reads; figures have three digits.
std::string description_text(const MeasuredMachine& machine);

// What the operating system says of the machine.
struct MachineFacts {
  std::string processor;  // "AMD EPYC", or what can be said
  double memory = 0;      // bytes that this process may use; 0 where nothing tells
  int threads = 1;        // that run at the same time
};
MachineFacts machine_facts();

}  // namespace partita::core::measure
