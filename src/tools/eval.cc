// partita eval: runs programs on one device with the reference evaluator.
#include "eval/evaluate.h"
#include "ir/names.h"
#include "run/arguments.h"
#include "tools/stages.h"

namespace partita {
namespace {

class Evaluation {
 public:
  Evaluation(Invocation& invocation, const Options& options) : invocation_(invocation), options_(options) {}

  Result<int> run(Module& module) {
    if (options_.devices > 0 && !module.extra(hlo_names::kNumPartitions)) {
      module.set_extra(hlo_names::kNumPartitions, module.context().integer(options_.devices, "i32"));
    }
    PARTITA_ASSIGN(const Function* entry, find_entry(module, options_.entry));
    PARTITA_ASSIGN(std::vector<Tensor> arguments, make_arguments(argument_types(*entry), options_));
    PARTITA_ASSIGN(EvalOptions eval_options, make_eval_options(module.context(), options_));
    Progress progress(module.source() ? module.source()->name() : "eval");
    eval_options.progress = progress.counter();
    Diagnostics failed_checks;
    Result<std::vector<Tensor>> results = invocation_.pass(
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
