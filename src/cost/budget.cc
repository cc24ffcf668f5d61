#include "cost/budget.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "cost/memory_bound.h"
#include "cost/report_rows.h"
#include "ir/shown.h"

namespace partita::core::cost {
namespace {

constexpr size_t kOffendersNamed = 5;

Error usage(std::string message) { return Error{error_without_place(Code::kUsage, std::move(message))}; }

constexpr OpKind kKinds[] = {OpKind::kAllReduce,
                             OpKind::kAllGather,
                             OpKind::kReduceScatter,
                             OpKind::kAllToAll,
                             OpKind::kRaggedAllToAll,
                             OpKind::kCollectivePermute,
                             OpKind::kCollectiveBroadcast,
                             OpKind::kCollectiveReduce,
                             OpKind::kSend};

// x:(1)2 is a piece of x.
bool runs_along(const DeviceGroup& group, std::string_view axis) {
  return std::any_of(group.axes.begin(), group.axes.end(), [&](const std::string& name) {
    return name == axis || (name.starts_with(axis) && name.substr(axis.size(), 1) == ":");
  });
}

bool is_forbidden(const Collective& collective, const Forbidden& forbidden) {
  if (!forbidden.kind.empty() && collective_name(collective.op->kind()) != forbidden.kind) return false;
  return forbidden.axis.empty() || runs_along(*collective.group, forbidden.axis);
}

class Check {
 public:
  explicit Check(const CostReport& report) : report_(report), rows_(collective_rows(report)) { largest_first(rows_); }

  Diagnostic bytes(double limit) const {
    Diagnostic d =
        over(fmt::format("each device sends {}, the budget is {}", bytes_text(report_.wire.bytes), bytes_text(limit)));
    for (size_t i = 0; i < std::min(rows_.size(), kOffendersNamed); ++i) d.notes.push_back(described(rows_[i]));
    return d;
  }

  void forbidden(const Forbidden& forbidden, std::vector<Diagnostic>& out) const {
    for (const CollectiveRow& row : rows_) {
      if (!is_forbidden(*row.collective, forbidden)) continue;
      Diagnostic d = described(row);
      d.severity = Severity::kError;
      d.message = fmt::format("{} is forbidden: {}", forbidden.text, d.message);
      out.push_back(std::move(d));
    }
  }

 private:
  Diagnostic over(std::string message) const {
    Diagnostic d = error_without_place(Code::kBudget, std::move(message));
    d.file = report_.file;
    return d;
  }
  Diagnostic note(const Op* op, std::string message) const {
    Diagnostic d = op != nullptr ? report_.local->module().error_at_op(*op, Code::kBudget, std::move(message))
                                 : over(std::move(message));
    d.severity = Severity::kNote;
    return d;
  }
  Diagnostic described(const CollectiveRow& row) const {
    const Collective& c = *row.collective;
    std::string text = fmt::format("#{} {}", row.number, collective_name(c.op->kind()));
    if (!c.group->along.empty()) text += " " + c.group->along;
    if (!row.name.empty()) text += " " + row.name;
    text += fmt::format(" sends {}", bytes_text(c.bytes));
    if (c.times != 1) text += fmt::format(" in {:.0f} times", c.times);
    if (!report_.causes.empty() && !report_.causes[row.number - 1].empty())
      text += ": " + report_.causes[row.number - 1];
    return note(c.op, std::move(text));
  }

