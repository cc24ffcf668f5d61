// partita cost: what a device does, sends and holds. A program with hints is completed and partitioned first; one that
// is partitioned already, by whomever, is taken as it is.
#include <deque>

#include "driver/why_collective.h"
#include "tools/budgets.h"
#include "tools/costed_program.h"

namespace partita::core::tools {
namespace {

class Costing {
 public:
  Costing(Invocation& invocation, Hardware hardware, Budget budget)
      : invocation_(invocation),
        options_(invocation.options()),
        hardware_(std::move(hardware)),
        budget_(std::move(budget)) {}

  // Errors of the compilation are reported there; `status` is theirs.
  Status add(std::unique_ptr<Compilation> given, const std::string& file, int& status) {
    CostedProgram& program = programs_.emplace_back();
    PARTITA_CHECK_OK(make_local(invocation_, std::move(given), program, status));
    if (status != kDone) return {};
    const bool with_causes = options_.json || !budget_.empty();
    PARTITA_ASSIGN(CostReport report, cost_of_program(program, file, hardware_, with_causes));
    reports_.push_back(std::move(report));
    return {};
  }

  int check_budgets() {
    int status = kDone;
    for (const CostReport& report : reports_) status = std::max(status, check_budget(invocation_, report, budget_));
    return status;
  }

  // --why: a name is looked for in every program.
  Status explain() {
    std::vector<WhyCollective> whys;
    Progress progress("hints are tried", 0, "collectives", options_.json);
    std::deque<driver::HintTrials> trials;  // of each program: what was tried for one collective is known for others
    for (size_t i = 0; i < reports_.size(); ++i) {
      if (programs_[i].partitioned_here) trials.emplace_back(*programs_[i].compilation, reports_[i]);
    }
    for (const std::string& name : options_.why) {
      size_t next = 0;
      for (size_t i = 0; i < reports_.size(); ++i) {
        PARTITA_ASSIGN(std::vector<const Collective*> found, driver::find_collectives(reports_[i], name));
        const CostedProgram& costed = programs_[i];
        if (!costed.partitioned_here) {
          return Error{error_without_place(
              Code::kUsage,
              "this program was partitioned before, so nothing is known of what its collectives are for; "
              "--why explains those of a program that is partitioned here")};
        }
        driver::HintTrials& tried = trials[next++];
        const int64_t total = std::ssize(whys) + std::ssize(found);
        for (const Collective* collective : found) {
          progress.set(std::ssize(whys), total);
          whys.push_back(why_collective(tried, reports_[i], *collective));
        }
      }
    }
    std::string text;
    for (const WhyCollective& why : whys) text += why.text;
    return invocation_.write(options_.output, options_.json ? driver::why_json(whys) : text);
  }

  Status write() {
    std::string text;
    if (options_.json) {
      text = report_json(reports_);
    } else {
      for (const CostReport& report : reports_)
        text += (text.empty() ? "" : "\n") + report_table(report, {static_cast<size_t>(options_.top)});
      if (reports_.size() > 1) text += "\n" + comparison_table(reports_);
    }
    return invocation_.write(options_.output, text);
  }

 private:
  Invocation& invocation_;
  const Options& options_;
  Hardware hardware_;
  Budget budget_;
  std::deque<CostedProgram> programs_;
  std::vector<CostReport> reports_;
};

}  // namespace

int run_cost(const Options& options) {
  Invocation invocation(options);
  auto fail = [&](const Diagnostic& d, const std::string& file) {
    invocation.report(d, file);
    return invocation.finish(kUserError);
  };
  Result<Limits> limits = limits_of(invocation);
  if (!limits.ok()) return fail(limits.error().diagnostic, "command line");
  Costing costing(invocation, *limits->hardware, std::move(limits->budget));
  for (const std::string& file : options.files) {
    Invocation::Programs programs;
    if (!invocation.read(file, Goal::kExecute, programs)) return invocation.finish(kUserError);
    for (std::unique_ptr<Compilation>& program : programs) {
      int status = kDone;
      Status added = costing.add(std::move(program), file, status);
      if (!added.ok()) return fail(added.error().diagnostic, file);
      if (status != kDone) return invocation.finish(status);
    }
  }
  Status written = options.why.empty() ? costing.write() : costing.explain();
  if (!written.ok()) return fail(written.error().diagnostic, options.files.front());
  return invocation.finish(costing.check_budgets());
}

}  // namespace partita::core::tools
