// partita run: runs a program on all its devices in this process. One that is not partitioned yet is partitioned first;
// one that carries its boundary (partition/local/boundary.h) takes and gives global tensors as well; with --local every
// device has files of its own.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "cost/memory.h"
#include "cost/units.h"
#include "engine/execute.h"
#include "eval/compare.h"
#include "ir/names.h"
#include "pjrt/runner.h"
#include "run/arguments.h"
#include "run/checkpoint.h"
#include "run/local_program.h"
#include "run/reference.h"
#include "run/stepper.h"
#include "tools/budgets.h"
#include "tools/ranks.h"
#include "tools/running.h"
#include "tools/steps.h"
#include "tools/summary.h"
#include "tools/verify.h"

namespace partita::core::tools {
namespace {

class Running {
 public:
  Running(Invocation& invocation, Compilation& program, const std::string& file, const Hardware& hardware,
          const Budget& budget, Crew* crew, bool plain)
      : invocation_(invocation),
        options_(invocation.options()),
        program_(program),
        file_(file),
        hardware_(hardware),
        budget_(budget),
        crew_(crew),
        plain_(plain) {}

  Result<int> run() {
    Module& module = program_.module();
    PARTITA_ASSIGN(Function * entry, program_.find_entry());
    PARTITA_ASSIGN(eval_options_, make_eval_options(module.context(), options_));
    eval_options_.abandon = [this](const Diagnostic& diagnostic) {
      invocation_.report(diagnostic);
      std::fflush(nullptr);
      std::_Exit(kCheckFailed);
    };
    if (crew_ != nullptr) PARTITA_CHECK_OK(check_for_ranks());
    if (!options_.local.empty()) return run_on_files(module, *entry);
    PARTITA_ASSIGN(std::optional<Boundary> boundary, partition::read_boundary(*entry));
    return boundary ? run_partitioned(module, *entry, *boundary) : partition_and_run(module, *entry);
  }

 private:
  Status check_for_ranks() const {
    for (const auto& [given, option] : {std::pair(options_.verify, "--verify"),
                                        {!options_.local.empty(), "--local"},
                                        {options_.engine == "pjrt", "--engine pjrt"}}) {
      if (!given) continue;
      return base::failure(Code::kUsage,
                           fmt::format("{} wants all devices in one process: run it without mpirun", option));
    }
    return {};
  }

  bool speaks() const { return crew_ == nullptr || crew_->speaks(); }

  // The devices are shared by the ranks, which all run this.
  Status share(LocalProgram& program) const {
    if (crew_ == nullptr) return {};
    program.ranks = &crew_->ranks();
    PARTITA_CHECK_OK(crew_->check_alike(run::program_fingerprint(program.entry), options_));
    return program.ranks->can_have(program.devices());
  }

  Result<int> partition_and_run(Module& module, Function& entry) {
    if (runs_in_steps(options_)) return partition_and_step(module, entry);
    PARTITA_ASSIGN(std::vector<Tensor> arguments, program_.perform("inputs", [&] {
      return make_arguments(entry, run::argument_types(entry), options_);
    }));
    std::vector<Tensor> expected;
    const run::Rounding rounding = run::rounding_of(entry);
    if (options_.verify) {  // before completion touches the program
      Diagnostics checks;
      EvalOptions alone = eval_options_;
      alone.deadline_seconds = 0;
      PARTITA_ASSIGN(HintOptions hints, invocation_.hint_options());
      hints.notes = false;
      PARTITA_ASSIGN(expected, program_.perform("evaluate", [&] {
        return run::evaluate_reference(module, entry, arguments, hints, alone, checks);
      }));
    }
    if (!program_.run()) return status_of(program_);
    print_summary(invocation_, program_);
    const Partitioned& local = program_.partitioned();
    LocalProgram program(*local.module, *local.module->entry());
    program.set_boundary(local.arguments, local.results);
    int status = within_budget(invocation_, file_, program_, hardware_, budget_);
    const std::vector<Tensor> given = options_.verify ? arguments : std::vector<Tensor>();
    PARTITA_ASSIGN(std::vector<Tensor> results, on_global_tensors(program, std::move(arguments), status));
    if (options_.verify) {
      const ComparisonRule rule = rule_of(rounding);
      std::optional<Verification>& verified = findings_.verified;
      verified = agree(results, expected, rule);
      if (!verified->differences.empty()) {
        PARTITA_ASSIGN(HintOptions hints, invocation_.hint_options());
        hints.notes = false;
        find_first_difference(*verified, [&](const auto& progress) {
          return run::find_departure({program_, hints, given, eval_options_, is_fast(), rule}, progress);
        });
      }
    }
    PARTITA_ASSIGN(int finished, finish_results(invocation_, results, findings_));
    return status == kDone ? finished : status;
  }