  const CostReport& report_;
  std::vector<CollectiveRow> rows_;
};

}  // namespace

Result<double> parse_size(std::string_view text) {
  double number = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  std::string_view unit = text.substr(end - text.data());
  constexpr std::string_view kUnits = "KMGT";
  if (error == std::errc() && std::isfinite(number) && number >= 0 && unit.size() <= 3) {
    if (unit.empty() || unit == "B") return number;
    const size_t power = kUnits.find(unit[0]);
    const std::string_view rest = unit.substr(1);
    if (power != std::string_view::npos && (rest.empty() || rest == "B" || rest == "iB")) {
      for (size_t i = 0; i <= power; ++i) number *= 1024;
      return number;
    }
  }
  return usage(fmt::format("'{}' is no size: a number of bytes, or one with K, M, G or T behind it", text));
}

Result<Forbidden> parse_forbidden(std::string_view text) {
  Forbidden out;
  out.text = text;
  const size_t at = text.find('@');
  out.kind = text.substr(0, at);
  if (at != std::string_view::npos) out.axis = text.substr(at + 1);
  std::replace(out.kind.begin(), out.kind.end(), '_', '-');
  const bool known = out.kind.empty() || std::any_of(std::begin(kKinds), std::end(kKinds),
                                                     [&](OpKind kind) { return collective_name(kind) == out.kind; });
  if (known && (at == std::string_view::npos ? !out.kind.empty() : !out.axis.empty())) return out;
  std::string kinds;
  for (OpKind kind : kKinds) kinds += fmt::format("{}{}", kinds.empty() ? "" : ", ", collective_name(kind));
  return usage(fmt::format("'{}' forbids nothing: say KIND, KIND@AXIS or @AXIS; kinds are {}", text, kinds));
}

Diagnostic over_memory(const Function& local, const Memory& memory, double limit, const CompilerTraits& compiler,
                       const std::string& file) {
  auto said = [&](const Op* op, std::string message) {
    Diagnostic d = op != nullptr ? local.module().error_at_op(*op, Code::kBudget, message)
                                 : error_without_place(Code::kBudget, message);
    if (d.file.empty()) d.file = file;
    return d;
  };
  Diagnostic d = said(
      nullptr,
      fmt::format("each device needs {} at its peak, the budget is {}: arguments {}, results {}, temporaries {}; that "
                  "is {} too much",
                  bytes_text(memory.peak()), bytes_text(limit), bytes_text(memory.arguments),
                  bytes_text(memory.results), bytes_text(memory.temporaries), bytes_text(memory.peak() - limit)));
  auto note = [&](const Op* op, std::string message) {
    d.notes.push_back(said(op, std::move(message)));
    d.notes.back().severity = Severity::kNote;
  };
  for (size_t i = 0; i < std::min(memory.live.size(), kOffendersNamed); ++i) {
    const LiveBuffer& buffer = memory.live[i];
    const std::string name(buffer.value->name().text());
    note(buffer.value->op(), fmt::format("a {} of {} is there then{}{}", buffer.value->type().to_string(),
                                         bytes_text(buffer.bytes), name.empty() ? "" : ": %", name));
  }
  const MemoryBound bound = memory_bound(local, memory, compiler);
  const std::string ends = fmt::format("arguments and results take {}", bytes_text(bound.ends));
  const std::string rest = bound.op == nullptr ? ""
                                               : fmt::format(", and {} {} more at once", ir::shown_op(*bound.op),
                                                             bytes_text(bound.bytes - bound.ends));
  note(bound.op, fmt::format("no order of these ops needs less than {} ({:.0f} bytes): {}{}", bytes_text(bound.bytes),
                             bound.bytes, ends, rest));
  return d;
}

Result<std::vector<Diagnostic>> over_budget(const CostReport& report, const Budget& budget) {
  std::vector<Diagnostic> out;
  const Check check(report);
  if (budget.max_bytes && report.wire.bytes > *budget.max_bytes) out.push_back(check.bytes(*budget.max_bytes));
  if (budget.max_memory && report.memory.peak() > *budget.max_memory) {
    out.push_back(over_memory(*report.local, report.memory, *budget.max_memory, report.hardware.compiler, report.file));
  }
  for (const Forbidden& forbidden : budget.forbidden) {
    const bool sends = !report.wire.collectives.empty();
    if (!forbidden.axis.empty() && report.mesh == nullptr && sends) {
      return usage(fmt::format("{}: nothing names the axes of {}; --mesh does", forbidden.text, report.file));
    }
    if (!forbidden.axis.empty() && report.mesh != nullptr && !report.mesh->axis_index(forbidden.axis) && sends) {
      return usage(fmt::format("{}: the mesh of {} has no axis {}, it is {}", forbidden.text, report.file,
                               forbidden.axis, mesh_text(*report.mesh)));
    }
    check.forbidden(forbidden, out);
  }
  return out;
}

}  // namespace partita::core::cost
