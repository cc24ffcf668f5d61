// partita eval: runs programs on one device with the reference evaluator.
#include <functional>

#include "base/maps.h"
#include "engine/execute.h"
#include "eval/evaluate.h"
#include "ir/names.h"
#include "run/arguments.h"
#include "tools/running.h"

namespace partita::core::tools {
namespace {

// Functions that an op of another one runs on devices of its own: interpreter.run_parallel.
TextSet run_by_others(const Module& module) {
  TextSet names;
  std::function<void(Attr)> add = [&](Attr attr) {
    if (attr.is(AttrKind::kSymbol)) names.insert(attr.text());
    for (Attr element : attr.elements()) add(element);
  };
  for (const Function* function : module.functions()) {
    walk(function->body(), [&](const Op& op) {
      for (const KeyedAttr& attr : op.attrs()) add(attr.value);
    });
  }
  return names;
}

class Evaluation {
 public:
  Evaluation(Invocation& invocation, const Options& options) : invocation_(invocation), options_(options) {}

  Result<int> run(Compilation& program) {
    Module& module = program.module();
    state_devices(module, options_);
    // Several functions and no @main: each for itself, as StableHLO's interpreter does with files of tests. Files of
    // inputs and results belong to one function.
    const bool one = !options_.entry.empty() || module.entry() != nullptr || module.functions().empty() ||
                     !options_.inputs.empty() || !options_.outputs.empty() || !options_.expect.empty();
    if (one) {
      PARTITA_ASSIGN(const Function* entry, program.find_entry());
      return run(program, *entry);
    }
    int status = kDone;
    const TextSet programs = run_by_others(module);
    for (const Function* function : module.functions()) {
      if (programs.contains(function->name().text())) continue;
      PARTITA_ASSIGN(int own, run(program, *function));
      if (status == kDone) status = own;
    }
    return status;
  }

 private:
  Result<int> run(Compilation& program, const Function& entry) {
    Module& module = program.module();
    PARTITA_ASSIGN(std::vector<Tensor> arguments, program.perform("inputs", [&] {
      return make_arguments(entry, run::argument_types(entry), options_);
    }));
    PARTITA_ASSIGN(EvalOptions eval_options, make_eval_options(module.context(), options_));
    Progress progress(module.source() ? module.source()->name() : "eval", ops_of(entry), "ops", options_.json);
    eval_options.progress = progress.counter();
    Diagnostics failed_checks;
    Result<std::vector<Tensor>> results = program.perform("evaluate", [&]() -> Result<std::vector<Tensor>> {
      if (options_.engine != "fast") {
        return evaluate(module, entry, std::move(arguments), eval_options, failed_checks);
      }
      return engine::run_alone(module, entry, std::move(arguments), eval_options, failed_checks);
    });
    for (const Diagnostic& d : failed_checks.all()) invocation_.report(d);
    if (!results.ok()) return std::move(results).error();
    PARTITA_ASSIGN(int status, finish_results(invocation_, *results));
    return failed_checks.has_errors() ? kCheckFailed : status;
  }

  Invocation& invocation_;
  const Options& options_;
};

}  // namespace

int run_eval(const Options& options) {
  Invocation invocation(options);
  int status = kDone;
  for (const std::string& file : options.files) {
    Invocation::Programs programs;
    if (!invocation.read(file, Goal::kEvaluate, programs)) status = kUserError;
    for (std::unique_ptr<Compilation>& program : programs) {
      Result<int> result = Evaluation(invocation, options).run(*program);
      if (!result.ok()) {
        invocation.report(std::move(result).error().diagnostic, file);
        status = kUserError;
      } else if (status == kDone) {
        status = *result;
      }
    }
  }
  return invocation.finish(status);
}

}  // namespace partita::core::tools
