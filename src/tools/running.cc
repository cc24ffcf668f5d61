#include "tools/running.h"

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>

#include "ir/names.h"
#include "run/arguments.h"

namespace partita::core::tools {

void state_devices(Module& module, const Options& options) {
  if (options.devices == 0 || module.discardable_attribute(hlo_names::kNumPartitions)) return;
  module.set_discardable_attribute(hlo_names::kNumPartitions, module.context().integer(options.devices, "i32"));
}

Result<std::vector<Tensor>> make_arguments(std::span<const Type> types, const Options& options) {
  if (!options.inputs.empty()) return run::arguments_from_npz(types, options.inputs);
  if (options.random_seed) return run::random_arguments(types, *options.random_seed);
  std::vector<Tensor> none;
  for (Type type : types) {
    if (type.is_tensor()) {
      return Error{error_without_place(
          Code::kBadInput, fmt::format("the program takes {} arguments; give them with --inputs FILE.npz, or --random "
                                       "SEED",
                                       types.size()))};
    }
    none.push_back(Tensor::make(type));
  }
  return none;
}

Result<EvalOptions> make_eval_options(Context& context, const Options& options) {
  EvalOptions out;
  out.rtol = options.rtol;
  out.atol = options.atol;
  out.random_seed = options.random_seed.value_or(0);
  out.jobs = options.jobs;
  out.deadline_seconds = options.deadline;
  out.print = [](const std::string& text) { std::fprintf(stderr, "%s\n", text.c_str()); };
  if (!options.infeed.empty()) {
    PARTITA_ASSIGN(out.infeed, run::tensors_from_npz(context, options.infeed, "in"));
  }
  return out;
}

Result<int> finish_results(Invocation& invocation, const std::vector<Tensor>& results) {
  const Options& options = invocation.options();
  int status = kDone;
  if (options.verbose) {
    for (size_t i = 0; i < results.size(); ++i) {
      Type type = results[i].type();
      std::fprintf(stderr, "out%zu: %s\n", i, type ? type.to_string().c_str() : "token");
    }
  }
  if (!options.expect.empty()) {
    PARTITA_ASSIGN(
        std::vector<std::string> differences,
        run::compare_with_npz(results, options.expect, ComparisonRule::tolerance(options.rtol, options.atol)));
    for (const std::string& text : differences) {
      Diagnostic d = error_without_place(Code::kMismatch, text);
      d.file = options.expect;
      invocation.report(d);
      status = kCheckFailed;
    }
  }
  if (!options.outputs.empty()) PARTITA_CHECK_OK(run::write_results(options.outputs, results));
  return status;
}

struct Progress::State {
  using Clock = std::chrono::steady_clock;
  std::string what;
  Clock::time_point start = Clock::now(), shown = Clock::now();
  bool visible = false;

  void update(int64_t ops) {
    Clock::time_point now = Clock::now();
    if (now - start < std::chrono::seconds(2) || now - shown < std::chrono::milliseconds(200)) return;
    shown = now;
    visible = true;
    double seconds = std::chrono::duration<double>(now - start).count();
    std::fprintf(stderr, "\r\033[K%s: %lld ops, %.0f s", what.c_str(), static_cast<long long>(ops), seconds);
  }
};

Progress::Progress(std::string what) : state_(std::make_unique<State>()) { state_->what = std::move(what); }
Progress::~Progress() {
  if (state_->visible) std::fputs("\r\033[K", stderr);
}

std::function<void(int64_t ops)> Progress::counter() {
  if (!isatty(STDERR_FILENO)) return nullptr;
  return [state = state_.get()](int64_t ops) { state->update(ops); };
}

}  // namespace partita::core::tools
