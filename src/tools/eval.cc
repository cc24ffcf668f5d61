// partita eval: runs programs on one device with the reference evaluator.
#include "eval/evaluate.h"
#include "ir/names.h"
#include "run/arguments.h"
#include "tools/running.h"

namespace partita {
namespace {

class Evaluation {
 public:
  Evaluation(Invocation& invocation, const Options& options) : invocation_(invocation), options_(options) {}

  Result<int> run(Compilation& program) {
    Module& module = program.module();
    say_devices(module, options_);
    PARTITA_ASSIGN(const Function* entry, program.find_entry());
    PARTITA_ASSIGN(std::vector<Tensor> arguments, make_arguments(argument_types(*entry), options_));
    PARTITA_ASSIGN(EvalOptions eval_options, make_eval_options(module.context(), options_));
    Progress progress(module.source() ? module.source()->name() : "eval");
    eval_options.progress = progress.counter();
    Diagnostics failed_checks;
    Result<std::vector<Tensor>> results = program.perform(
        "evaluate", [&] { return evaluate(module, *entry, std::move(arguments), eval_options, failed_checks); });
    for (const Diagnostic& d : failed_checks.all()) invocation_.say(d);
    if (!results.ok()) return std::move(results).error();
    PARTITA_ASSIGN(int status, finish_results(invocation_, *results));
    return failed_checks.has_errors() ? kCheckFailed : status;
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
    Invocation::Programs programs;
    if (!invocation.read(file, Goal::kEvaluate, programs)) status = kUserError;
    for (std::unique_ptr<Compilation>& program : programs) {
      Result<int> result = Evaluation(invocation, options).run(*program);
      if (!result.ok()) {
        invocation.say(std::move(result).error().diagnostic, file);
        status = kUserError;
      } else if (status == kDone) {
        status = *result;
      }
    }
  }
  return invocation.finish(status);
}

}  // namespace partita
