// partita suggest: hints that would help programs, tried, with what each gains.
#include "driver/suggest.h"

#include "tools/budgets.h"
#include "tools/costed_program.h"

namespace partita::core::tools {
namespace {

class Suggesting {
 public:
  explicit Suggesting(Invocation& invocation, const Hardware& hardware)
      : invocation_(invocation), options_(invocation.options()), hardware_(hardware) {}

  // Errors of the compilation are reported there; `status` is theirs.
  Status add(std::unique_ptr<Compilation> given, const std::string& file, int& status) {
    CostedProgram program;
    PARTITA_CHECK_OK(make_local(invocation_, std::move(given), program, status));
    if (status != kDone) return {};
    if (!program.partitioned_here) {
      return Error{
          error_without_place(Code::kUsage,
                              "this program is partitioned already, or has neither hints nor a mesh: give --mesh "
                              "and a hint or a --recipe to begin with")};
    }
    PARTITA_ASSIGN(const CostReport report, cost_of_program(program, file, hardware_, false));
    driver::HintTrials trials(*program.compilation, report);
    driver::SuggestOptions how;
    how.most = static_cast<int>(options_.top);
    how.seconds = options_.seconds;
    Progress progress(shown_path(file), 0, "sets of hints", options_.json);
    how.progress = [&](int tried, int planned) { progress.set(tried, planned); };
    found_.push_back(suggest(trials, report, how));
    return {};
  }

  Status write() {
    if (options_.json) return invocation_.write(options_.output, driver::suggestions_json(found_));
    std::string text;
    for (const Suggestions& one : found_) text += driver::suggestions_text(one, "--shard");
    return invocation_.write(options_.output, text);
  }

 private:
  Invocation& invocation_;
  const Options& options_;
  const Hardware& hardware_;
  std::vector<Suggestions> found_;
};

}  // namespace

int run_suggest(const Options& options) {
  Invocation invocation(options);
  auto fail = [&](const Diagnostic& d, const std::string& file) {
    invocation.report(d, file);
    return invocation.finish(kUserError);
  };
  Result<Limits> limits = limits_of(invocation);
  if (!limits.ok()) return fail(limits.error().diagnostic, "command line");
  Suggesting suggesting(invocation, *limits->hardware);
  for (const std::string& file : options.files) {
    Invocation::Programs programs;
    if (!invocation.read(file, Goal::kExecute, programs)) return invocation.finish(kUserError);
    for (std::unique_ptr<Compilation>& program : programs) {
      int status = kDone;
      Status added = suggesting.add(std::move(program), file, status);
      if (!added.ok()) return fail(added.error().diagnostic, file);
      if (status != kDone) return invocation.finish(status);
    }
  }
  if (Status written = suggesting.write(); !written.ok())
    return fail(written.error().diagnostic, options.files.front());
  return invocation.finish(kDone);
}

}  // namespace partita::core::tools
