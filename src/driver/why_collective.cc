#include "driver/why_collective.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>

#include "complete/find_values.h"
#include "complete/why.h"
#include "cost/report_rows.h"
#include "driver/collective_causes.h"
#include "driver/hint_candidates.h"
#include "driver/plan_listing.h"
#include "driver/two_sides.h"
#include "ir/shown.h"

namespace partita::core::driver {
Result<std::vector<const Collective*>> find_collectives(const CostReport& report, std::string_view name) {
  std::vector<const Collective*> found;
  auto number_in = [](std::string_view text) {
    int number = -1;
    auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() && end == text.data() + text.size() ? number : -1;
  };
  const size_t colon = name.rfind(':');
  const int line = colon != std::string_view::npos ? number_in(name.substr(colon + 1)) : -1;
  for (const CollectiveRow& row : collective_rows(report)) {
    const std::string_view own = row.name, bare = own.substr(std::min<size_t>(own.size(), 1));
    const std::string_view kind = cost::collective_name(row.collective->op->kind());
    const bool named = complete::matches_glob(name, kind) ||
                       complete::matches_glob(name, fmt::format("#{}", row.number)) ||
                       (!own.empty() && (complete::matches_glob(name, own) || complete::matches_glob(name, bare)));
    if (named || (line > 0 && row.line == line)) {
      found.push_back(row.collective);
    }
  }
  if (!found.empty()) return found;
  Diagnostic d =
      error_without_place(Code::kNoSuchValue, fmt::format("no collective is called '{}'; it may be #1 to #{}, a name "
                                                          "or a kind with * and ?, or FILE:LINE where it comes "
                                                          "from",
                                                          name, report.wire.collectives.size()));
  d.file = report.file;
  return Error{d};
}

namespace {

// How many sets of hints are tried for one collective: fewer where a program is large.
int most_trials(const Function& entry) {
  int ops = 0;
  walk(entry.body(), [&](const Op&) { ++ops; });
  return std::clamp(30'000 / std::max(ops, 1), 8, 40);
}

class Explainer {
 public:
  Explainer(HintTrials& trials, const CostReport& report)
      : trials_(trials),
        compilation_(trials.compilation()),
        completion_(compilation_.completion()),
        report_(report),
        label_(compilation_.options().hints.hint_label) {}

  WhyCollective explain(const Collective& collective) {
    for (const CollectiveRow& row : collective_rows(report_)) {
      if (row.collective != &collective) continue;
      out_.number = static_cast<int>(row.number);
      out_.text =
          fmt::format("#{} {}{}{}: {} on each device, {}\n", row.number, cost::collective_name(collective.op->kind()),
                      collective.group->along.empty() ? "" : " " + collective.group->along,
                      row.name.empty() ? "" : " " + row.name, cost::bytes_text(collective.bytes),
                      cost::seconds_text(collective.times * report_.collective_seconds.at(collective.op).seconds));
    }
    const CollectiveCauses causes(compilation_.partitioned());
    out_.sentence = causes.sentence(*collective.op);
    if (out_.sentence.empty()) {
      out_.none = "nothing is known of what it is for: a pass has made it of others";
      out_.text += "  " + out_.none + "\n";
      return std::move(out_);
    }
    out_.text += "  " + out_.sentence + "\n";
    const Reason& reason = *causes.of(*collective.op);
    if (reason.op != nullptr) out_.text += op_in_words(compilation_, *reason.op, "  ");
    if (reason.value != nullptr && reason.from != nullptr) {
      out_.more = two_sides(compilation_, reason);
      for (const std::string& line : out_.more) out_.text += "  " + line + "\n";
      where_from(reason);
    }
    if (reason.op->kind() == collective.op->kind()) {
      out_.none = "the program itself has it, so that no hint would change it";
    } else {
      try_hints(collective, reason);
    }
    if (out_.proposals.empty()) out_.text += "  no hint is proposed: " + out_.none + "\n";
    return std::move(out_);
  }

 private:
  // The chain of hints and ops along which completion gave the value its axes.
  void where_from(const Reason& reason) {
    const Value& value = *reason.value;
    if (!value.type().is_tensor() || completion_.sharding_of(&value) == nullptr) return;
    // Of what no axis divides there is no chain, and the sides have said why it is whole.
    const bool no_axis = !out_.more.empty() && completion_.sharding_of(&value)->is_replicated();
    const std::string chain =
        no_axis ? "" : why(compilation_.module(), compilation_.entry(), completion_, {&value, -1});
    size_t start = 0;
    while (start < chain.size()) {
      const size_t end = chain.find('\n', start);
      out_.text += "  " + chain.substr(start, end - start) + "\n";
      start = end + 1;
    }
    if (*completion_.sharding_of(&value) != *reason.from && *completion_.sharding_of(&value) != *reason.to) {
      out_.text += "  by cost it is stored otherwise than hints alone would have it\n";
    }
  }

  // --- hints

  struct Candidate {
    std::string hint;
    double worth = 0;  // relative(): the less the better
  };

  // Of the program's ends, the nearest first; then the best two of different ends together, as one hint alone often
  // only moves a collective to the next op.
  void try_hints(const Collective& collective, const Reason& reason) {
    if (reason.value != nullptr && reason.from != nullptr) direct_hints(reason);
    const int most = most_trials(compilation_.entry());
    std::vector<Candidate> fair;
    std::string searched;
    const Value* start = reason.value != nullptr        ? reason.value
                         : reason.op->num_results() > 0 ? reason.op->result(0)
                                                        : nullptr;
    std::vector<std::vector<std::string>> hints;
    if (start != nullptr) {
      for (const ProgramEnd& end : ends_around(compilation_.entry(), *start, kMostEnds)) {
        hints.push_back(hints_on_end(compilation_, end, axes_of(collective, reason)));
        if (!hints.back().empty()) searched += fmt::format("{}{}", searched.empty() ? "" : ", ", end.name());
      }
    }
    // The first of each end, the second of each, …: no end takes all trials.
    for (size_t k = 0; tried_ < most; ++k) {
      bool any = false;
      for (const std::vector<std::string>& of_end : hints) {
        if (k >= of_end.size() || tried_ >= most) continue;
        any = true;
        const HintTrial& trial = tried({of_end[k]}, reason);
        if (trial.compiles) fair.push_back({of_end[k], relative(trial.figures, trials_.before().figures)});
      }
      if (!any) break;
    }
    std::stable_sort(fair.begin(), fair.end(),
                     [](const Candidate& a, const Candidate& b) { return a.worth < b.worth; });
    if (fair.size() > kMostPaired) fair.resize(kMostPaired);
    for (size_t i = 0; i < fair.size(); ++i) {
      for (size_t j = i + 1; j < fair.size(); ++j) {
        if (end_of(fair[i].hint) != end_of(fair[j].hint)) tried({fair[i].hint, fair[j].hint}, reason);
      }
    }
    finish(searched);
  }

  static std::string_view end_of(std::string_view hint) { return hint.substr(0, hint.find('=')); }

  // Those the collective runs along, or in a program where they are not known all.
  std::vector<int> axes_of(const Collective& collective, const Reason& reason) const {
    const Mesh& mesh = *completion_.meshes().main();
    std::vector<int> axes;
    for (const std::string& name : collective.group->axes) {
      if (const std::optional<int> axis = mesh.axis_index(name)) axes.push_back(*axis);
    }
    if (axes.empty() && reason.from != nullptr) {
      for (const AxisRef& ref : reason.from->sharded_axes()) axes.push_back(ref.axis);
    }
    for (int i = 0; axes.empty() && i < mesh.axis_count(); ++i) axes.push_back(i);
    return axes;
  }

  const HintTrial& tried(std::vector<std::string> hints, const Reason& reason) {
    ++tried_;
    const HintTrial& trial = trials_.with(std::move(hints));
    if (!trial.compiles) return trial;
    const StepFigures& before = trials_.before().figures;
    if (best_ == nullptr || relative(trial.figures, before) < relative(best_->figures, before)) best_ = &trial;
    const double own = own_bytes(trials_.before(), reason), now = own_bytes(trial, reason);
    if (now >= own * 0.999 || !lowers(trial.figures, before)) return trial;
    out_.proposals.push_back({trial.hints, before, trial.figures, now == 0});
    return trial;
  }

  // What is sent for the reason's op and for its value, whichever op asks for it.
  static double own_bytes(const HintTrial& trial, const Reason& reason) {
    double bytes = 0;
    if (auto at = trial.bytes_for_op.find(reason.op->offset()); at != trial.bytes_for_op.end()) bytes += at->second;
    const Op* made = reason.value != nullptr ? reason.value->op() : nullptr;
    if (made == nullptr || made == reason.op) return bytes;
    if (auto at = trial.bytes_of_value.find(made->offset()); at != trial.bytes_of_value.end()) bytes += at->second;
    return bytes;
  }

  // --- hints on the value itself

  void direct_hints(const Reason& reason) {
    consider(*reason.value, *reason.to);
    consider(*reason.value, *reason.from);
    scattered(*reason.value, reason);
    for (DirectHint& direct : out_.trials) {
      const HintTrial& trial = tried({fmt::format("{}={}", direct.name, hint_spelling(direct.sharding))}, reason);
      direct.compiles = trial.compiles;
      direct.avoids = trial.compiles && trial.reasons.count(reason_key(reason)) == 0;
      direct.bytes = trial.figures.bytes;
      direct.peak = trial.figures.memory;
    }
  }

  // An unreduced value may be kept divided along its axes, on each of its dimensions.
  void scattered(const Value& value, const Reason& reason) {
    const AxisRefs& pending = reason.from->unreduced_axes();
    for (int d = 0; !pending.empty() && d < reason.to->rank(); ++d) {
      Sharding::Spec spec = reason.to->spec();
      AxisRefs& axes = spec.dims[d].axes;
      axes.insert(axes.end(), pending.begin(), pending.end());
      Result<Sharding> made = Sharding::make(reason.to->mesh_ptr(), std::move(spec));
      if (made.ok() && value.type().dim(d) % made->shard_count(d) == 0) consider(value, *made);
    }
  }

  void consider(const Value& value, const Sharding& sharding) {
    if (completion_.sharding_of(&value) != nullptr && *completion_.sharding_of(&value) == sharding)
      return;  // it is so already
    if (!sharding.unreduced_axes().empty() || !sharding.manual_axes().empty() || sharding.is_maximal()) return;
    if (!same_mesh(sharding.mesh_ptr(), completion_.meshes().main())) return;
    const std::string name = complete::hint_name(compilation_.module(), compilation_.entry(), value);
    const bool known = std::any_of(out_.trials.begin(), out_.trials.end(),
                                   [&](const DirectHint& other) { return other.sharding == sharding; });
    if (!name.empty() && !known) out_.trials.push_back({name, sharding});
  }

  // --- what is said

  // The best few; of equal ones that with fewer hints.
  void finish(const std::string& searched) {
    std::stable_sort(out_.proposals.begin(), out_.proposals.end(), [](const Proposal& a, const Proposal& b) {
      const double of_a = relative(a.after, a.before), of_b = relative(b.after, b.before);
      return std::pair(of_a, a.hints.size()) < std::pair(of_b, b.hints.size());
    });
    // What a single hint does, a pair need not say again.
    std::vector<Proposal> kept;
    for (Proposal& proposal : out_.proposals) {
      const bool said = std::any_of(kept.begin(), kept.end(), [&](const Proposal& other) {
        return other.hints == proposal.hints ||
               relative(other.after, other.before) <= relative(proposal.after, proposal.before) * 1.0001;
      });
      if (kept.empty() || (!said && kept.size() < kMostProposals) ||
          (kept.size() < kMostProposals && differs(kept, proposal)))
        kept.push_back(std::move(proposal));
    }
    out_.proposals = std::move(kept);
    for (const Proposal& proposal : out_.proposals) {
      std::string options;
      for (const std::string& hint : proposal.hints) options += fmt::format(" {} '{}'", label_, hint);
      // It may be paid for by other collectives, and gain something else.
      const double more = proposal.after.bytes - proposal.before.bytes, rounding = 1e-3 * proposal.before.bytes;
      const std::string_view others = more > rounding    ? ", others more"
                                      : more > -rounding ? ", others as much more"
                                                         : "";
      out_.text += fmt::format("  with{} it {}{}; {}\n", options, proposal.avoids ? "is gone" : "sends less", others,
                               comparison_text(proposal.after, proposal.before));
    }
    if (!out_.proposals.empty()) return;
    if (tried_ == 0) {
      out_.none = "no argument or result has to do with it whose dimensions its axes divide evenly";
      return;
    }
    out_.none = fmt::format("{} {} tried{}, and none both lessens it and lowers what the program sends, takes or needs",
                            tried_, tried_ == 1 ? "hint was" : "hints, alone and in pairs, were",
                            searched.empty() ? "" : " on " + searched);
    if (best_ != nullptr && lowers(best_->figures, trials_.before().figures)) {
      out_.none +=
          fmt::format("; it stays where the program gains most, with {} '{}'", label_, fmt::join(best_->hints, "', '"));
    }
  }

  // Better in something than all that are kept.
  static bool differs(const std::vector<Proposal>& kept, const Proposal& proposal) {
    return std::all_of(kept.begin(), kept.end(),
                       [&](const Proposal& other) { return lowers(proposal.after, other.after); });
  }

  static constexpr size_t kMostEnds = 6;
  static constexpr size_t kMostPaired = 4;
  static constexpr size_t kMostProposals = 3;

  HintTrials& trials_;
  const Compilation& compilation_;
  const Completion& completion_;
  const CostReport& report_;
  const std::string_view label_;
  WhyCollective out_;
  int tried_ = 0;
  const HintTrial* best_ = nullptr;
};

}  // namespace

WhyCollective why_collective(HintTrials& trials, const CostReport& report, const Collective& collective) {
  return Explainer(trials, report).explain(collective);
}

WhyCollective why_collective(const Compilation& compilation, const CostReport& report, const Collective& collective,
                             const std::function<void(Compilation&)>& imported) {
  HintTrials trials(compilation, report, imported);
  return why_collective(trials, report, collective);
}

}  // namespace partita::core::driver
