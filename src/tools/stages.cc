#include "tools/stages.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>

#include "optimize/pipeline.h"
#include "partition/merge_pads.h"
#include "run/arguments.h"
#include "tools/summary.h"

namespace partita {

Result<std::vector<Tensor>> make_arguments(std::span<const Type> types, const Options& options) {
  if (!options.inputs.empty()) return arguments_from_npz(types, options.inputs);
  if (options.random_seed) return random_arguments(types, *options.random_seed);
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
    PARTITA_ASSIGN(out.infeed, tensors_from_npz(context, options.infeed, "in"));
  }
  return out;
}

namespace {
// Whether --shard has names of arguments and results only: others may be of what would be merged away.
bool names_only_edges(const std::vector<std::string>& hints) {
  return std::all_of(hints.begin(), hints.end(),
                     [](const std::string& hint) { return hint.starts_with("arg") || hint.starts_with("out"); });
}
}  // namespace

std::optional<Completion> complete_program(Invocation& invocation, Module& module, Function& entry) {
  const Options& options = invocation.options();
  Diagnostics diagnostics;
  if (names_only_edges(options.shard)) invocation.pass("merge", [&] { merge_pads(entry); });
  HintOptions hint_options{options.mesh, options.devices, options.shard, options.verbose};
  std::optional<Hints> hints =
      invocation.pass("hints", [&] { return read_hints(module, entry, hint_options, diagnostics); });
  std::optional<Completion> out;
  if (hints) {
    Result<Completion> completion =
        invocation.pass("complete", [&] { return complete(module, entry, std::move(*hints), diagnostics); });
    if (completion.ok()) {
      out = std::move(*completion);
    } else {
      diagnostics.add(completion.error().diagnostic);
    }
  }
  for (const Diagnostic& d : diagnostics.all()) invocation.say(d);
  if (diagnostics.has_errors()) return std::nullopt;
  return out;
}

std::optional<Partitioned> partition_program(Invocation& invocation, const Module& module, const Function& entry,
                                             const Completion& completion, int& status) {
  const Options& options = invocation.options();
  PartitionOptions partition_options;
  partition_options.ids = options.replica_ids ? DeviceIds::kReplica : DeviceIds::kPartition;
  partition_options.strict = options.strict;
  Diagnostics diagnostics;
  Decisions decisions = invocation.pass("choose", [&] { return Decisions(completion, partition_options.global); });
  Result<Partitioned> out = invocation.pass(
      "partition", [&] { return partition(module, entry, completion, decisions, partition_options, diagnostics); });
  for (const Diagnostic& d : diagnostics.all()) invocation.say(d);
  if (!out.ok()) {
    Diagnostic d = out.error().diagnostic;
    if (d.file.empty() && module.source()) d.file = module.source()->name();
    invocation.say(d);
    status = d.code == Code::kFallback ? kCheckFailed : kUserError;
    return std::nullopt;
  }
  if (options.verbose) {
    for (Diagnostic note : out->fallbacks) {
      note.severity = Severity::kNote;
      invocation.say(note);
    }
  }
  invocation.show("partition", *out->module);
  if (status = optimize_program(invocation, *out->module->entry()); status != kDone) return std::nullopt;
  if (options.verbose) {
    std::fputs(summary_of(*out->module->entry(), out->arguments, out->results).c_str(), stderr);
  }
  return std::move(*out);
}

int optimize_program(Invocation& invocation, Function& local) {
  const Options& options = invocation.options();
  if (options.no_optimize) return kDone;
  const bool named = !options.passes.empty();
  Result<std::vector<const Pass*>> passes = named ? passes_named(options.passes) : passes_but(options.skip);
  if (!passes.ok()) {
    invocation.say(passes.error().diagnostic);
    return kUserError;
  }
  for (const Pass* pass : *passes) {
    Status status =
        invocation.pass(pass->name, [&] { return run_pass(*pass, local, {}, options.verify_passes || kVerifyPasses); });
    if (!status.ok()) {
      invocation.say(status.error().diagnostic);
      return kOurBug;
    }
    invocation.show(pass->name, local.module());
  }
  return kDone;
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
    PARTITA_ASSIGN(std::vector<std::string> differences,
                   compare_with_npz(results, options.expect, ComparisonRule::tolerance(options.rtol, options.atol)));
    for (const std::string& text : differences) {
      Diagnostic d = error_without_place(Code::kMismatch, text);
      d.file = options.expect;
      invocation.say(d);
      status = kCheckFailed;
    }
  }
  if (!options.outputs.empty()) PARTITA_CHECK_OK(write_results(options.outputs, results));
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

}  // namespace partita
