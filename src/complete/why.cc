#include "complete/why.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "complete/value_names.h"
#include "ir/names.h"
#include "ir/shown.h"

namespace partita::core::complete {
namespace {

using OrderedJson = nlohmann::ordered_json;

// Longer chains are shown by their ends.
constexpr size_t kStepsAtBegin = 30;
constexpr size_t kStepsAtEnd = 10;

std::string where(const Hint& hint) {
  switch (hint.place) {
    case Hint::Place::kArgument: return fmt::format("on argument {}:", hint.index);
    case Hint::Place::kResult: return fmt::format("on result {} of the function:", hint.index);
    case Hint::Place::kOp: return hint.value ? fmt::format("on {}:", shown_name(hint.value)) : "on an op:";
    case Hint::Place::kConstraint:
      return hint.value ? fmt::format("in the constraint {}:", shown_name(hint.value)) : "";
    case Hint::Place::kManual: return "at the boundary of manual code:";
    case Hint::Place::kCommandLine: return "given with the program:";
  }
  return "";
}

class Explainer {
 public:
  Explainer(const Module& module, const Function& entry, const Completion& completion)
      : module_(module), entry_(entry), completion_(completion) {}

  std::string explain(const NamedValue& named) {
    const bool is_result = named.value == nullptr;
    Type type = is_result ? entry_.result_types()[named.result] : named.value->type();
    const std::string title = called(named);
    if (!type.is_tensor()) return fmt::format("{}: {} has no sharding, it is no tensor\n", title, type.to_string());
    const Sharding& sharding = is_result ? *completion_.result(named.result) : *completion_.sharding_of(named.value);
    out_ = fmt::format("{}: {} is {}{}\n", title, type.to_string(), to_string(sharding), meaning(sharding, type));
    std::vector<AxisCause> causes =
        is_result ? completion_.result_causes(named.result) : completion_.causes(named.value);
    for (const AxisCause& cause : causes) chain(sharding, cause);
    std::vector<LostCandidate> lost = is_result ? std::vector<LostCandidate>() : completion_.lost(named.value);
    if (causes.empty()) nothing(named, sharding, lost.empty());
    for (const LostCandidate& candidate : lost) {
      std::string dim = candidate.dim < 0 ? "" : fmt::format(" on dimension {}", candidate.dim);
      out_ += fmt::format("  not taken: {}{}, proposed{}{}: {}\n", to_string(sharding.mesh(), candidate.axis), dim,
                          along(candidate.op), from(candidate.from), candidate.reason);
    }
    return std::move(out_);
  }

  OrderedJson json(const NamedValue& named) const {
    const bool is_result = named.value == nullptr;
    const Type type = is_result ? entry_.result_types()[named.result] : named.value->type();
    OrderedJson out = {{"name", called(named)}, {"type", type.to_string()}};
    if (!type.is_tensor()) return out;
    const Sharding& sharding = is_result ? *completion_.result(named.result) : *completion_.sharding_of(named.value);
    const Mesh& mesh = sharding.mesh();
    out["sharding"] = to_string(sharding);
    if (!sharding.is_maximal()) out["shard"] = sharding.local_shape(type.dims());
    out["axes"] = OrderedJson::array();
    out["not_taken"] = OrderedJson::array();
    for (const AxisCause& cause :
         is_result ? completion_.result_causes(named.result) : completion_.causes(named.value)) {
      OrderedJson one = {{"axis", to_string(mesh, cause.axis)}, {"dim", cause.dim}, {"steps", OrderedJson::array()}};
      for (const AxisCause& step : completion_.chain(cause)) {
        if (step.from != nullptr) one["steps"].push_back(step_json(step.op, step.from));
        one["hint"] = step.hint != nullptr ? OrderedJson(described(module_, *step.hint)) : OrderedJson();
      }
      out["axes"].push_back(std::move(one));
    }
    for (const LostCandidate& lost : is_result ? std::vector<LostCandidate>() : completion_.lost(named.value)) {
      OrderedJson one = step_json(lost.op, lost.from);
      one["axis"] = to_string(mesh, lost.axis);
      one["dim"] = lost.dim;
      one["reason"] = lost.reason;
      out["not_taken"].push_back(std::move(one));
    }
    return out;
  }

 private:
  OrderedJson step_json(const Op* op, const Value* value) const {
    OrderedJson out = {{"op", op != nullptr ? shown_op(*op) : ""}, {"place", op != nullptr ? source_place(*op) : ""}};
    if (value == nullptr) return out;
    out["from"] = called(*value);
    out["sharding"] = to_string(*completion_.sharding_of(value));
    return out;
  }

  std::string source_place(const Op& op) const {
    if (module_.source() == nullptr || op.offset() == kNoOffset) return "";
    return fmt::format("{}:{}", module_.source()->file_at(op.offset()), module_.source()->locate(op.offset()).line);
  }

  static std::string meaning(const Sharding& sharding, Type type) {
    if (sharding.is_maximal() || sharding.sharded_axes().empty()) return "";
    return fmt::format(", shards of {}", fmt::join(sharding.local_shape(type.dims()), "x"));
  }

  // Arguments and results as JAX calls them, too.
  std::string called(const NamedValue& named) const {
    return named.value == nullptr ? friendly_result(entry_, named.result) : called(*named.value);
  }
  std::string called(const Value& value) const {
    const bool is_end = value.is_argument() && value.region() == &entry_.body();
    return is_end && !argument_label(entry_, value.index()).empty() ? friendly_name(entry_, value) : shown_name(&value);
  }

