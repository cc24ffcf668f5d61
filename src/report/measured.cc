#include "report/measured.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace partita::core::report {
namespace {

using Trace = nlohmann::json;

// Traces are nested four deep; a deeper text is none, and would take the stack.
constexpr int kDeepest = 32;

const Trace& member(const Trace& object, const char* name) {
  static const Trace kNone;
  const auto at = object.is_object() ? object.find(name) : object.end();
  return object.is_object() && at != object.end() ? *at : kNone;
}

std::string text_of(const Trace& value) { return value.is_string() ? value.get<std::string>() : std::string(); }

// Whole numbers that a page can count with; 0 for any other.
int64_t number_of(const Trace& value) {
  constexpr double kMost = 1e15;
  const double number = value.is_number() ? value.get<double>() : 0;
  return std::fabs(number) < kMost ? static_cast<int64_t>(number) : 0;
}

}  // namespace

Result<std::vector<MeasuredEvent>> read_trace(std::string_view text) {
  const auto refused = [](const char* why) {
    return base::failure(Code::kBadInput, std::string("this is no timeline of run --trace: ") + why);
  };
  bool deep = false;
  const auto shallow = [&](int depth, Trace::parse_event_t, Trace&) {
    deep = deep || depth > kDeepest;
    return !deep;
  };
  const Trace trace = Trace::parse(text, shallow, false);
  if (trace.is_discarded() || deep) return refused("it is not JSON");
  const Trace& events = trace.is_array() ? trace : member(trace, "traceEvents");
  if (!events.is_array()) return refused("it has no traceEvents");
  std::vector<MeasuredEvent> out;
  for (const Trace& event : events) {
    const Trace &begin = member(event, "ts"), &length = member(event, "dur");
    if (text_of(member(event, "ph")) != "X" || !begin.is_number() || !length.is_number()) continue;
    constexpr double kMicro = 1e-6;
    MeasuredEvent& added = out.emplace_back();
    added.op = text_of(member(event, "name"));
    if (const size_t space = added.op.find(" %"); space != std::string::npos) {
      added.name = added.op.substr(space + 1);
      added.op.resize(space);
    }
    if (const size_t dot = added.op.find('.'); dot != std::string::npos) added.op.erase(0, dot + 1);
    added.what = text_of(member(event, "cat"));
    added.device = number_of(member(event, "tid"));
    added.line = number_of(member(member(event, "args"), "line"));
    added.begin = kMicro * begin.get<double>();
    added.seconds = kMicro * std::max(0.0, length.get<double>());
    if (!std::isfinite(added.begin) || !std::isfinite(added.seconds)) out.pop_back();
  }
  if (out.empty()) return refused("nothing in it has a time");
  const double first =
      std::min_element(out.begin(), out.end(), [](const auto& a, const auto& b) { return a.begin < b.begin; })->begin;
  for (MeasuredEvent& event : out) event.begin -= first;
  std::stable_sort(out.begin(), out.end(), [](const MeasuredEvent& a, const MeasuredEvent& b) {
    return a.device != b.device ? a.device < b.device : a.begin < b.begin;
  });
  return out;
}

}  // namespace partita::core::report
