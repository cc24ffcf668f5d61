#include "driver/plan_listing.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "cost/report_rows.h"
#include "cost/units.h"
#include "ir/shown.h"

namespace partita::core::driver {
namespace {

using OrderedJson = nlohmann::ordered_json;
using partition::Choice;
using partition::NextChoice;
using partition::NextSharding;

// "[x, y]"; of many operands in a row that are alike "[x, y] x8"; nothing of what is no tensor.
std::string shardings_text(const std::vector<const Sharding*>& shardings, std::string_view between) {
  std::string out;
  for (size_t i = 0; i < shardings.size();) {
    size_t end = i;
    while (end < shardings.size() && shardings[end] == shardings[i]) ++end;
    const size_t alike = end - i;
    if (shardings[i] != nullptr) {
      const std::string one = to_string(*shardings[i]);
      const size_t written = alike > 2 ? 1 : alike;
      for (size_t k = 0; k < written; ++k) out += (out.empty() ? "" : std::string(between)) + one;
      if (alike > 2) out += fmt::format(" x{}", alike);
    }
    i = end;
  }
  return out;
}

// "[x, -] · [-, y] -> [x, y]", or just "[x, y]" where all are the same.
std::string choice_text(const Op& op, const Choice& choice) {
  const bool is_product = op.is(OpKind::kDotGeneral) || op.is(OpKind::kConvolution);
  std::vector<const Sharding*> all = choice.operands;
  all.insert(all.end(), choice.results.begin(), choice.results.end());
  std::erase(all, nullptr);
  const bool alike = std::adjacent_find(all.begin(), all.end(), std::not_equal_to<>()) == all.end();
  if (alike && !all.empty() && !is_product) return to_string(*all.front());
  return fmt::format("{} -> {}", shardings_text(choice.operands, is_product ? " · " : ", "),
                     shardings_text(choice.results, ", "));
}

class PlanLister {
 public:
  explicit PlanLister(const Compilation& compilation)
      : compilation_(compilation),
        prices_(compilation.completion(), compilation.plan(), compilation.options().unfolded),
        lines_(compilation.entry()) {}

  std::string table(const CostReport& report, const PlanListingOptions& options) {
    std::string out = header(report);
    std::vector<const PricedOp*> ops;
    for (const PricedOp& row : prices_.ops()) ops.push_back(&row);
    out += rows("ops", ops, options.top, [&](const PricedOp& row) { return op_rows(row); });
    std::vector<const PricedValue*> values;
    for (const PricedValue& row : prices_.values()) values.push_back(&row);
    out += rows("values", values, options.top, [&](const PricedValue& row) { return value_rows(row); });
    return out;
  }

  std::string json(const CostReport& report) {
    OrderedJson out = {{"version", 1},
                       {"file", report.file},
                       {"objective", objective()},
                       {"hardware", report.hardware.name},
                       {"devices", report.devices},
                       {"scheduled", report.time.scheduled},
                       {"peak", report.memory.peak()},
                       {"unit", is_by_time() ? "seconds" : "bytes"},
                       {"price", shown(prices_.price())},
                       {"ops", OrderedJson::array()},
                       {"values", OrderedJson::array()}};
    for (const PricedOp& row : prices_.ops()) {
      OrderedJson one = {
          {"op", shown_op(*row.op)},   {"name", cost::op_name(*row.op)}, {"line", lines_.of(*row.op)},
          {"count", row.count},        {"times", row.trip_count},        {"chosen", choice_text(*row.op, *row.chosen)},
          {"price", shown(row.price)}, {"sending", shown(row.sent)},     {"next", nullptr}};
      if (const std::optional<NextChoice> next = prices_.next_best(row)) {
        one["next"] = {{"chosen", choice_text(*row.op, *next->choice)}, {"price", shown(row.price + next->more)}};
      }
      out["ops"].push_back(std::move(one));
    }
    for (const PricedValue& row : prices_.values()) {
      OrderedJson one = {{"name", shown_name(row.value)},
                         {"line", line_of(*row.value)},
                         {"type", row.value->type().to_string()},
                         {"count", row.count},
                         {"chosen", to_string(*row.chosen)},
                         {"given", row.is_given},
                         {"bytes", row.bytes},
                         {"price", shown(row.price)},
                         {"next", nullptr}};
      if (const std::optional<NextSharding> next = prices_.next_best(row)) {
        one["next"] = {{"chosen", to_string(*next->sharding)}, {"price", shown(row.price + next->more)}};
      }
      out["values"].push_back(std::move(one));
    }
    return out.dump(1) + "\n";
  }

  std::string sentences(const Op& op, std::string_view indent) {
    const PricedOp* row = prices_.find(op);
    if (row == nullptr) return {};
    std::string out = fmt::format("{}{}{}: {}, {}", indent, shown_op(op), at(lines_.place(op)),
                                  choice_text(op, *row->chosen), text(row->price / row->count));
    if (row->sent > 0) out += fmt::format(", {} of it sending", text(row->sent / row->count));
    if (row->trip_count > 1) out += fmt::format(", in {:.0f} runs", row->trip_count);
    if (const std::optional<NextChoice> next = prices_.next_best(*row)) {
      out += fmt::format("\n{}the next best is {}, {}", indent, choice_text(op, *next->choice),
                         difference(next->more / row->count, next->fits));
    }
    return out + "\n";
  }