  bool is_fast() const { return options_.engine.empty() || options_.engine == "fast"; }

  template <typename Find>
  void find_first_difference(Verification& verified, const Find& find) {
    Progress progress("looking for the first op that differs", 0, "cuts", options_.json);
    eval_options_.progress = nullptr;
    const Result<std::optional<Departure>> found =
        program_.perform("run", [&] { return find([&](int done, int total) { progress.set(done, total); }); });
    report_departure(invocation_, file_, found, verified);
  }

  Result<int> partition_and_step(Module& module, Function& entry) {
    run::Signature signature;
    const std::string fingerprint = run::program_fingerprint(entry);
    PARTITA_ASSIGN(std::vector<Feed> feeds, feeds_of_steps(entry, options_, signature));
    std::vector<Tensor> expected;
    run::Rounding rounding = run::rounding_of(entry);
    if (options_.verify) {  // before completion touches the program
      rounding.growth *= static_cast<double>(*options_.steps);
      PARTITA_ASSIGN(expected, program_.perform("evaluate", [&] {
        return step_alone(module, entry, signature, feeds, fingerprint);
      }));
    }
    if (!program_.run()) return status_of(program_);
    print_summary(invocation_, program_);
    const Partitioned& local = program_.partitioned();
    LocalProgram program(*local.module, *local.module->entry());
    program.set_boundary(local.arguments, local.results);
    int status = within_budget(invocation_, file_, program_, hardware_, budget_);
    PARTITA_CHECK_OK(share(program));
    PARTITA_CHECK_OK(
        on_steps(program, signature, feeds, fingerprint, false, status, [&](const std::vector<Tensor>& results) {
          if (!options_.verify) return;
          findings_.verified = agree(results, expected, rule_of(rounding));
          if (findings_.verified->differences.empty()) return;
          find_first_difference(*findings_.verified, [&](const auto& progress) {
            return step_departure(program, signature, feeds, fingerprint, progress);
          });
        }));
    return status;
  }

  // The first step that goes wrong where it is given what one device gave the one before; and why it does.
  Result<std::optional<Departure>> step_departure(const LocalProgram& program, const run::Signature& signature,
                                                  const std::vector<Feed>& feeds, const std::string& fingerprint,
                                                  const std::function<void(int, int)>& progress) {
    const std::unique_ptr<Compilation> again = run::imported_again(program_, program_.options());
    if (again == nullptr) return std::optional<Departure>();
    PARTITA_ASSIGN(Function * entry, again->find_entry());
    const ComparisonRule rule = rule_of(run::rounding_of(*entry));
    Diagnostics checks;
    std::unique_ptr<StepRunner> runner;
    if (is_fast()) {
      PARTITA_ASSIGN(runner, run::EngineRunner::make(program, eval_options_, checks, {false, false}));
    } else {
      runner = run::reference_runner(program, eval_options_, checks);
    }
    int64_t wrong = -1;
    std::vector<Tensor> given;
    const auto watch = [&](int64_t step, const ByDevice& inputs, const ByDevice& outputs) -> Result<bool> {
      progress(static_cast<int>(step), static_cast<int>(*options_.steps));
      PARTITA_ASSIGN(const ByDevice shards, runner->run(step, program.shards(inputs[0])));
      PARTITA_ASSIGN(const std::vector<Tensor> results, program.assemble(shards));
      if (differing_results(results, outputs[0], rule).empty()) return true;
      wrong = step;
      given = inputs[0];
      return false;
    };
    PARTITA_ASSIGN(const std::vector<Tensor> last,
                   step_alone(again->module(), *entry, signature, feeds, fingerprint, watch));
    if (wrong < 0) {
      return base::failure(
          Code::kMismatch,
          "each step gives what one device gives that has the same arguments; the difference has grown "
          "from step to step");
    }
    PARTITA_ASSIGN(HintOptions hints, invocation_.hint_options());
    hints.notes = false;
    EvalOptions how = eval_options_;
    how.random_seed = run::seed_of_step(how.random_seed, wrong);
    PARTITA_ASSIGN(std::optional<Departure> found,
                   run::find_departure({program_, hints, given, how, is_fast(), rule}, progress));
    if (!found) return found;
    found->step = wrong + 1;
    if (found->arguments.empty()) found->arguments = std::move(given);
    return found;
  }

