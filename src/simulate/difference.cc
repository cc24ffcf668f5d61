#include "simulate/difference.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>

#include "cost/report_rows.h"
#include "cost/units.h"

namespace partita::core::simulate {
namespace {

std::vector<CollectiveSide> sides_of(const cost::CostReport& report) {
  std::vector<CollectiveSide> out;
  const cost::SourceLines lines(*report.local);
  for (const CollectiveRow& row : cost::collective_rows(report)) {
    const Collective& c = *row.collective;
    const auto seconds = report.collective_seconds.find(c.op);
    out.push_back({row.number, std::string(cost::collective_name(c.op->kind())), c.group->along, row.name,
                   lines.place(*c.op), row.number <= report.causes.size() ? report.causes[row.number - 1] : "", c.times,
                   c.bytes, seconds != report.collective_seconds.end() ? c.times * seconds->second.seconds : 0});
  }
  return out;
}

std::string_view line_of(const CollectiveSide& side) {
  const size_t colon = side.place.rfind(':');
  return colon == std::string::npos ? std::string_view() : std::string_view(side.place).substr(colon);
}

// A cause without the file and the line of its op, which another version of the file has elsewhere.
std::string without_place(const std::string& cause) {
  std::string out;
  for (size_t i = 0; i < cause.size();) {
    if (cause.compare(i, 4, " at ") == 0) {
      size_t end = cause.find_first_of(" ,", i + 4);
      end = end == std::string::npos ? cause.size() : end;
      if (cause.find(':', i) < end) {
        i = end;
        continue;
      }
    }
    out += cause[i++];
  }
  return out;
}

std::string joined(std::initializer_list<std::string_view> parts) {
  std::string out;
  for (std::string_view part : parts) (out += part) += '\n';
  return out;
}

// Pairs of equal keys, each side in the order of its program; rounds go from the most that two can have in common.
class Matching {
 public:
  Matching(const std::vector<CollectiveSide>& a, const std::vector<CollectiveSide>& b) : a_(a), b_(b) {
    of_a_.assign(a.size(), -1);
    of_b_.assign(b.size(), -1);
    using Side = CollectiveSide;
    round([](const Side& s) { return joined({s.kind, s.along, line_of(s), without_place(s.cause)}); });
    round([](const Side& s) { return s.cause.empty() ? "" : joined({s.kind, s.along, without_place(s.cause)}); });
    round([](const Side& s) { return line_of(s).empty() ? "" : joined({s.kind, s.along, line_of(s)}); });
    round([](const Side& s) { return line_of(s).empty() ? "" : joined({s.kind, line_of(s)}); });
    round([](const Side& s) { return s.name.empty() ? "" : joined({s.kind, s.along, s.name}); });
  }

  const std::vector<int>& of_a() const { return of_a_; }
  const std::vector<int>& of_b() const { return of_b_; }

 private:
  void round(const std::function<std::string(const CollectiveSide&)>& key_of) {
    std::map<std::string, std::vector<int>> waiting;
    for (int j = static_cast<int>(b_.size()); j-- > 0;) {
      if (std::string key = key_of(b_[j]); of_b_[j] < 0 && !key.empty()) waiting[std::move(key)].push_back(j);
    }
    for (int i = 0; i < std::ssize(a_); ++i) {
      if (of_a_[i] >= 0) continue;
      const auto at = waiting.find(key_of(a_[i]));
      if (at == waiting.end() || at->second.empty()) continue;
      of_a_[i] = at->second.back();
      of_b_[of_a_[i]] = i;
      at->second.pop_back();
    }
  }

