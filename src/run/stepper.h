// What runs one step of a local program on the devices of this process: the reference evaluator, or whatever else takes
// and gives shards.
#pragma once

#include <cstdint>
#include <memory>

#include "base/result.h"
#include "complete/hints.h"
#include "eval/evaluate.h"
#include "run/local_program.h"

namespace partita::core::run {

class StepRunner {
 public:
  virtual ~StepRunner() = default;
  // Step `step`, from 0 on: the shards of the arguments by device of this process, which are the runner's to write
  // over, and those of the results. What is random differs between steps, and is the same for the same step.
  virtual Result<ByDevice> run(int64_t step, ByDevice inputs) = 0;
};

// The seed of a step's rng ops; that of step 0 is the seed itself.
uint64_t seed_of_step(uint64_t seed, int64_t step);

// Failed check.* ops go to `checks`. The program, the options and the checks outlive the runner.
std::unique_ptr<StepRunner> reference_runner(const LocalProgram& program, const EvalOptions& options,
                                             Diagnostics& checks);

// The program as it is, on one device (run::evaluate_reference): what its steps mean.
std::unique_ptr<StepRunner> whole_runner(Module& module, Function& entry, const HintOptions& hints,
                                         const EvalOptions& options, Diagnostics& checks);

}  // namespace partita::core::run

namespace partita::core {
using run::StepRunner;
}  // namespace partita::core
