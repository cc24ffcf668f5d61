// What verbs that run programs have in common: arguments, results, and a line that says how far they are.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/execute.h"
#include "eval/evaluate.h"
#include "eval/tensor.h"
#include "tools/invocation.h"
#include "tools/progress.h"

namespace partita::core::tools {

// --devices, for a program of unknown device count.
void state_devices(Module& module, const Options& options);

// Of these types, global ones, from --inputs or --random; a program that takes none needs neither.
Result<std::vector<Tensor>> make_arguments(const Function& entry, std::span<const Type> types, const Options& options);

// The error where there are neither.
Error no_arguments(int64_t count);

// The options of an evaluation.
Result<EvalOptions> make_eval_options(Context& context, const Options& options);

// What came of --verify.
struct Verification {
  std::vector<std::string> differences;  // messages; none where all agrees
  std::string first_difference;          // a JSON object; empty where it is not known
};

// What is known of a run besides its results.
struct Findings {
  std::optional<Verification> verified;
  std::string runtime;  // a JSON object: what the runtime of a plugin took; empty where none computed the results
  std::string steps;    // a JSON object: what lines would say of steps; empty where there are none
};

// Compares results with --expect and writes them to --outputs. The exit status.
Result<int> finish_results(Invocation& invocation, const std::vector<Tensor>& results, const Findings& findings = {});

// Under --timing: the share of the reference evaluator; under --profile: time by op, the most first. Under --trace:
// the file.
Status show_profile(const engine::Profile& profile, const Options& options);

// How often the ops of a function run, loops by their trip counts; about: branches count once each.
double ops_of(const Function& function);

}  // namespace partita::core::tools
