// How long a step takes, modelled: what each kernel computes and moves, and what each collective sends, on a hardware.
//
//   compute        of each kernel its seconds (kernels.h), and what iterations of loops take by themselves
//   communication  of each collective its seconds on the links it uses
//   host           what launching all of it takes on the host, while the device is busy with the step before
//
// Between the longest of them, where all of it overlaps, and the sum of the first two, where none does, lies the step as
// it is scheduled (timeline.h).
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "cost/hardware.h"
#include "cost/timeline.h"
#include "cost/wire.h"
#include "ir/program.h"

namespace partita::core::cost {

struct StepTime {
  double compute = 0;        // seconds
  double communication = 0;  // seconds
  double host = 0;           // seconds
  double scheduled = 0;      // seconds
  double least() const { return std::max({compute, communication, host}); }
  double most() const { return std::max(compute + communication, host); }
  std::vector<double> by_level;  // of the hardware: seconds of communication
};

StepTime step_time(const Timeline& timeline);

// Of one run of each collective.
CollectiveTimes collective_times(const Wire& wire, int64_t devices, const Hardware& hardware);

// Seconds of one collective, all its times together; on the levels, in their order.
std::vector<double> collective_time(const Collective& collective, int64_t devices, const Hardware& hardware);

}  // namespace partita::core::cost