  // The same steps on one device.
  Result<std::vector<Tensor>> step_alone(Module& module, Function& entry, const run::Signature& signature,
                                         const std::vector<Feed>& feeds, const std::string& fingerprint,
                                         const decltype(SteppedRun::watch)& watch = nullptr) {
    LocalProgram whole(module, entry);
    whole.replicas = whole.partitions = 1;
    std::vector<BoundaryValue> arguments, results;
    for (Type type : signature.arguments) arguments.push_back({type, nullptr});
    for (Type type : signature.results) results.push_back({type, nullptr});
    whole.set_boundary(std::move(arguments), std::move(results));
    Diagnostics checks;
    EvalOptions alone = eval_options_;
    alone.deadline_seconds = 0;
    PARTITA_ASSIGN(HintOptions hints, invocation_.hint_options());
    hints.notes = false;
    const std::unique_ptr<StepRunner> runner = run::whole_runner(module, entry, hints, alone, checks);
    PARTITA_ASSIGN(
        StepResults steps,
        run_steps({whole, signature, feeds, *runner, alone, fingerprint, false, false, watch}, invocation_, true));
    return std::move(steps.results);
  }

  // `look` sees the results of the last step, if there was a step to run.
  Status on_steps(const LocalProgram& program, const run::Signature& signature, std::vector<Feed> feeds,
                  const std::string& fingerprint, bool partitioned, int& status,
                  const std::function<void(const std::vector<Tensor>&)>& look = nullptr) {
    Diagnostics checks;
    std::unique_ptr<StepRunner> runner;
    run::EngineRunner* engine = nullptr;
    const PjrtRunner* pjrt = nullptr;
    const bool reference = options_.engine == "reference";
    if (options_.engine == "pjrt") {
      PARTITA_ASSIGN(std::unique_ptr<PjrtRunner> opened, open_plugin(program));
      pjrt = opened.get();
      runner = std::move(opened);
    } else if (reference && crew_ == nullptr) {
      runner = run::reference_runner(program, eval_options_, checks);
    } else {
      PARTITA_ASSIGN(auto made, run::EngineRunner::make(
                                    program, eval_options_, checks,
                                    {reference, !keeps_inputs(options_), options_.profile, !options_.trace.empty()}));
      engine = made.get();
      runner = std::move(made);
    }
    const auto finish = [&](const StepResults& steps) -> Status {
      if (!options_.dump_local.empty()) {
        ByDevice inputs = steps.inputs, outputs = steps.outputs;
        for (int64_t d = 0; d < program.devices(); ++d) {
          if (!program.devices_here().has(d)) inputs[d].clear(), outputs[d].clear();
        }
        PARTITA_CHECK_OK(run::write_device_files(options_.dump_local, inputs, outputs));
      }
      if (!speaks()) return {};
      if (pjrt != nullptr) findings_.runtime = pjrt->usage().to_json();
      findings_.steps = plain_ ? "" : steps_json(steps);
      if (look) look(steps.results);
      PARTITA_ASSIGN(const int finished, finish_results(invocation_, steps.results, findings_));
      if (status == kDone) status = finished;
      return {};
    };
    Result<StepResults> steps = program_.perform("run", [&] {
      return run_steps({program, signature, std::move(feeds), *runner, eval_options_, fingerprint, partitioned, plain_},
                       invocation_, false, finish);
    });
    if (engine != nullptr && speaks()) PARTITA_CHECK_OK(show_engine(engine->runner(), program));
    for (const Diagnostic& d : checks.all()) invocation_.report(d);
    if (checks.has_errors()) status = kCheckFailed;
    if (!steps.ok()) return steps.error();
    if (pjrt != nullptr) print_usage(*pjrt);
    if (steps->steps == 0 && options_.json && speaks()) {  // the checkpoint had all of them
      invocation_.add_json(R"({"results":[],"differences":[],"agrees":null})");
    }
    return {};
  }

