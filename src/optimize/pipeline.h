// The passes over the local program, in order. Each has a name, can be left out, and leaves a program that verifies.
// They are stages of the driver (driver/stages.h), which runs them.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "cost/hardware.h"
#include "ir/program.h"
#include "shard/mesh.h"

namespace partita::core::optimize {

class FoundOrders;

// What a pass may spend of a device's memory to spare communication.
struct OptimizeLimits {
  // Kept through a loop, so that it is not rematerialized in every trip: this part of what the arguments take.
  double kept_part = 0.5;
  double kept_at_least = 1 << 20;   // bytes
  double combined_bytes = 1 << 20;  // of one combined collective

  // The machine that orders and remedies are judged on; null: the default one.
  std::shared_ptr<const Hardware> hardware{};
  // Bytes that a device has; 0: as many as it takes. `fit` keeps the peak below it, where that can be.
  double max_memory = 0;

  // What the hints alone have not chosen (partition/choice/plan_kind.h).
  // `sink` also takes sums out of two loops, where the inner one stacks them: so that the plan of the hints is a match
  // for the chosen one that it is compared with.
  bool sums_of_stacks = false;
  // `schedule` moves collectives to where they have something to overlap with. Not in an annotated plan.
  bool overlap = true;

  // How the mesh lies on the machine (cost/layout.h; empty: the best is found). Without a machine `overlap` leaves the
  // program as it is.
  MeshPtr mesh{};
  std::string layout{};
  bool rings_everywhere = false;  // whatever the machine; for tests
  bool paired_rings = false;      // such rings multiply two shards at once where they can
  int64_t unrolled_rings = 8;     // rings of more devices have a loop

  // Orders that passes have found for this program, for those after them; null: nobody keeps any.
  FoundOrders* found_orders = nullptr;

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
