// How long a step takes, modelled: what each op computes and moves, and what each collective sends, on a hardware.
//
//   compute        of each op its seconds (seconds.h); fused ones move nothing but what they read from memory
//   communication  of each collective its seconds on the levels it crosses
//
// Between the longer of the two, where all of it overlaps, and their sum, where none does, lies the step.
#pragma once

#include <string>
#include <vector>

#include "cost/hardware.h"
#include "cost/wire.h"
#include "ir/program.h"

namespace partita::core::cost {

struct StepTime {
  double compute = 0;        // seconds
  double communication = 0;  // seconds
  double least() const { return compute > communication ? compute : communication; }
  double most() const { return compute + communication; }
  std::vector<double> by_level;  // of the hardware: seconds of communication
};

StepTime step_time(const Function& local, const Wire& wire, int64_t devices, const Hardware& hardware);

// Seconds of one collective, all its times together; on the levels, in their order.
std::vector<double> collective_time(const Collective& collective, int64_t devices, const Hardware& hardware);

}  // namespace partita::core::cost
