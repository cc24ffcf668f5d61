#include "driver/suggest.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <map>

#include "cost/units.h"
#include "driver/hint_candidates.h"

namespace partita::core::driver {
namespace {

constexpr size_t kMostPaired = 8;

class Search {
 public:
  Search(HintTrials& trials, const CostReport& report, const SuggestOptions& options)
      : trials_(trials), compilation_(trials.compilation()), options_(options) {
    out_.file = report.file;
    out_.before = trials.before().figures;
  }

  Suggestions run() {
    begun_ = std::chrono::steady_clock::now();
    find_candidates();
    planned_ = static_cast<int>(candidates_.size() + kMostPaired * (kMostPaired - 1) / 2);
    for (size_t i = 0; i < candidates_.size(); ++i) {
      if (is_late()) {
        out_.left_out = fmt::format("after {:.0f} s: {} of {} single hints, and all pairs", options_.seconds,
                                    candidates_.size() - i, candidates_.size());
        break;
      }
      attempt({candidates_[i].hint});
    }
    if (out_.left_out.empty()) try_pairs();
    pick();
    out_.tried = tried_;
    return std::move(out_);
  }

 private:
  struct Candidate {
    std::string hint;
    double bytes = 0;  // of the tensors it is about: the largest first
  };

  bool is_late() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begun_).count() > options_.seconds;
  }

  // Arguments of one type are mostly a weight and what an optimizer remembers of it, or weights of one kind: one hint
  // for all of them, besides one for each where they are few.
  void find_candidates() {
    const Function& entry = compilation_.entry();
    std::vector<int> axes;
    for (int i = 0; i < compilation_.completion().meshes().main()->axis_count(); ++i) axes.push_back(i);
    std::map<std::string, std::vector<int>> by_type;
    for (int i = 0; i < entry.num_arguments(); ++i) {
      const Type type = entry.argument(i)->type();
      if (type.is_tensor() && type.rank() > 0) by_type[type.to_string()].push_back(i);
    }
    for (const auto& [type, arguments] : by_type) {
      double bytes = 0;
      for (int i : arguments) {
        bytes += static_cast<double>(entry.argument(i)->type().byte_size());
      }
      const ProgramEnd first{entry.argument(arguments[0]), arguments[0]};
      for (const std::string& hint : hints_on_end(compilation_, first, axes)) {
        if (arguments.size() > 1) {
          candidates_.push_back({type + hint.substr(hint.find('=')), bytes});
        } else {
          candidates_.push_back({hint, bytes});
        }
      }
      constexpr size_t kFew = 4;
      if (arguments.size() < 2 || arguments.size() > kFew) continue;
      for (int i : arguments) {
        for (const std::string& hint : hints_on_end(compilation_, {entry.argument(i), i}, axes)) {
          candidates_.push_back({hint, bytes / static_cast<double>(arguments.size())});
        }
      }
    }
    std::stable_sort(candidates_.begin(), candidates_.end(),
                     [](const Candidate& a, const Candidate& b) { return a.bytes > b.bytes; });
  }

  void attempt(std::vector<std::string> hints) {
    if (options_.progress) options_.progress(tried_, planned_);
    ++tried_;
    const HintTrial& trial = trials_.with(std::move(hints));
    if (trial.compiles && lowers(trial.figures, out_.before)) good_.push_back(&trial);
  }

  double worth(const HintTrial& trial) const { return relative(trial.figures, out_.before); }
  void sort_good() {
    std::stable_sort(good_.begin(), good_.end(),
                     [&](const HintTrial* a, const HintTrial* b) { return worth(*a) < worth(*b); });
  }

  static std::string_view name_in(std::string_view hint) { return hint.substr(0, hint.find('=')); }