  Result<std::unique_ptr<PjrtRunner>> open_plugin(const LocalProgram& program) {
    return program_.perform("run",
                            [&] { return PjrtRunner::open(program, {options_.plugin, options_.plugin_options}); });
  }

  void print_usage(const PjrtRunner& runner) {
    if (options_.verbose) std::fputs(runner.usage().to_string().c_str(), stderr);
  }

  Result<int> run_partitioned(const Module& module, const Function& entry, const Boundary& boundary) {
    if (options_.verify && (!is_fast() || runs_in_steps(options_))) {
      return Error{error_without_place(Code::kUsage,
                                       "this program is partitioned already, so there is no program for one device to "
                                       "verify it with; --expect FILE.npz compares its results, and --engine fast "
                                       "--verify the engine with the evaluator")};
    }
    LocalProgram program(module, entry);
    program.set_boundary(boundary.arguments, boundary.results);
    if (program.devices() % program.places != 0) {
      return Error{error_without_place(
          Code::kDeviceIds,
          fmt::format("the program is for {} devices, but its tensors lie on {}", program.devices(), program.places))};
    }
    if (options_.verbose) std::fputs(summary_of(entry, program.arguments, program.results).c_str(), stderr);
    int status = kDone;
    if (runs_in_steps(options_)) {
      std::vector<Type> results;
      for (const BoundaryValue& value : program.results) results.push_back(value.global);
      const run::Signature signature = run::signature_of(entry, program.global_types(), results);
      PARTITA_CHECK_OK(share(program));
      PARTITA_ASSIGN(std::vector<Feed> feeds, run::find_feeds(signature, options_.feed));
      PARTITA_CHECK_OK(on_steps(program, signature, std::move(feeds), run::program_fingerprint(entry), true, status));
      return status;
    }
    PARTITA_ASSIGN(std::vector<Tensor> arguments,
                   program_.perform("inputs", [&] { return make_arguments(entry, program.global_types(), options_); }));
    ByDevice inputs = program.shards(arguments);
    arguments.clear();
    const ByDevice given = options_.verify ? inputs : ByDevice();
    PARTITA_ASSIGN(const ByDevice outputs, on_devices(program, std::move(inputs), status));
    if (options_.verify) {
      PARTITA_ASSIGN(findings_.verified, with_evaluator(program, given, outputs));
    }
    PARTITA_ASSIGN(const std::vector<Tensor> results, program.assemble(outputs));
    PARTITA_ASSIGN(int finished, finish_results(invocation_, results, findings_));
    return status == kDone ? finished : status;
  }

  // What the engine gave on every device against the evaluator.
  Result<Verification> with_evaluator(const LocalProgram& program, const ByDevice& inputs, const ByDevice& outputs) {
    Verification verified;
    Diagnostics checks;
    PARTITA_ASSIGN(const ByDevice expected, program_.perform("evaluate", [&] {
      return evaluate_on_grid(program.module, program.entry, program.replicas, program.partitions, inputs,
                              eval_options_, checks);
    }));
    const ComparisonRule rule = rule_of(run::rounding_of(program.entry));
    for (size_t i = 0; i < expected[0].size(); ++i) {
      const std::optional<ValueDifference> difference = run::device_difference(outputs, expected, i, rule);
      if (!difference) continue;
      verified.differences.push_back(
          fmt::format("out{} differs from what the evaluator computes, on device {}", i, difference->device));
      invocation_.report(error_without_place(Code::kMismatch, verified.differences.back()), file_);
    }
    if (verified.differences.empty()) {
      invocation_.say(fmt::format("verified: the engine agrees with the evaluator on {} devices", outputs.size()));
    } else {
      find_first_difference(verified, [&](const auto& progress) {
        return run::engine_departure(program, inputs, eval_options_, rule, progress);
      });
    }
    return verified;
  }

