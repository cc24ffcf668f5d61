#include "driver/why_collective.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "complete/why.h"
#include "cost/report_rows.h"
#include "driver/collective_causes.h"
#include "driver/plan_listing.h"
#include "ir/shown.h"
#include "shard/spelling_axes.h"

namespace partita::core::driver {
namespace {

// Where a hint on the value would stand on the command line; empty where it has no name of its own.
std::string option_name(const Module& global, const Function& entry, const Value& value) {
  std::string name;
  if (value.is_argument() && value.region() == &entry.body()) {
    name = fmt::format("arg{}", value.index());
  } else {
    name = shown_name(&value);
  }
  Result<NamedValue> found = complete::find_value(global, entry, name);
  return found.ok() && found->value == &value ? name : "";
}

}  // namespace

Result<std::vector<const Collective*>> find_collectives(const CostReport& report, std::string_view name) {
  std::vector<const Collective*> found;
  auto number_in = [](std::string_view text) {
    int number = -1;
    auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() && end == text.data() + text.size() ? number : -1;
  };
  const size_t colon = name.rfind(':');
  const int line = colon != std::string_view::npos ? number_in(name.substr(colon + 1)) : -1;
  const int number = name.starts_with('#') ? number_in(name.substr(1)) : -1;
  for (const CollectiveRow& row : collective_rows(report)) {
    const bool named = !row.name.empty() && (row.name == name || row.name.substr(1) == name);
    if (named || static_cast<int>(row.number) == number || (line > 0 && row.line == line)) {
      found.push_back(row.collective);
    }
  }
  if (!found.empty()) return found;
  Diagnostic d = error_without_place(
      Code::kNoSuchValue,
      fmt::format(
          "no collective is called '{}'; it may be #1 to #{}, the name of one, or FILE:LINE where it comes from", name,
          report.wire.collectives.size()));
  d.file = report.file;
  return Error{d};
}

namespace {

std::string hint_text(const Sharding& sharding) { return dims_text(sharding, '"', false); }

class Explainer {
 public:
  Explainer(const Compilation& compilation, const CostReport& report, const std::function<void(Compilation&)>& imported)
      : compilation_(compilation), completion_(compilation.completion()), report_(report), imported_(imported) {}

  WhyCollective explain(const Collective& collective) {
    for (const CollectiveRow& row : collective_rows(report_)) {
      if (row.collective != &collective) continue;
      out_.text =
          fmt::format("#{} {}{}{}: {} on each device, {}\n", row.number, cost::collective_name(collective.op->kind()),
                      collective.group->along.empty() ? "" : " " + collective.group->along,
                      row.name.empty() ? "" : " " + row.name, cost::bytes_text(collective.bytes),
                      cost::seconds_text(collective.times * report_.collective_seconds.at(collective.op).seconds));
    }
    const CollectiveCauses causes(compilation_.partitioned());
    out_.sentence = causes.sentence(*collective.op);
    if (out_.sentence.empty()) {
      out_.text += "  nothing is known of what it is for: a pass has made it of others\n";
      return std::move(out_);
    }
    out_.text += "  " + out_.sentence + "\n";
    const Reason& reason = *causes.of(*collective.op);
    if (reason.op != nullptr) out_.text += op_in_words(compilation_, *reason.op, "  ");
    if (reason.value == nullptr || reason.from == nullptr) return std::move(out_);
    where_from(reason);
    hints(reason);
    return std::move(out_);
  }

 private:
  // The chain of hints and ops along which completion gave the value its axes.
  void where_from(const Reason& reason) {
    const Value& value = *reason.value;
    if (!value.type().is_tensor() || completion_.sharding_of(&value) == nullptr) return;
    const std::string chain = why(compilation_.module(), compilation_.entry(), completion_, {&value, -1});
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

  // Hints that would make both sides agree, tried.
  void hints(const Reason& reason) {
    consider(*reason.value, *reason.to);
    consider(*reason.value, *reason.from);
    scattered(*reason.value, reason);
    if (out_.trials.empty()) out_.text += "  no hint on this value alone would avoid it\n";
    for (HintTrial& trial : out_.trials) try_hint(trial, reason);
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
    const std::string name = option_name(compilation_.module(), compilation_.entry(), value);
    const bool known = std::any_of(out_.trials.begin(), out_.trials.end(), [&](const HintTrial& trial) {
      return hint_text(trial.sharding) == hint_text(sharding);
    });
    if (!name.empty() && !known) out_.trials.push_back({name, sharding});
  }

  // The program again, with one more hint. Errors of it are not the user's: none is reported.
  void try_hint(HintTrial& trial, const Reason& reason) {
    const std::string hint = fmt::format("{}={}", trial.name, hint_text(trial.sharding));
    CompileOptions options = compilation_.options();
    options.hints.shard.push_back(hint);
    options.how.strict = false;
    const std::string_view label = compilation_.options().hints.hint_label;
    Context context;
    Compilation tried(context, compilation_.module().source(), *compilation_.range(), std::move(options));
    trial.compiles = tried.run_until("import");
    if (trial.compiles && imported_) imported_(tried);
    trial.compiles = trial.compiles && tried.run();
    if (!trial.compiles) {
      out_.text += fmt::format("  with {} '{}' the program cannot be completed\n", label, hint);
      return;
    }
    const Function& function = *tried.partitioned().module->entry();
    const Wire wire = cost::wire_of(function, nullptr);
    const CollectiveCauses causes(tried.partitioned());
    trial.avoids = std::none_of(wire.collectives.begin(), wire.collectives.end(), [&](const Collective& collective) {
      const Reason* other = causes.of(*collective.op);
      return other != nullptr && is_same(*other, reason);
    });
    trial.bytes = wire.bytes;
    trial.peak = cost::memory_of(function).peak();
    out_.text += fmt::format("  with {} '{}' it {}; each device sends {} instead of {}, and needs {} instead of {}\n",
                             label, hint, trial.avoids ? "is gone" : "stays", cost::bytes_text(trial.bytes),
                             cost::bytes_text(report_.wire.bytes), cost::bytes_text(trial.peak),
                             cost::bytes_text(report_.memory.peak()));
  }

  // In another copy of the program: the same op wants the same value brought from and to the same.
  static bool is_same(const Reason& a, const Reason& b) {
    if (a.op == nullptr || a.value == nullptr || a.from == nullptr || a.op->offset() != b.op->offset()) return false;
    if (a.op->kind() != b.op->kind() || a.value->index() != b.value->index()) return false;
    const Op* made_a = a.value->op();
    const Op* made_b = b.value->op();
    if ((made_a == nullptr) != (made_b == nullptr) || (made_a != nullptr && made_a->offset() != made_b->offset()))
      return false;
    return to_string(*a.from) == to_string(*b.from) && to_string(*a.to) == to_string(*b.to);
  }

  const Compilation& compilation_;
  const Completion& completion_;
  const CostReport& report_;
  const std::function<void(Compilation&)>& imported_;
  WhyCollective out_;
};

}  // namespace

WhyCollective why_collective(const Compilation& compilation, const CostReport& report, const Collective& collective,
                             const std::function<void(Compilation&)>& imported) {
  return Explainer(compilation, report, imported).explain(collective);
}

}  // namespace partita::core::driver
