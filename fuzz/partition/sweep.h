// Many seeds, in processes of their own: a crash or a hang is a finding like any other, and the sweep goes on after it.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "check.h"

namespace partita::core::fuzz {

// check_program() in a process of its own; the stages "crash" and "hang" are added.
Finding check_apart(const std::string& program, uint64_t seed, int seconds = 60, Engine engine = Engine::kReference);

struct SweepOptions {
  uint64_t begin = 0;
  uint64_t end = 1000;    // not included
  unsigned jobs = 1;      // processes at once; what is reported, and in which order, is the same for any number
  double seconds = 0;     // stops starting new programs after this time; 0: never
  int max_findings = 10;  // stops after so many
  Engine engine = Engine::kReference;
  // Called after each finding with the seed and what was found, and now and then with how far it is.
  std::function<void(uint64_t seed, const Finding& finding)> found{};
  std::function<void(uint64_t next, int64_t findings)> progress{};
};

struct SweepResult {
  uint64_t next = 0;  // the first seed that was not looked at
  int64_t findings = 0;
  int64_t with_fallbacks = 0;
};

SweepResult sweep(const SweepOptions& options);

}  // namespace partita::core::fuzz
