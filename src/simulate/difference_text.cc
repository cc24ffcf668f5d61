// A difference of two programs, for people and as JSON (docs/diff.md has the fields).
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "cost/units.h"
#include "simulate/difference.h"

namespace partita::core::simulate {
namespace {

using OrderedJson = nlohmann::ordered_json;
using Kind = CollectiveChange::Kind;

std::string figure_text(double value, std::string_view unit) {
  if (unit == "bytes") return cost::bytes_text(value);
  if (unit == "seconds") return cost::seconds_text(value);
  if (unit == "operations") return cost::amount_text(value);
  return fmt::format("{:.0f}", value);
}

std::string ratio_text(double a, double b) {
  if (a == b) return "=";
  if (a <= 0) return "new";
  return fmt::format("{:+.1f}%", 100 * (b - a) / a);
}

std::string_view sign_of(Kind kind) {
  switch (kind) {
    case Kind::kCame: return "+";
    case Kind::kWent: return "-";
    case Kind::kGrew: return ">";
    case Kind::kShrank: return "<";
    default: return "~";
  }
}

std::string collective_text(const CollectiveChange& change) {
  const CollectiveSide& shown = change.kind == Kind::kWent ? change.a : change.b;
  std::string what = fmt::format("{} {}", shown.kind, shown.along);
  if (change.a.number > 0 && change.b.number > 0 && change.a.along != change.b.along) {
    what += fmt::format(" (was {})", change.a.along);
  }
  std::string numbers = change.a.number > 0 ? fmt::format("A#{}", change.a.number) : "";
  if (change.b.number > 0) numbers += fmt::format("{}B#{}", numbers.empty() ? "" : " ", change.b.number);
  std::string text =
      fmt::format("  {} {:<10} {:<34} {:>12} {:>12}  {}{}{}\n", sign_of(change.kind), change_name(change.kind), what,
                  change.a.number > 0 ? cost::bytes_text(change.a.bytes) : "",
                  change.b.number > 0 ? cost::bytes_text(change.b.bytes) : "", numbers,
                  shown.name.empty() ? "" : "  " + shown.name, shown.place.empty() ? "" : "  " + shown.place);
  if (!shown.cause.empty()) text += fmt::format("      {}\n", shown.cause);
  return text;
}

OrderedJson side_json(const CollectiveSide& side) {
  if (side.number == 0) return nullptr;
  return {{"number", side.number}, {"kind", side.kind},   {"along", side.along},
          {"name", side.name},     {"place", side.place}, {"cause", side.cause},
          {"times", side.times},   {"bytes", side.bytes}, {"seconds", side.seconds}};
}

}  // namespace

std::string difference_table(const Difference& it, size_t top) {
  std::string text = fmt::format("A  {}\nB  {}\n\n{:<20}{:>16}{:>16}{:>10}\n", it.name_a, it.name_b, "", "A", "B", "");
  for (const FigureChange& figure : it.figures) {
    if (figure.a == 0 && figure.b == 0) continue;
    text += fmt::format("{:<20}{:>16}{:>16}{:>10}\n", figure.what, figure_text(figure.a, figure.unit),
                        figure_text(figure.b, figure.unit), ratio_text(figure.a, figure.b));
  }
  size_t changed = 0, counts[6] = {};
  for (const CollectiveChange& change : it.collectives) {
    changed += change.kind != Kind::kSame;
    ++counts[static_cast<size_t>(change.kind)];
  }
  text += "\ncollectives: ";
  if (it.collectives.empty()) text += "none";
  bool first = true;
  for (Kind kind : {Kind::kCame, Kind::kWent, Kind::kGrew, Kind::kShrank, Kind::kOther, Kind::kSame}) {
    if (const size_t count = counts[static_cast<size_t>(kind)]; count > 0) {
      text += fmt::format("{}{} {}", first ? "" : ", ", count, change_name(kind));
      first = false;
    }
  }
  text += '\n';
  for (size_t i = 0; i < std::min(changed, top); ++i) text += collective_text(it.collectives[i]);
  if (changed > top) text += fmt::format("  … and {} more, --top says how many\n", changed - top);
  std::string ops;
  size_t listed = 0;
  for (const OpChange& op : it.ops) {
    if (op.seconds_a == op.seconds_b && op.times_a == op.times_b) continue;
    if (++listed > top) break;
    ops +=
        fmt::format("  {:<34} {:>12} {:>12} {:>9}   {:.0f}, {:.0f} times\n", op.what, cost::seconds_text(op.seconds_a),
                    cost::seconds_text(op.seconds_b), ratio_text(op.seconds_a, op.seconds_b), op.times_a, op.times_b);
  }
  return text + (ops.empty() ? "\ntime by op: the same\n" : "\ntime by op:\n" + ops);
}

std::string difference_json(const Difference& it) {
  OrderedJson out = {{"version", 1}, {"a", it.name_a}, {"b", it.name_b}, {"figures", OrderedJson::object()}};
  for (const FigureChange& figure : it.figures) {
    out["figures"][figure.what] = {{"unit", figure.unit}, {"a", figure.a}, {"b", figure.b}};
  }
  out["collectives"] = OrderedJson::array();
  for (const CollectiveChange& change : it.collectives) {
    out["collectives"].push_back(
        {{"change", change_name(change.kind)}, {"a", side_json(change.a)}, {"b", side_json(change.b)}});
  }
  out["ops"] = OrderedJson::array();
  for (const OpChange& op : it.ops) {
    out["ops"].push_back({{"op", op.what},
                          {"a", {{"times", op.times_a}, {"seconds", op.seconds_a}}},
                          {"b", {{"times", op.times_b}, {"seconds", op.seconds_b}}}});
  }
  return out.dump(1, ' ', false, OrderedJson::error_handler_t::replace) + "\n";
}

}  // namespace partita::core::simulate
