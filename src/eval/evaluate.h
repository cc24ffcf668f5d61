// The reference evaluator: what a program means, as numbers.
//
//   EvalOptions options;
//   Diagnostics checks;
//   Result<std::vector<Tensor>> results = evaluate(module, *module.entry(), inputs, options, checks);
//
// An error says why there is no result. A check.* op that finds a difference goes to `failed_checks` (code P402) and
// the evaluation goes on.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "eval/tensor.h"
#include "ir/program.h"

namespace partita::core::eval {

struct EvalOptions {
  // Loosen check.* ops: they compare by these where one is given (see eval/compare.h).
  std::optional<double> rtol;
  std::optional<double> atol;
  // What infeed ops read, one tensor per result, in order. Every device reads from the beginning.
  std::vector<Tensor> infeed;
  // What outfeed ops of device 0 gave, in order, and what interpreter.print ops print; nothing is kept where null.
  std::vector<Tensor>* outfeed = nullptr;
  std::function<void(const std::string& text)> print;
  // What custom calls of the host compute: one tensor per result, or nothing where it does not know the call. Asked
  // about calls that mean nothing here (docs/custom_calls.md), from the threads of all devices, several at once; a
  // token is a Tensor without a type.
  std::function<Result<std::optional<std::vector<Tensor>>>(const Op& call, std::span<const Tensor> operands)>
      custom_call;
  // How many partitions the program has, where the module does not state it: the devices of the mesh it is to be
  // divided over. Collectives outside of manual code are between all of them. 0: as the module states, or one.
  int64_t partitions = 0;
  // Where rng starts; the same seed gives the same numbers on every platform and mesh.
  uint64_t random_seed = 0;
  // In bytes; 0 for most of the memory of this machine.
  int64_t memory_limit = 0;
  // How many devices run at the same time; 0 for as many as this machine has cores.
  int64_t jobs = 0;
  // After so long without an op that ends on any device the evaluation fails (kDeadline); 0 for never. Devices stop at
  // their next op. Where one does not come to that, `abandon` is called with the report, and may end the
  // process.
  double deadline_seconds = 0;
  std::function<void(const Diagnostic& diagnostic)> abandon;
  // Called now and then from any of the threads, never from two at once, with the number of ops done so far.
  std::function<void(int64_t ops_done)> progress;
};

// Manual code (sdy.manual_computation, full-to-shard and shard-to-full calls, collectives in the entry) is run on all
// devices of its mesh side by side. Values outside it are global on every device, and the result is that of device 0.
Result<std::vector<Tensor>> evaluate(const Module& module, const Function& entry, std::vector<Tensor> inputs,
                                     const EvalOptions& options, Diagnostics& failed_checks);

// Runs a local program once on each of replicas x partitions devices. Process p is replica p / partitions, partition
// p % partitions; inputs and results are by process.
Result<std::vector<std::vector<Tensor>>> evaluate_on_grid(const Module& module, const Function& entry, int64_t replicas,
                                                          int64_t partitions, std::vector<std::vector<Tensor>> inputs,
                                                          const EvalOptions& options, Diagnostics& failed_checks);

}  // namespace partita::core::eval

namespace partita::core {
using eval::EvalOptions;
}  // namespace partita::core