  const std::vector<CollectiveSide>& a_;
  const std::vector<CollectiveSide>& b_;
  std::vector<int> of_a_, of_b_;  // the other side's, or -1
};

bool are_close(double a, double b) { return std::abs(a - b) <= 1e-9 * std::max(std::abs(a), std::abs(b)); }

CollectiveChange change_of(const CollectiveSide& a, const CollectiveSide& b) {
  using Kind = CollectiveChange::Kind;
  const Kind kind = !are_close(a.bytes, b.bytes)       ? (b.bytes > a.bytes ? Kind::kGrew : Kind::kShrank)
                    : !are_close(a.seconds, b.seconds) ? Kind::kOther
                                                       : Kind::kSame;
  return {kind, a, b};
}

std::vector<OpChange> ops_of(const Simulation& a, const Simulation& b) {
  std::map<std::string, OpChange> rows;
  for (const TimeRow& row : a.by_kind) rows[row.what].times_a = row.times, rows[row.what].seconds_a = row.seconds;
  for (const TimeRow& row : b.by_kind) rows[row.what].times_b = row.times, rows[row.what].seconds_b = row.seconds;
  std::vector<OpChange> out;
  for (auto& [what, row] : rows) out.push_back(std::move(row)), out.back().what = what;
  std::stable_sort(out.begin(), out.end(), [](const OpChange& x, const OpChange& y) {
    return std::abs(x.seconds_b - x.seconds_a) > std::abs(y.seconds_b - y.seconds_a);
  });
  return out;
}

}  // namespace

std::string_view change_name(CollectiveChange::Kind kind) {
  switch (kind) {
    case CollectiveChange::Kind::kSame: return "same";
    case CollectiveChange::Kind::kCame: return "came";
    case CollectiveChange::Kind::kWent: return "went";
    case CollectiveChange::Kind::kGrew: return "grew";
    case CollectiveChange::Kind::kShrank: return "shrank";
    case CollectiveChange::Kind::kOther: return "other time";
  }
  return "";
}

Difference difference_of(const Simulation& a, const Simulation& b) {
  Difference out;
  out.name_a = a.report.file;
  out.name_b = b.report.file;
  auto figure = [&](const char* what, const char* unit, const auto& of) {
    out.figures.push_back({what, unit, of(a), of(b)});
  };
  using S = Simulation;
  figure("step", "seconds", [](const S& s) { return s.step(); });
  figure("compute", "seconds", [](const S& s) { return s.report.time.compute; });
  figure("collectives", "seconds", [](const S& s) { return s.report.time.communication; });
  figure("not hidden", "seconds", [](const S& s) { return s.report.timeline.exposed; });
  figure("sent", "bytes", [](const S& s) { return s.report.wire.bytes; });
  figure("messages", "", [](const S& s) { return s.report.wire.count; });
  figure("peak memory", "bytes", [](const S& s) { return s.report.memory.peak(); });
  figure("arguments", "bytes", [](const S& s) { return s.report.memory.arguments; });
  figure("temporaries", "bytes", [](const S& s) { return s.report.memory.temporaries; });
  figure("matrix operations", "operations", [](const S& s) { return s.report.operations.matrix; });
  figure("all operations", "operations", [](const S& s) { return s.report.operations.all; });

  const std::vector<CollectiveSide> sides_a = sides_of(a.report), sides_b = sides_of(b.report);
  const Matching matching(sides_a, sides_b);
  for (size_t i = 0; i < sides_a.size(); ++i) {
    const int j = matching.of_a()[i];
    out.collectives.push_back(j < 0 ? CollectiveChange{CollectiveChange::Kind::kWent, sides_a[i], {}}
                                    : change_of(sides_a[i], sides_b[j]));
  }
  for (size_t j = 0; j < sides_b.size(); ++j) {
    if (matching.of_b()[j] < 0) out.collectives.push_back({CollectiveChange::Kind::kCame, {}, sides_b[j]});
  }
  std::stable_sort(out.collectives.begin(), out.collectives.end(),
                   [](const CollectiveChange& x, const CollectiveChange& y) {
                     const bool x_same = x.kind == CollectiveChange::Kind::kSame;
                     const bool y_same = y.kind == CollectiveChange::Kind::kSame;
                     if (x_same != y_same) return y_same;
                     if (x_same) return x.a.bytes > y.a.bytes;
                     return std::abs(x.b.bytes - x.a.bytes) > std::abs(y.b.bytes - y.a.bytes);
                   });
  out.ops = ops_of(a, b);
  return out;
}

}  // namespace partita::core::simulate
