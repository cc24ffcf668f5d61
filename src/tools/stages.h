// The steps that verbs have in common: which arguments, completed, partitioned.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "complete/completion.h"
#include "eval/evaluate.h"
#include "eval/tensor.h"
#include "partition/partition.h"
#include "tools/invocation.h"

namespace partita {

// From --inputs or --random; a program that takes none needs neither.
Result<std::vector<Tensor>> make_arguments(std::span<const Type> types, const Options& options);

// What the options say about an evaluation.
Result<EvalOptions> make_eval_options(Context& context, const Options& options);

// Passes "merge" (partition/merge_pads.h), "hints" and "complete". Warnings and errors are said; nothing where there
// was an error.
std::optional<Completion> complete_program(Invocation& invocation, Module& module, Function& entry);

// Passes "choose", "partition" and those over the local program. Fallbacks are said with -v; nothing where there was
// an error. `status` becomes kCheckFailed where --strict refused a fallback, kUserError for other errors.
std::optional<Partitioned> partition_program(Invocation& invocation, const Module& module, const Function& entry,
                                             const Completion& completion, int& status);

// The passes over a local program (optimize/pipeline.h), those of --passes, or all but those of --skip; each timed and
// shown under its name. The exit status.
int optimize_program(Invocation& invocation, Function& local);

// Compares results with --expect and writes them to --outputs. The exit status.
Result<int> finish_results(Invocation& invocation, const std::vector<Tensor>& results);

// A line on the terminal that counts ops, once a run takes longer than a moment. Does nothing where nobody watches.
class Progress {
 public:
  explicit Progress(std::string what);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  // To be EvalOptions::progress.
  std::function<void(int64_t ops)> counter();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace partita
