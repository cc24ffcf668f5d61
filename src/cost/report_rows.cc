#include "cost/report_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "ir/shown.h"

namespace partita::core::cost {
namespace {

template <typename Key>
std::vector<WireSum> summed(const Wire& wire, const Key& key_of) {
  std::map<std::string, WireSum> sums;
  for (const WireUse& use : wire.uses) {
    std::string key(key_of(use));
    WireSum& sum = sums.try_emplace(key, WireSum{key, use.group}).first->second;
    sum.count += use.count;
    sum.bytes += use.bytes;
  }
  std::vector<WireSum> out;
  for (auto& [key, sum] : sums) out.push_back(std::move(sum));
  std::stable_sort(out.begin(), out.end(), [](const WireSum& a, const WireSum& b) { return a.bytes > b.bytes; });
  return out;
}

}  // namespace

std::vector<WireSum> by_kind(const Wire& wire) {
  return summed(wire, [](const WireUse& use) { return collective_name(use.kind); });
}

std::vector<WireSum> by_axes(const Wire& wire) {
  return summed(wire, [](const WireUse& use) { return std::string_view(use.group->along); });
}

std::string op_name(const Op& op) {
  const Op* outer = op.parent_op();
  if (outer != nullptr && outer->is(OpKind::kAsyncStart)) return op_name(*outer);
  if (op.num_results() == 0) return {};
  if (!op.name().empty()) return fmt::format("%{}", op.name().text());
  return op.result()->name().empty() ? "" : shown_name(op.result());
}

SourceLines::SourceLines(const Function& local) : source_(local.module().source().get()) {
  if (source_ != nullptr) index_.emplace(*source_);
}

int SourceLines::of(const Op& op) const { return index_ ? index_->line(op.offset()) : 0; }

SourceLines::Place SourceLines::place_of(const Op& op) const {
  const int line = of(op);
  return line > 0 ? Place{source_->file_at(op.offset()), line} : Place{};
}

std::string SourceLines::to_string(const Place& place) {
  if (place.line == 0) return {};
  std::string text(place.file);
  const fmt::format_int line(place.line);
  return text.append(1, ':').append(line.data(), line.size());
}

std::vector<CollectiveRow> collective_rows(const CostReport& report) {
  const SourceLines lines(*report.local);
  std::vector<CollectiveRow> rows;
  for (const Collective& collective : report.wire.collectives) {
    rows.push_back({&collective, rows.size() + 1, op_name(*collective.op), lines.of(*collective.op)});
  }
  return rows;
}

void largest_first(std::vector<CollectiveRow>& rows) {
  std::stable_sort(rows.begin(), rows.end(), [](const CollectiveRow& a, const CollectiveRow& b) {
    return a.collective->bytes > b.collective->bytes;
  });
}

std::string mesh_text(const Mesh& mesh) {
  std::string text;
  for (const MeshAxis& axis : mesh.axes())
    text += fmt::format("{}{}={}", text.empty() ? "" : ", ", axis.name, axis.size);
  return text;
}

}  // namespace partita::core::cost
