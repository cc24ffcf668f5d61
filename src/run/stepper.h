// What runs one step of a local program on the devices of this process: the reference evaluator, or whatever else takes
// and gives shards.
#pragma once

#include <cstdint>
#include <memory>

#include "base/result.h"
#include "complete/hints.h"
#include "engine/execute.h"
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

// By the engine, on the devices that are here: compiled once, with the devices' memory kept from step to step.
class EngineRunner final : public StepRunner {
 public:
  struct How {
    bool evaluator_only = false;  // op by op, by the reference evaluator
    bool donates = true;  // arguments become the results that they name; else whoever holds inputs may go on with them
    bool times_steps = false, traces_steps = false;
  };
  static Result<std::unique_ptr<EngineRunner>> make(const LocalProgram& program, const EvalOptions& options,
                                                    Diagnostics& checks, How how);
  Result<ByDevice> run(int64_t step, ByDevice inputs) override;
  const engine::Runner& runner() const { return runner_; }

 private:
  EngineRunner(std::shared_ptr<const engine::Executable> executable, const EvalOptions& options, engine::Ranks* ranks,
               Diagnostics& checks)
      : runner_(std::move(executable), options, ranks), seed_(options.random_seed), checks_(checks) {}

  engine::Runner runner_;
  const uint64_t seed_;
  Diagnostics& checks_;
};

// The program as it is, on one device (run::evaluate_reference): what its steps mean.
std::unique_ptr<StepRunner> whole_runner(Module& module, Function& entry, const HintOptions& hints,
                                         const EvalOptions& options, Diagnostics& checks);

}  // namespace partita::core::run

namespace partita::core {
using run::StepRunner;
}  // namespace partita::core