 private:
  bool is_by_time() const { return prices_.unit() > 0; }
  double shown(double price) const { return is_by_time() ? price * prices_.unit() : price; }
  std::string text(double price) const {
    return is_by_time() ? cost::seconds_text(shown(price)) : cost::bytes_text(std::round(price));
  }
  std::string difference(double more, bool fits) const {
    const std::string amount = text(std::abs(more));
    if (amount == text(0)) return "as much";
    if (more > 0) return amount + " more";
    return amount + (fits ? " less, and not taken: the peak would be higher, or the search does not see it"
                          : " less, but more would be held");
  }
  static std::string at(const std::string& place) { return place.empty() ? "" : " at " + place; }
  std::string place_of(const Value& value) const { return value.op() != nullptr ? lines_.place(*value.op()) : ""; }
  int line_of(const Value& value) const { return value.op() != nullptr ? lines_.of(*value.op()) : 0; }

  std::string_view objective() const {
    if (compilation_.options().plan == PlanKind::kAnnotated) return "hints";
    switch (compilation_.options().objective) {
      case Objective::kTime: return "time";
      case Objective::kBytes: return "bytes";
      case Objective::kMemory: return "memory";
    }
    return "";
  }

  std::string header(const CostReport& report) const {
    const std::string_view by = objective();
    std::string out = fmt::format(
        "{}{}: {} devices, {} on {}\n", report.file,
        report.mesh != nullptr ? ", mesh " + cost::mesh_text(*report.mesh) : std::string(), report.devices,
        by == "hints" ? "as its hints say" : fmt::format("chosen for the least {}", by), report.hardware.name);
    for (const PlanOutcome& plan : compilation_.compared_plans()) {
      const bool taken = &plan == &compilation_.compared_plans().front();
      out += fmt::format("  {} {:<6}  {} a step, {} at its peak\n", taken ? "taken: by" : "compared: by", plan.name,
                         cost::seconds_text(plan.seconds), cost::bytes_text(plan.peak));
    }
    return out + fmt::format("a step takes {} as it is scheduled, and {} at its peak; the prices below add up to {}\n",
                             cost::seconds_text(report.time.scheduled), cost::bytes_text(report.memory.peak()),
                             text(prices_.price()));
  }

  // The rows with the highest prices, in two lines each.
  template <typename Row, typename Write>
  std::string rows(std::string_view what, std::vector<const Row*> all, size_t top, const Write& write) {
    std::stable_sort(all.begin(), all.end(), [](const Row* a, const Row* b) { return a->price > b->price; });
    double rest = 0, represented = 0;
    std::vector<const Row*> shown(all.begin(), all.begin() + static_cast<ptrdiff_t>(std::min(top, all.size())));
    while (!shown.empty() && shown.back()->price <= 0) shown.pop_back();
    for (size_t i = shown.size(); i < all.size(); ++i) rest += all[i]->price, represented += all[i]->count;
    std::string out = shown.empty() ? "" : fmt::format("{}, those that take most first:\n", what);
    for (const Row* row : shown) out += write(*row);
    if (represented > 0)
      out +=
          fmt::format("{} {:.0f} {} take {}\n", shown.empty() ? "all" : "  the other", represented, what, text(rest));
    return out;
  }

  std::string times(double count, double trips) const {
    std::string out;
    if (count > 1) out += fmt::format("  x{:.0f}", count);
    if (trips > 1) out += fmt::format("  in {:.0f} runs", trips);
    return out;
  }
  static constexpr std::string_view kIndent = "              ";

  std::string op_rows(const PricedOp& row) {
    const std::string name = cost::op_name(*row.op), place = lines_.place(*row.op);
    std::string out =
        fmt::format("  {:>10}  {}{}{}{}", text(row.price), name.empty() ? "" : name + " = ", shown_op(*row.op),
                    place.empty() ? "" : "  " + place, times(row.count, row.trip_count));
    if (row.sent > 0) out += fmt::format("  {} of it sending", text(row.sent));
    out += fmt::format("\n{}{}\n", kIndent, choice_text(*row.op, *row.chosen));
    if (const std::optional<NextChoice> next = prices_.next_best(row)) {
      out += fmt::format("{}next: {}, {}\n", kIndent, choice_text(*row.op, *next->choice),
                         difference(next->more, next->fits));
    }
    return out;
  }

  std::string value_rows(const PricedValue& row) {
    const std::string place = place_of(*row.value);
    std::string out = fmt::format("  {:>10}  {}  {}{}{}  {} on each device\n", text(row.price), shown_name(row.value),
                                  row.value->type().to_string(), place.empty() ? "" : "  " + place, times(row.count, 1),
                                  cost::bytes_text(row.bytes));
    out += fmt::format("{}{}{}\n", kIndent, to_string(*row.chosen), row.is_given ? "  given" : "");
    if (const std::optional<NextSharding> next = prices_.next_best(row)) {
      out += fmt::format("{}next: {}, {}\n", kIndent, to_string(*next->sharding), difference(next->more, next->fits));
    }
    return out;
  }

  const Compilation& compilation_;
  PlanPrices prices_;
  cost::SourceLines lines_;
};

}  // namespace

std::string plan_listing(const Compilation& compilation, const CostReport& report, const PlanListingOptions& options) {
  return PlanLister(compilation).table(report, options);
}

std::string plan_json(const Compilation& compilation, const CostReport& report) {
  return PlanLister(compilation).json(report);
}

std::string op_in_words(const Compilation& compilation, const Op& op, std::string_view indent) {
  return PlanLister(compilation).sentences(op, indent);
}

}  // namespace partita::core::driver
