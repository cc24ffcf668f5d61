// A step, event by event: kernels follow each other on the compute stream, collectives run on the links they use, and
// everything waits for what it reads.
//
//   compute   |dot 1|dot 2|       |dot 4|            dot 4 reads what the gather gives: 2 units of time are exposed
//   links           |gather 3     |                  the gather reads what dot 1 gives
//
// Collectives on the same links follow each other in the order of the program, but for those that take different
// directions of them; on a hardware that does not overlap them
// they take the compute stream as well. A loop is followed until its iterations repeat, and the rest of them is added
// at that pace, so that its cost does not depend on the trip count.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/maps.h"
#include "cost/hardware.h"
#include "cost/kernels.h"
#include "cost/wire.h"

namespace partita::core::cost {

// One run of a collective.
struct CollectiveSeconds {
  double seconds = 0;             // from beginning to end
  std::vector<double> by_link{};  // of that, on each of the links (levels of a network, dimensions of a torus)
  std::vector<uint8_t> ways{};    // directions of each link that it takes (topology.h); empty: both
};
// By the op of the collective.
using CollectiveTimes = PointerMap<const Op*, CollectiveSeconds>;

struct TimelineEvent {
  const Op* op = nullptr;
  Step::Kind kind = Step::Kind::kKernel;  // or a collective, or the iterations of a loop that were not followed
  double begin = 0;
  double end = 0;
  double iterations = 0;  // of a loop: those that this stands for
};

struct OpSeconds {
  const Op* op = nullptr;
  double seconds = 0;
};

struct Timeline {
  double step = 0;                       // seconds until everything is there
  double compute = 0;                    // seconds that the compute stream is busy with kernels
  double collective = 0;                 // seconds that collectives take, each for itself
  double exposed = 0;                    // seconds that the compute stream waits for collectives
  double host = 0;                       // seconds that the host needs to launch it all
  double kernels = 0;                    // that are launched
  std::vector<double> by_link;           // of the busier direction
  std::vector<OpSeconds> exposed_by_op;  // by collective
  std::vector<OpSeconds> loops;          // from beginning to end, all runs of a loop together
};

// `watch` is told of every event that is followed; empty: nobody watches.
Timeline run_timeline(const Function& local, const Steps& steps, const CollectiveTimes& collectives,
                      const Hardware& hardware, const std::function<void(const TimelineEvent&)>& watch = {});

}  // namespace partita::core::cost
