// How long a step takes, modelled: what each kernel computes and moves, and what each collective sends, on a hardware.
//
//   compute        of each kernel its seconds (kernels.h), and what iterations of loops take by themselves
//   communication  of each collective its seconds on the machine (topology.h), and what laying out its buffers takes
//   host           what launching all of it takes on the host, while the device is busy with the step before
//
// The step as it is scheduled (timeline.h) lies between two bounds: everything overlaps, so that the longest of
// computing, of a link's work and of launching counts; and nothing does.
#pragma once

#include <algorithm>
#include <vector>

#include "cost/hardware.h"
#include "cost/timeline.h"
#include "cost/topology.h"
#include "cost/wire.h"
#include "ir/program.h"

namespace partita::core::cost {

struct StepTime {
  double compute = 0;        // seconds
  double communication = 0;  // seconds
  double host = 0;           // seconds
  double scheduled = 0;      // seconds
  double least() const {
    const double busiest = by_resource.empty() ? 0 : *std::max_element(by_resource.begin(), by_resource.end());
    return std::max({compute, busiest, host});
  }
  double most() const { return std::max(compute + communication, host); }
  std::vector<double> by_resource;  // of the topology: seconds of communication
};
StepTime step_time(const Timeline& timeline);

// Of one run of each collective.
CollectiveTimes collective_times(const Wire& wire, const Topology& topology, const Hardware& hardware);

}  // namespace partita::core::cost