  // --local
  Result<int> run_on_files(const Module& module, const Function& entry) {
    LocalProgram program(module, entry);
    const int64_t files = run::count_device_files(options_.local);
    // A program of unknown device count runs on as many devices as have files.
    if (program.devices() == 1 && files > 1) (options_.replica_ids ? program.replicas : program.partitions) = files;
    const std::vector<Type> types = run::argument_types(entry);
    const bool wanted = std::any_of(types.begin(), types.end(), [](Type type) { return type.is_tensor(); });
    if (wanted && files < program.devices()) {
      return Error{error_without_place(
          Code::kBadInput, fmt::format("the program runs on {} devices, but there is no {}", program.devices(),
                                       run::device_file(options_.local, files)))};
    }
    if (options_.verbose) {
      PARTITA_ASSIGN(std::optional<Boundary> boundary, partition::read_boundary(entry));
      if (boundary) program.set_boundary(boundary->arguments, boundary->results);
      std::fputs(summary_of(entry, program.arguments, program.results).c_str(), stderr);
    }
    ByDevice inputs;
    for (int64_t device = 0; device < program.devices(); ++device) {
      inputs.emplace_back();
      if (wanted) {
        PARTITA_ASSIGN(inputs.back(), run::arguments_from_file(module.context(), types, run::argument_names(entry),
                                                               run::device_file(options_.local, device)));
      }
      inputs.back().resize(types.size());  // with tokens where nothing is wanted
    }
    int status = kDone;
    PARTITA_ASSIGN(ByDevice outputs, on_devices(program, std::move(inputs), status));
    for (int64_t device = 0; device < std::min(files, program.devices()); ++device) {
      const std::string file = run::device_file(options_.local, device);
      PARTITA_ASSIGN(std::vector<std::string> differences,
                     compare_with_file(module.context(), outputs[device], file,
                                       ComparisonRule::tolerance(options_.rtol, options_.atol), Missing::kPassedOver));
      for (const std::string& text : differences) {
        Diagnostic d = error_without_place(Code::kMismatch, text);
        d.file = file;
        invocation_.report(d);
        status = kCheckFailed;
      }
    }
    return status;
  }

  Result<std::vector<Tensor>> on_global_tensors(const LocalProgram& program, std::vector<Tensor> arguments,
                                                int& status) {
    ByDevice inputs = program.shards(arguments);
    arguments.clear();
    PARTITA_ASSIGN(ByDevice outputs, on_devices(program, std::move(inputs), status));
    return program.assemble(outputs);
  }

  Result<ByDevice> on_devices(const LocalProgram& program, ByDevice inputs, int& status) {
    ByDevice kept;
    if (!options_.dump_local.empty()) kept = inputs;
    if (options_.engine == "pjrt") return on_plugin(program, std::move(inputs), std::move(kept));
    Diagnostics checks;
    Progress progress(fmt::format("run on {} devices", program.devices()),
                      ops_of(program.entry) * static_cast<double>(program.devices()), "ops", options_.json);
    eval_options_.progress = progress.counter();
    Result<ByDevice> outputs = program_.perform("run", [&]() -> Result<ByDevice> {
      if (options_.engine == "reference") {
        return evaluate_on_grid(program.module, program.entry, program.replicas, program.partitions, std::move(inputs),
                                eval_options_, checks);
      }
      PARTITA_ASSIGN(auto executable,
                     engine::compile(program.module, program.entry, {program.replicas, program.partitions}));
      engine::Runner runner(executable, eval_options_);
      if (options_.profile) runner.time_steps();
      if (!options_.trace.empty()) runner.trace_steps();
      Result<ByDevice> given = runner.run(std::move(inputs), checks);
      PARTITA_CHECK_OK(show_engine(runner, program));
      return given;
    });
    for (const Diagnostic& d : checks.all()) invocation_.report(d);
    if (checks.has_errors()) status = kCheckFailed;
    if (outputs.ok() && !options_.dump_local.empty()) {
      PARTITA_CHECK_OK(run::write_device_files(options_.dump_local, kept, *outputs));
    }
    return outputs;
  }

  Result<ByDevice> on_plugin(const LocalProgram& program, ByDevice inputs, const ByDevice& kept) {
    PARTITA_ASSIGN(const std::unique_ptr<PjrtRunner> runner, open_plugin(program));
    PARTITA_ASSIGN(ByDevice outputs, program_.perform("run", [&] { return runner->run(0, std::move(inputs)); }));
    print_usage(*runner);
    findings_.runtime = runner->usage().to_json();
    if (!options_.dump_local.empty()) {
      PARTITA_CHECK_OK(run::write_device_files(options_.dump_local, kept, outputs));
    }
    return outputs;
  }

