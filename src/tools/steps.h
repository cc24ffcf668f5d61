// partita run --steps: a program run step after step, with a line that says how far it is.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "eval/evaluate.h"
#include "run/feeds.h"
#include "run/local_program.h"
#include "run/step_loop.h"
#include "run/stepper.h"
#include "tools/invocation.h"

namespace partita::core::tools {

// Whether the command line asks for more than one plain run.
bool runs_in_steps(const Options& options);

// Whether the inputs of a step are looked at after it.
bool keeps_inputs(const Options& options);

// What goes from step to step, found before the program is partitioned: the entry's arguments then name the results
// that become them, so that these get their shardings.
Result<std::vector<Feed>> feeds_of_steps(Function& entry, const Options& options, run::Signature& signature);

// The seed of the checkpoint that is resumed, where the command line gives neither seed nor inputs.
std::optional<uint64_t> seed_of_resumed(const Options& options);

struct SteppedRun {
  const LocalProgram& program;
  const run::Signature& signature;
  std::vector<Feed> feeds;
  StepRunner& runner;
  const EvalOptions& eval_options;  // of the runner
  std::string fingerprint;          // run::program_fingerprint
  bool partitioned = false;         // the program was given as one for each device
  bool plain = false;               // one run, without lines about steps
  // Sees each step, from 0 on, with what it was given and gave; false ends the run.
  std::function<Result<bool>(int64_t step, const run::ByDevice& inputs, const run::ByDevice& outputs)> watch{};
};

// What a line says of a step, for --json.
struct ShownStep {
  int64_t step = 0;  // from 1
  std::optional<double> loss;
  double steps_per_second = 0;
};

struct StepResults {
  std::vector<Tensor> results;    // global, of the last step; empty where there was none to run
  run::ByDevice inputs, outputs;  // of the last step, by device
  int64_t first_step = 0, steps = 0;
  run::StepTimes times;
  std::string loss;  // the result that lines show: out0; empty where there is none
  std::vector<ShownStep> shown;
};

// All steps of the command line; lines about them go to standard error, unless there is --json. Silent: without lines,
// checkpoints and checks. `finish` gets the results before a checkpoint says that the last step was done.
Result<StepResults> run_steps(const SteppedRun& run, Invocation& invocation, bool silent,
                              const std::function<Status(const StepResults&)>& finish = nullptr);

// {"done": 100, "seconds": {"first": 0.1, "median": …, "least": …}, "loss": "out0", "shown": [{"step": 1, "loss": 0.69,
// "steps_per_second": 5.1}, …]}
std::string steps_json(const StepResults& steps);

}  // namespace partita::core::tools