  void try_pairs() {
    sort_good();
    std::vector<const HintTrial*> singles = good_;
    if (singles.size() > kMostPaired) singles.resize(kMostPaired);
    int left = 0;
    for (size_t i = 0; i < singles.size(); ++i) {
      for (size_t j = i + 1; j < singles.size(); ++j) {
        if (name_in(singles[i]->hints[0]) == name_in(singles[j]->hints[0])) continue;
        if (is_late()) {
          ++left;
          continue;
        }
        attempt({singles[i]->hints[0], singles[j]->hints[0]});
      }
    }
    out_.left_out = fmt::format(
        "{}pairs of other than the best {} single hints, three hints at once, and hints on values "
        "between arguments and results",
        left > 0 ? fmt::format("{} pairs after {:.0f} s, ", left, options_.seconds) : "", kMostPaired);
  }

  // The best by everything together; then what is best by time, bytes or memory alone.
  void pick() {
    sort_good();
    std::vector<const HintTrial*> chosen;
    auto choose = [&](const HintTrial* trial) {
      const auto same = [&](const HintTrial* other) {  // often one is the other with two dimensions exchanged
        return other->figures.bytes == trial->figures.bytes && other->figures.seconds == trial->figures.seconds &&
               other->figures.memory == trial->figures.memory;
      };
      if (std::none_of(chosen.begin(), chosen.end(), same)) chosen.push_back(trial);
    };
    auto least = [&](double StepFigures::* what) {
      const auto at = std::min_element(good_.begin(), good_.end(), [&](const HintTrial* a, const HintTrial* b) {
        return a->figures.*what < b->figures.*what;
      });
      if (at != good_.end() && (*at)->figures.*what < out_.before.*what * 0.999) choose(*at);
    };
    least(&StepFigures::seconds);
    least(&StepFigures::bytes);
    least(&StepFigures::memory);
    for (const HintTrial* trial : good_) {
      if (std::ssize(chosen) >= options_.most) break;
      choose(trial);
    }
    std::stable_sort(chosen.begin(), chosen.end(),
                     [&](const HintTrial* a, const HintTrial* b) { return a->figures.seconds < b->figures.seconds; });
    if (std::ssize(chosen) > options_.most) chosen.resize(options_.most);
    for (const HintTrial* trial : chosen) out_.best.push_back({trial->hints, trial->figures});
    if (!out_.best.empty()) return;
    out_.none = candidates_.empty()
                    ? "no argument has a dimension that an axis of the mesh divides evenly"
                    : fmt::format("of {} sets of hints none lowers what the program sends, takes or needs", tried_);
  }

  HintTrials& trials_;
  const Compilation& compilation_;
  const SuggestOptions& options_;
  Suggestions out_;
  std::chrono::steady_clock::time_point begun_;
  std::vector<Candidate> candidates_;
  std::vector<const HintTrial*> good_;
  int tried_ = 0, planned_ = 0;
};

std::string change(double after, double before) {
  return before > 0 ? fmt::format("{:+.1f}%", 100 * (after / before - 1)) : "";
}

}  // namespace

Suggestions suggest(HintTrials& trials, const CostReport& report, const SuggestOptions& options) {
  return Search(trials, report, options).run();
}

std::string suggestions_text(const Suggestions& all, std::string_view label) {
  std::string out = fmt::format(
      "{}: each device sends {}, a step takes {:.4g} ms, and needs {}; {} sets of hints were tried\n", all.file,
      cost::bytes_text(all.before.bytes), all.before.seconds * 1e3, cost::bytes_text(all.before.memory), all.tried);
  for (const Suggestion& one : all.best) {
    std::string hints;
    for (const std::string& hint : one.hints) hints += fmt::format("{}{} '{}'", hints.empty() ? "" : " ", label, hint);
    out += fmt::format("  {}\n    sends {} ({}), takes {:.4g} ms ({}), needs {} ({})\n", hints,
                       cost::bytes_text(one.after.bytes), change(one.after.bytes, all.before.bytes),
                       one.after.seconds * 1e3, change(one.after.seconds, all.before.seconds),
                       cost::bytes_text(one.after.memory), change(one.after.memory, all.before.memory));
  }
  if (!all.none.empty()) out += fmt::format("  nothing is suggested: {}\n", all.none);
  if (!all.left_out.empty()) out += fmt::format("  not tried: {}\n", all.left_out);
  return out;
}

}  // namespace partita::core::driver