  // What --timing, --profile and --trace ask for.
  Status show_engine(const engine::Runner& runner, const LocalProgram& program) {
    PARTITA_CHECK_OK(show_profile(runner.profile(), options_));
    if (!options_.profile) return {};
    PARTITA_ASSIGN(const Hardware cpu, cost::load_hardware("cpu"));
    const Memory memory = cost::memory_of(program.entry, cpu.compiler);
    std::fprintf(stderr, "memory: a device keeps %s beside arguments and results; by the model %s\n",
                 cost::bytes_text(static_cast<double>(runner.arena_bytes())).c_str(),
                 cost::bytes_text(memory.temporaries).c_str());
    return {};
  }

  ComparisonRule rule_of(const run::Rounding& rounding) const {
    ComparisonRule rule = ComparisonRule::tolerance(options_.rtol, options_.atol);
    rule.narrowest = rounding.narrowest;
    rule.growth = rounding.growth;
    return rule;
  }

  // With one device.
  Verification agree(const std::vector<Tensor>& results, const std::vector<Tensor>& expected,
                     const ComparisonRule& rule) {
    Verification verified{differing_results(results, expected, rule), ""};
    for (const std::string& text : verified.differences) {
      invocation_.report(error_without_place(Code::kMismatch, text), file_);
    }
    if (verified.differences.empty()) {
      invocation_.say(fmt::format("verified: {} results agree with one device", results.size()));
    }
    return verified;
  }

  Invocation& invocation_;
  const Options& options_;
  Compilation& program_;
  const std::string& file_;
  const Hardware& hardware_;
  const Budget& budget_;
  Crew* const crew_;  // the other ranks; null where there are none
  const bool plain_;  // no steps were asked for
  EvalOptions eval_options_;
  Findings findings_;
};

}  // namespace

int run_verb(const Options& given) {
  Options options = given;
  Result<std::unique_ptr<Crew>> joined = Crew::join(options);
  if (!joined.ok()) {
    Invocation(options).report(joined.error().diagnostic, "command line");
    return kUserError;
  }
  Crew* const crew = joined->get();
  const bool plain = crew != nullptr && !options.steps;
  if (plain) {  // one step: no rank has whole arrays
    options.steps = 1;
    options.feed = {"none"};
  }
  const auto done = [&](int status) { return crew != nullptr ? crew->finish(status) : status; };
  if (const std::optional<uint64_t> seed = seed_of_resumed(given)) options.random_seed = seed;
  if (options.engine == "pjrt") options.replica_ids = true;  // XLA partitions again what has partitions
  Invocation invocation(options);
  const auto refuse = [&](const char* why) { return done(invocation.refuse(base::failure(Code::kUsage, why))); };
  if ((options.engine == "pjrt") == options.plugin.empty())
    return refuse("--engine pjrt and --plugin F.so go together");
  if ((options.profile || !options.trace.empty()) && !options.engine.empty() && options.engine != "fast") {
    return refuse("--profile and --trace are of --engine fast");
  }
  Result<Limits> limits = limits_of(invocation);
  if (!limits.ok()) {
    invocation.report(limits.error().diagnostic, "command line");
    return done(invocation.finish(kUserError));
  }
  int status = kDone;
  for (const std::string& file : options.files) {
    Invocation::Programs programs;
    const bool could = invocation.read(file, Goal::kExecute, programs);
    if (!could) status = kUserError;
    if (crew != nullptr && !crew->all_could(could)) return done(kUserError);
    for (std::unique_ptr<Compilation>& program : programs) {
      Result<int> result = Running(invocation, *program, file, *limits->hardware, limits->budget, crew, plain).run();
      if (!result.ok()) {
        const Diagnostic d = std::move(result).error().diagnostic;
        crew != nullptr ? crew->report(invocation, d, file) : invocation.report(d, file);
        // The deadline is a budget the run went over, and --check-nans a check; all else is a mistake in what was
        // given.
        result = d.code == Code::kDeadline || d.code == Code::kCheckFailed ? kCheckFailed : kUserError;
      }
      if (status == kDone) status = *result;
    }
  }
  return done(invocation.finish(status));
}

}  // namespace partita::core::tools
