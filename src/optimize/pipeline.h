// The passes over the local program, in order. Each has a name, can be left out, and leaves a program that verifies.
//
//   for (const Pass* pass : *passes_but(skipped)) PARTITA_CHECK_OK(run_pass(*pass, *local.entry(), {}, true));
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "ir/program.h"

namespace partita {

// What a pass may spend of a device's memory to spare communication.
struct OptimizeLimits {
  // Kept through a loop, so that it is not made again in every round: this part of what the arguments take.
  double kept_part = 0.5;
  double kept_at_least = 1 << 20;   // bytes
  double combined_bytes = 1 << 20;  // of one combined collective

  double kept_by(const Function& local) const;  // bytes
};

struct Pass {
  std::string_view name;
  std::string_view what;  // one line for people
  void (*run)(Function& local, const OptimizeLimits& limits);
};

// All of them, in order.
std::span<const Pass> all_passes();
std::string pass_names();  // "cse, dce, …"

// All but these, or just these in the order given. kUsage, with the names there are, for one that is none.
Result<std::vector<const Pass*>> passes_but(std::span<const std::string> skipped);
Result<std::vector<const Pass*>> passes_named(std::span<const std::string> names);

// kInternal where `verified` finds that the pass broke the program.
Status run_pass(const Pass& pass, Function& local, const OptimizeLimits& limits, bool verified);

// Whether passes are verified unless someone asks: not in a release.
#ifdef NDEBUG
inline constexpr bool kVerifyPasses = false;
#else
inline constexpr bool kVerifyPasses = true;
#endif

}  // namespace partita
