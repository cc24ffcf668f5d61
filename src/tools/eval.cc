// partita eval: runs programs on one device with the reference evaluator.
#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>

#include "eval/evaluate.h"
#include "run/arguments.h"
#include "tools/invocation.h"

namespace partita {
namespace {

// A line on the terminal that counts ops, once an evaluation takes longer than a moment.
class Progress {
 public:
  explicit Progress(std::string what) : what_(std::move(what)), start_(Clock::now()), shown_(start_) {}
  ~Progress() {
    if (visible_) std::fputs("\r\033[K", stderr);
  }
  void update(int64_t ops) {
    Clock::time_point now = Clock::now();
    if (now - start_ < std::chrono::seconds(2) || now - shown_ < std::chrono::milliseconds(200)) return;
    shown_ = now;
    visible_ = true;
    double seconds = std::chrono::duration<double>(now - start_).count();
    std::fprintf(stderr, "\r\033[K%s: %lld ops, %.0f s", what_.c_str(), static_cast<long long>(ops), seconds);
  }

 private:
  using Clock = std::chrono::steady_clock;
  std::string what_;
  Clock::time_point start_, shown_;
  bool visible_ = false;
};

Result<std::vector<Tensor>> make_arguments(const Function& entry, const Options& options) {
  if (!options.inputs.empty()) return arguments_from_npz(entry, options.inputs);
  if (options.random_seed) return random_arguments(entry, *options.random_seed);
  std::vector<Tensor> none;
  for (int i = 0; i < entry.num_arguments(); ++i) {
    Type type = entry.argument(i)->type();
    if (type.is_tensor()) {
      return Error{error_without_place(
          Code::kBadInput, fmt::format("@{} takes {} arguments; give them with --inputs FILE.npz, or --random SEED",
                                       entry.name().text(), entry.num_arguments()))};
    }
    none.push_back(Tensor::make(type));
  }
  return none;
}

class Evaluation {
 public:
  Evaluation(Invocation& invocation, const Options& options) : invocation_(invocation), options_(options) {}

  Result<int> run(Module& module) {
    if (options_.devices > 0 && !module.extra("mhlo.num_partitions")) {
      module.set_extra("mhlo.num_partitions", module.context().integer(options_.devices, "i32"));
    }
    PARTITA_ASSIGN(const Function* entry, find_entry(module, options_.entry));
    PARTITA_ASSIGN(std::vector<Tensor> arguments, make_arguments(*entry, options_));
    EvalOptions eval_options;
    eval_options.rtol = options_.rtol;
    eval_options.atol = options_.atol;
    eval_options.random_seed = options_.random_seed.value_or(0);
    eval_options.print = [](const std::string& text) { std::fprintf(stderr, "%s\n", text.c_str()); };
    if (!options_.infeed.empty()) {
      PARTITA_ASSIGN(eval_options.infeed, tensors_from_npz(module.context(), options_.infeed, "in"));
    }
    Progress progress(module.source() ? module.source()->name() : "eval");
    if (isatty(STDERR_FILENO)) eval_options.progress = [&](int64_t ops) { progress.update(ops); };
    Diagnostics failed_checks;
    Result<std::vector<Tensor>> results = invocation_.pass(
        "evaluate", [&] { return evaluate(module, *entry, std::move(arguments), eval_options, failed_checks); });
    for (const Diagnostic& d : failed_checks.all()) invocation_.say(d);
    if (!results.ok()) return std::move(results).error();
    int status = failed_checks.has_errors() ? kCheckFailed : kDone;
    if (options_.verbose) {
      for (size_t i = 0; i < results->size(); ++i) {
        Type type = (*results)[i].type();
        std::fprintf(stderr, "out%zu: %s\n", i, type ? type.to_string().c_str() : "token");
      }
    }
    if (!options_.expect.empty()) {
      PARTITA_ASSIGN(
          std::vector<std::string> differences,
          compare_with_npz(*results, options_.expect, ComparisonRule::tolerance(options_.rtol, options_.atol)));
      for (const std::string& text : differences) {
        Diagnostic d = error_without_place(Code::kMismatch, text);
        d.file = options_.expect;
        invocation_.say(d);
        status = kCheckFailed;
      }
    }
    if (!options_.outputs.empty()) PARTITA_CHECK_OK(write_results(options_.outputs, *results));
    return status;
  }

 private:
  Invocation& invocation_;
  const Options& options_;
};

}  // namespace

int run_eval(const Options& options) {
  Invocation invocation(options);
  int status = kDone;
  for (const std::string& file : options.files) {
    std::vector<std::unique_ptr<Module>> modules;
    if (!invocation.read(file, modules)) status = kUserError;
    for (std::unique_ptr<Module>& module : modules) {
      Result<int> result = Evaluation(invocation, options).run(*module);
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
