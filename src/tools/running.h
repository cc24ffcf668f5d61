// What verbs that run programs have in common: arguments, results, and a line that says how far they are.
#pragma once

#include <span>
#include <vector>

#include "engine/execute.h"
#include "eval/evaluate.h"
#include "eval/tensor.h"
#include "tools/invocation.h"

namespace partita::core::tools {

// --devices, for a program of unknown device count.
void state_devices(Module& module, const Options& options);

// From --inputs or --random; a program that takes none needs neither.
Result<std::vector<Tensor>> make_arguments(std::span<const Type> types, const Options& options);

// The error where there are neither.
Error no_arguments(int64_t count);

// The options of an evaluation.
Result<EvalOptions> make_eval_options(Context& context, const Options& options);

// Compares results with --expect and writes them to --outputs. The exit status.
Result<int> finish_results(Invocation& invocation, const std::vector<Tensor>& results);

// Under --timing: the share of the reference evaluator; under --profile: time by op, the most first. Under --trace:
// the file.
Status show_profile(const engine::Profile& profile, const Options& options);

// How often the ops of a function run, loops by their trip counts; about: branches count once each.
double ops_of(const Function& function);

// How far a run is, once it takes longer than a second: a line on a terminal that is written over, elsewhere a line now
// and then. Time passes on it also while one op takes long.
class Progress {
 public:
  // `total`: the ops there are, about; 0: nobody knows.
  explicit Progress(std::string what, double total = 0);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  // To be EvalOptions::progress.
  std::function<void(int64_t ops)> counter();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace partita::core::tools
