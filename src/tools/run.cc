// partita run: partitions a program, runs it on all its devices in this process, and puts the results together.
#include <fmt/format.h>

#include <cstdio>
#include <filesystem>

#include "eval/compare.h"
#include "run/arguments.h"
#include "run/npz.h"
#include "run/shards.h"
#include "tools/stages.h"

namespace partita {
namespace {

class Running {
 public:
  explicit Running(Invocation& invocation) : invocation_(invocation), options_(invocation.options()) {}

  Result<int> run(Module& module) {
    PARTITA_ASSIGN(Function * entry, find_entry(module, options_.entry));
    PARTITA_ASSIGN(std::vector<Tensor> arguments, make_arguments(*entry, options_));
    PARTITA_ASSIGN(EvalOptions eval_options, make_eval_options(module.context(), options_));
    std::vector<Tensor> expected;
    if (options_.verify) {  // before completion touches the program
      Diagnostics checks;
      PARTITA_ASSIGN(expected, invocation_.pass("evaluate", [&] {
        return evaluate(module, *entry, arguments, eval_options, checks);
      }));
    }
    std::optional<Completion> completion = complete_program(invocation_, module, *entry);
    if (!completion) return kUserError;
    int status = kDone;
    std::optional<Partitioned> local = partition_program(invocation_, module, *entry, *completion, status);
    if (!local) return status;
    PARTITA_ASSIGN(std::vector<Tensor> results, on_devices(*local, std::move(arguments), eval_options, status));
    PARTITA_ASSIGN(int finished, finish_results(invocation_, results));
    if (status == kDone) status = finished;
    if (options_.verify && !agree(results, expected)) status = kCheckFailed;
    return status;
  }

 private:
  Result<std::vector<Tensor>> on_devices(const Partitioned& local, std::vector<Tensor> arguments,
                                         EvalOptions& eval_options, int& status) {
    Context& context = local.module->context();
    std::vector<std::vector<Tensor>> inputs(static_cast<size_t>(local.devices));
    for (int64_t device = 0; device < local.devices; ++device) {
      for (size_t i = 0; i < arguments.size(); ++i) {
        const Sharding* sharding = local.arguments[i].sharding;
        inputs[static_cast<size_t>(device)].push_back(
            sharding != nullptr ? shard_of(context, arguments[i], *sharding, device) : arguments[i]);
      }
    }
    std::vector<std::vector<Tensor>> kept;
    if (!options_.dump_local.empty()) kept = inputs;
    const int64_t replicas = options_.replica_ids ? local.devices : 1;
    const int64_t partitions = options_.replica_ids ? 1 : local.devices;
    Diagnostics checks;
    Progress progress("run");
    eval_options.progress = progress.counter();
    PARTITA_ASSIGN(std::vector<std::vector<Tensor>> outputs, invocation_.pass("run", [&] {
      return evaluate_on_grid(*local.module, *local.module->entry(), replicas, partitions, std::move(inputs),
                              eval_options, checks);
    }));
    for (const Diagnostic& d : checks.all()) invocation_.say(d);
    if (checks.has_errors()) status = kCheckFailed;
    if (!options_.dump_local.empty()) PARTITA_CHECK_OK(dump(kept, outputs));
    std::vector<Tensor> results;
    for (size_t i = 0; i < local.results.size(); ++i) {
      std::vector<Tensor> by_device;
      for (const std::vector<Tensor>& device : outputs) by_device.push_back(device[i]);
      if (local.results[i].sharding == nullptr) {
        results.push_back(by_device[0]);
        continue;
      }
      PARTITA_ASSIGN(Tensor whole, assembled(context, local.results[i].global, *local.results[i].sharding, by_device));
      results.push_back(std::move(whole));
    }
    return results;
  }

  // device0.npz, device1.npz, …: what each device got and gave.
  Status dump(const std::vector<std::vector<Tensor>>& inputs, const std::vector<std::vector<Tensor>>& outputs) {
    std::error_code failed;
    std::filesystem::create_directories(options_.dump_local, failed);
    for (size_t device = 0; device < inputs.size(); ++device) {
      std::vector<NpzEntry> members;
      auto add = [&](std::string_view prefix, const std::vector<Tensor>& tensors) {
        for (size_t i = 0; i < tensors.size(); ++i) {
          Type type = tensors[i].type();
          if (!type || !type.is_tensor()) continue;
          members.push_back({fmt::format("{}{}", prefix, i),
                             npy_descr(type.element()),
                             {type.dims().begin(), type.dims().end()},
                             tensors[i].blob()});
        }
      };
      add("arg", inputs[device]);
      add("out", outputs[device]);
      PARTITA_CHECK_OK(write_npz(fmt::format("{}/device{}.npz", options_.dump_local, device), members));
    }
    return {};
  }

  bool agree(const std::vector<Tensor>& results, const std::vector<Tensor>& expected) {
    bool all = true;
    for (size_t i = 0; i < results.size(); ++i) {
      if (!results[i].type() || !results[i].type().is_tensor()) continue;
      auto difference = compare(results[i], expected[i], ComparisonRule::tolerance(options_.rtol, options_.atol));
      if (!difference) continue;
      invocation_.say(error_without_place(
          Code::kMismatch, fmt::format("out{} differs from what one device computes: {}", i, difference->message)));
      all = false;
    }
    if (all) std::fprintf(stderr, "verified: %zu results agree with one device\n", results.size());
    return all;
  }

  Invocation& invocation_;
  const Options& options_;
};

}  // namespace

int run_run(const Options& options) {
  Invocation invocation(options);
  int status = kDone;
  for (const std::string& file : options.files) {
    std::vector<std::unique_ptr<Module>> modules;
    if (!invocation.read(file, modules)) status = kUserError;
    for (std::unique_ptr<Module>& module : modules) {
      Result<int> result = Running(invocation).run(*module);
      if (!result.ok()) {
        Diagnostic d = std::move(result).error().diagnostic;
        if (d.file.empty()) d.file = file == "-" ? "<stdin>" : file;
        invocation.say(d);
        status = kUserError;
      } else if (status == kDone) {
        status = *result;
      }
    }
  }
  return invocation.finish(status);
}

}  // namespace partita
