#include "tools/why_collective.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "complete/why.h"
#include "cost/report_rows.h"
#include "ir/shown.h"
#include "shard/spelling_axes.h"

namespace partita::core::tools {
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

class Explanation {
 public:
  Explanation(const CostReport& report, const Module& global, const Function& entry, const Completion& completion,
              const TryHint& try_hint)
      : report_(report), global_(global), entry_(entry), completion_(completion), try_hint_(try_hint) {}

  std::string text(const Collective& collective, const CollectiveCauses& causes) {
    for (const CollectiveRow& row : collective_rows(report_)) {
      if (row.collective != &collective) continue;
      out_ = fmt::format("#{} {}{}{}: {} on each device\n", row.number, cost::collective_name(collective.op->kind()),
                         collective.group->along.empty() ? "" : " " + collective.group->along,
                         row.name.empty() ? "" : " " + row.name, cost::bytes_text(collective.bytes));
    }
    const std::string sentence = causes.sentence(*collective.op);
    if (sentence.empty()) return out_ + "  nothing is known of what it is for: a pass has made it of others\n";
    out_ += "  " + sentence + "\n";
    const Reason& reason = *causes.of(*collective.op);
    if (reason.value == nullptr || reason.from == nullptr) return std::move(out_);
    where_from(reason);
    hints(reason);
    return std::move(out_);
  }

 private:
  // The chain of hints and ops along which completion gave the value its axes.
  void where_from(const Reason& reason) {
    const Value& value = *reason.value;
    if (value.type().is_tensor() && completion_.sharding_of(&value) != nullptr) {
      const std::string chain = why(global_, entry_, completion_, {&value, -1});
      size_t start = 0;
      while (start < chain.size()) {
        const size_t end = chain.find('\n', start);
        out_ += "  " + chain.substr(start, end - start) + "\n";
        start = end + 1;
      }
      if (*completion_.sharding_of(&value) != *reason.from && *completion_.sharding_of(&value) != *reason.to) {
        out_ += "  by cost it is stored otherwise than hints alone would have it\n";
      }
    }
  }

  // Hints that would make both sides agree, tried.
  void hints(const Reason& reason) {
    std::vector<std::string> tried;
    consider(*reason.value, *reason.to, tried);
    consider(*reason.value, *reason.from, tried);
    scattered(*reason.value, reason, tried);
    if (tried.empty()) out_ += "  no hint on this value alone would avoid it\n";
    for (const std::string& shard : tried) report_trial(shard, reason);
  }

  // A unreduced value may be kept divided along its axes, on each of its dimensions.
  void scattered(const Value& value, const Reason& reason, std::vector<std::string>& tried) {
    const AxisRefs& pending = reason.from->unreduced_axes();
    for (int d = 0; !pending.empty() && d < reason.to->rank(); ++d) {
      Sharding::Spec spec = reason.to->spec();
      AxisRefs& axes = spec.dims[d].axes;
      axes.insert(axes.end(), pending.begin(), pending.end());
      Result<Sharding> made = Sharding::make(reason.to->mesh_ptr(), std::move(spec));
      if (made.ok() && value.type().dim(d) % made->shard_count(d) == 0) consider(value, *made, tried);
    }
  }

  void consider(const Value& value, const Sharding& sharding, std::vector<std::string>& tried) {
    if (completion_.sharding_of(&value) != nullptr && *completion_.sharding_of(&value) == sharding)
      return;  // it is so already
    if (!sharding.unreduced_axes().empty() || !sharding.manual_axes().empty() || sharding.is_maximal()) return;
    if (!same_mesh(sharding.mesh_ptr(), completion_.meshes().main())) return;
    const std::string name = option_name(global_, entry_, value);
    if (name.empty()) return;
    std::string shard = fmt::format("{}={}", name, dims_text(sharding, '"', false));
    if (std::find(tried.begin(), tried.end(), shard) == tried.end()) tried.push_back(std::move(shard));
  }

  void report_trial(const std::string& shard, const Reason& reason) {
    const std::optional<Trial> trial = try_hint_(shard);
    if (!trial) {
      out_ += fmt::format("  with --shard '{}' the program cannot be completed\n", shard);
      return;
    }
    const bool gone = std::none_of(trial->reasons.begin(), trial->reasons.end(),
                                   [&](const Reason& other) { return is_same(other, reason); });
    out_ += fmt::format("  with --shard '{}' it {}; each device sends {} instead of {}, and needs {} instead of {}\n",
                        shard, gone ? "is gone" : "stays", cost::bytes_text(trial->bytes),
                        cost::bytes_text(report_.wire.bytes), cost::bytes_text(trial->peak),
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

  const CostReport& report_;
  const Module& global_;
  const Function& entry_;
  const Completion& completion_;
  const TryHint& try_hint_;
  std::string out_;
};

}  // namespace

std::string why_collective(const CostReport& report, const Collective& collective, const Module& global,
                           const Function& entry, const Completion& completion, const CollectiveCauses& causes,
                           const TryHint& try_hint) {
  return Explanation(report, global, entry, completion, try_hint).text(collective, causes);
}

}  // namespace partita::core::tools
