// What a local program takes of time and memory on a machine, asked again and again while passes change it.
#pragma once

#include "cost/hardware.h"
#include "cost/memory.h"
#include "cost/time.h"
#include "ir/program.h"
#include "optimize/pipeline.h"

namespace partita::core::optimize {

// The limits' hardware, or the default one.
const Hardware& hardware_of(const OptimizeLimits& limits);

class Modelled {
 public:
  Modelled(const Function& local, const Hardware& hardware);

  // Of a step as it is scheduled now. Collectives that were made since this was last called are priced anew.
  double seconds();
  // One run of an op by itself, with what is fused into it left out.
  double seconds_of(const Op& op);
  Memory memory() const { return cost::memory_of(local_, hardware_.compiler); }
  const Hardware& hardware() const { return hardware_; }
  // What each collective takes.
  const cost::CollectiveTimes& collectives() {
    price_collectives();
    return collectives_;
  }

 private:
  void price_collectives();

  const Function& local_;
  const Hardware& hardware_;
  std::optional<Topology> topology_;  // nothing where the devices do not fit the machine: sending is free then
  cost::CollectiveTimes collectives_;
};

}  // namespace partita::core::optimize