  // --- one axis

  void chain(const Sharding& sharding, const AxisCause& first) {
    std::string axis = to_string(sharding.mesh(), first.axis);
    if (first.dim >= 0) {
      out_ += fmt::format("  {} on dimension {}\n", axis, first.dim);
    } else {
      bool manual = overlaps(sharding.manual_axes(), first.axis);
      out_ += fmt::format("  {} is {} here\n", axis, manual ? "manual" : "unreduced");
    }
    std::vector<AxisCause> steps =
        completion_.chain(first);  // made into text only when printed: finding lines takes time
    const Hint* hint = steps.back().hint;
    if (steps.back().from == nullptr || hint != nullptr) steps.pop_back();
    for (size_t i = 0; i < steps.size(); ++i) {
      if (steps.size() > kStepsAtBegin + kStepsAtEnd && i == kStepsAtBegin) {
        out_ += fmt::format("    … and along {} more ops …\n", steps.size() - kStepsAtBegin - kStepsAtEnd);
        i = steps.size() - kStepsAtEnd;
      }
      out_ += fmt::format("    {}{}\n", along(steps[i].op).substr(1), from(steps[i].from));
    }
    if (hint != nullptr) {
      out_ += fmt::format("    {}{}\n", steps.empty() ? "" : "which has ", described(module_, *hint));
    } else if (first.dim < 0) {
      out_ += "    the manual code around it says so\n";
    }
  }

  std::string along(const Op* op) const {
    if (op == nullptr) return " from the other values of its group";
    return fmt::format(" along {}{}", shown_op(*op), place(*op));
  }

  std::string from(const Value* value) const {
    return value == nullptr ? ""
                            : fmt::format(" from {} {}", called(*value), to_string(*completion_.sharding_of(value)));
  }

  // " at file:line", and the source line the program itself remembers.
  std::string place(const Op& op) const {
    std::string text = source_place(op);
    if (!text.empty()) text = " at " + text;
    if (Attr location = op.location(); location && (location.is(AttrKind::kOpaque) || location.is(AttrKind::kString))) {
      text += fmt::format(", {}", shortened(location.text()));
    } else if (Attr metadata = op.discardable_attribute(hlo_names::kMetadata); metadata.is(AttrKind::kString)) {
      std::string file = quoted_after(metadata.text(), "source_file=\""),
                  line = number_after(metadata.text(), "source_line=");
      if (!file.empty()) text += fmt::format(", {}{}{}", file, line.empty() ? "" : ":", line);
    }
    return text;
  }

  static std::string shortened(std::string_view text) {
    constexpr size_t kLongest = 100;
    return text.size() <= kLongest ? std::string(text) : fmt::format("{}…", text.substr(0, kLongest));
  }
  static std::string quoted_after(std::string_view text, std::string_view key) {
    size_t at = text.find(key);
    if (at == std::string_view::npos) return {};
    text.remove_prefix(at + key.size());
    return std::string(text.substr(0, text.find('"')));
  }
  static std::string number_after(std::string_view text, std::string_view key) {
    size_t at = text.find(key);
    if (at == std::string_view::npos) return {};
    text.remove_prefix(at + key.size());
    return std::string(text.substr(0, text.find_first_not_of("0123456789")));
  }

  // --- no axis at all

  void nothing(const NamedValue& named, const Sharding& sharding, bool nothing_lost) {
    const Hint* hint = named.value ? completion_.hint_on(named.value) : hint_on_result(named.result);
    if (hint != nullptr && hint->sharding != nullptr) {
      out_ += fmt::format("  no axis divides it; it has {}\n", described(module_, *hint));
    } else if (sharding.is_maximal()) {
      out_ += "  it lies on one device, as what it is computed from\n";
    } else if (nothing_lost && !completion_.hints().empty()) {
      out_ += "  no axis divides it: no hint reaches it, and every device holds all of it\n";
    } else if (nothing_lost) {
      out_ += "  no axis divides it: the program has no hints\n";
    } else {
      out_ += "  no axis divides it\n";
    }
  }

  const Hint* hint_on_result(int i) const {
    for (const Hint& hint : completion_.hints()) {
      bool of_result = hint.place == Hint::Place::kResult || hint.place == Hint::Place::kCommandLine;
      if (of_result && hint.value == nullptr && hint.index == i) return &hint;
    }
    return nullptr;
  }

  const Module& module_;
  const Function& entry_;
  const Completion& completion_;
  std::string out_;
};

}  // namespace

std::string described(const Module& module, const Hint& hint) {
  std::string text =
      fmt::format("a hint {} {}", where(hint), hint.sharding ? to_string(*hint.sharding) : "by its group");
  if (module.source() && hint.offset != kNoOffset)
    text += fmt::format(" at {}:{}", module.source()->file_at(hint.offset), module.source()->locate(hint.offset).line);
  return text;
}

std::string why(const Module& module, const Function& entry, const Completion& completion, const NamedValue& value) {
  return Explainer(module, entry, completion).explain(value);
}

std::string why_json(const Module& module, const Function& entry, const Completion& completion,
                     const NamedValue& value) {
  return Explainer(module, entry, completion).json(value).dump(-1, ' ', false, OrderedJson::error_handler_t::replace);
}

}  // namespace partita::core::complete
