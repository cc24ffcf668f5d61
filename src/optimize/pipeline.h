// The passes over the local program, in order. Each has a name, can be left out, and leaves a program that verifies.
// They are stages of the driver (driver/stages.h), which runs them.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "cost/hardware.h"
#include "ir/program.h"
#include "shard/mesh.h"

namespace partita::core::optimize {

// What a pass may spend of a device's memory to spare communication.
struct OptimizeLimits {
  // Kept through a loop, so that it is not rematerialized in every trip: this part of what the arguments take.
  double kept_part = 0.5;
  double kept_at_least = 1 << 20;   // bytes
  double combined_bytes = 1 << 20;  // of one combined collective

  // What an annotated plan does otherwise (partition/choice/plan_kind.h), which has chosen neither.
  bool sums_of_stacks = false;  // `sink` also takes sums out of two loops, where the inner one stacks them
  bool overlap = true;          // `schedule` moves collectives to where they have something to overlap with

  // What `overlap` decides for: a machine, and how the mesh lies on it (cost/layout.h; empty: the best is found).
  // Without a machine it leaves the program as it is.
  const cost::Hardware* hardware = nullptr;
  MeshPtr mesh{};
  std::string layout{};
  bool rings_everywhere = false;  // whatever the machine; for tests
  bool paired_rings = false;      // such rings multiply two shards at once where they can
  int64_t unrolled_rings = 8;     // rings of more devices have a loop

  double kept_by(const Function& local) const;  // bytes
};

struct Pass {
  std::string_view name;
  std::string_view what;  // one line for people
  void (*run)(Function& local, const OptimizeLimits& limits);
};

// All of them, in order.
std::span<const Pass> all_passes();

}  // namespace partita::core::optimize

namespace partita::core {
using optimize::OptimizeLimits;
using optimize::Pass;
}  // namespace partita::core
