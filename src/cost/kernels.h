// What a device runs, one after the other: kernels, collectives, and loops of them.
//
//   %e = exp %x              fused: part of the kernel below
//   %s = reduce %e           a kernel: reads %x, writes %s
//   %g = all_gather %s       a collective: waits for %s
//   %y = dot %g, %w          a kernel: waits for %g
//   while … { … }            a loop: the steps of its body, so many times
//
// Which ops share a kernel follows from fusion (fusion.h). Arithmetic on single integers (counters, indices) is part of
// what uses it.
#pragma once

#include <cstdint>
#include <vector>

#include "cost/hardware.h"
#include "cost/storage.h"
#include "ir/program.h"

namespace partita::core::cost {

struct Step;

// The steps of a region, in its order.
struct Steps {
  const Region* region = nullptr;
  std::vector<Step> steps;
};

struct StepInput {
  const Value* value = nullptr;  // that has memory
  double bytes = 0;              // that are read of it
};

struct Step {
  enum class Kind : uint8_t {
    kKernel,
    kCollective,
    kLoop,      // body[0] is run trip_count times
    kBranches,  // one of body; code of another kind that is run once has one
    kFree,      // takes no time: its results are there when its inputs are
  };
  Kind kind = Kind::kFree;
  const Op* op = nullptr;
  const Value* rearranged = nullptr;  // of a kernel that copies an operand of `op` into another order: the operand
  std::vector<const Op*> joined{};    // kernels that became one with it (kernel_fusion.h)
  std::vector<StepInput> inputs{};    // what it waits for, and all that is fused into it
  double written = 0;     // bytes of memory; of a loop, those that are copied before it: what goes in and must stay
  double operations = 0;  // arithmetic of all that is fused into it, matrix operations left out
  std::vector<Steps> body{};
  double trip_count = 1;
  bool known_trip_count = true;  // or the host looks after every iteration
  bool again = false;            // computed before, and once more to save memory (fit_memory.h)
  double seconds = 0;            // of one run of a kernel, without what launching it takes
  double kernels = 0;            // that are launched for it

  double read() const;  // bytes of memory
};

// With the seconds of kernels on the hardware.
Steps steps_of(const Function& local, const Hardware& hardware);
Steps steps_of(const Function& local, const Hardware& hardware, const ValueMemory& values);
// Before kernels are joined: each makes the values of its own op.
Steps separate_steps_of(const Function& local, const Hardware& hardware, const ValueMemory& values);

// Fills in what the hardware makes of steps: Step::seconds and kernels.
void add_seconds(Steps& all, const Hardware& hardware);

// Seconds of one run of a kernel, without what launching it takes. Zero for other steps.
double kernel_seconds(const Step& step, const Hardware& hardware);

// Bytes per second that a kernel reads and writes at, by what its op does.
double memory_rate(const Step& step, const Hardware& hardware);

// Of a loop besides its body: seconds for what is copied before it, and around each iteration.
double copy_seconds(const Step& loop, const Hardware& hardware);
double iteration_seconds(const Step& loop, const Hardware& hardware);

// How many kernels are launched for the step.
double kernel_count(const Step& step, const Hardware& hardware);

}  // namespace partita::core::cost
