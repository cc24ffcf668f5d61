// How long a step takes, modelled: what each op computes and moves, and what each collective sends, on a hardware.
//
//   compute        of each op its seconds (seconds.h); fused ones move nothing but what they read from memory
//   communication  of each collective its seconds on the machine (topology.h)
//
// Between the longer of the two, where all of it overlaps, and their sum, where none does, lies the step.
#pragma once

#include <string>
#include <vector>

#include "cost/hardware.h"
#include "cost/topology.h"
#include "cost/wire.h"
#include "ir/program.h"

namespace partita::core::cost {

struct StepTime {
  double compute = 0;        // seconds
  double communication = 0;  // seconds
  double least() const { return compute > communication ? compute : communication; }
  double most() const { return compute + communication; }
  std::vector<double> by_resource;     // of the topology: seconds of communication
  std::vector<double> of_collectives;  // of each of the wire's, all times together
};

StepTime step_time(const Function& local, const Wire& wire, const Topology& topology, const Hardware& hardware);

}  // namespace partita::core::cost
