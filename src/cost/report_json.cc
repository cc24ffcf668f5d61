// Reports for programs. The fields are documented in docs/cost.md and stay: new ones may be added.
#include <cmath>
#include <nlohmann/json.hpp>

#include "cost/report.h"
#include "cost/report_rows.h"
#include "ir/shown.h"

namespace partita::core::cost {
namespace {

using OrderedJson = nlohmann::ordered_json;

// Counts and bytes are integers; beyond the range of int64 they are written as floats.
OrderedJson integer(double number) {
  if (std::abs(number) < 9e15) return static_cast<int64_t>(number);
  return number;
}

OrderedJson time_json(const CostReport& report) {
  OrderedJson out = {{"hardware", report.hardware.name}, {"least", report.time.least()},
                     {"most", report.time.most()},       {"scheduled", report.time.scheduled},
                     {"compute", report.time.compute},   {"communication", report.time.communication},
                     {"levels", OrderedJson::array()}};
  for (size_t i = 0; i < report.time.by_resource.size(); ++i) {
    out["levels"].push_back({{"name", report.topology->resources()[i]}, {"seconds", report.time.by_resource[i]}});
  }
  if (report.topology->on_torus()) {
    out["slice"] = to_string(report.topology->on_torus()->slice);
    out["layout"] = report.topology->layout();
  }
  return out;
}

OrderedJson wire_json(const CostReport& report) {
  OrderedJson out;
  out["bytes"] = integer(report.wire.bytes);
  out["count"] = integer(report.wire.count);
  out["unknown_trip_counts"] = report.wire.unknown_trip_counts.size();
  out["guessed_trip_counts"] = report.wire.guessed_trip_counts.size();
  out["by_kind"] = OrderedJson::object();
  for (const WireSum& sum : by_kind(report.wire)) {
    out["by_kind"][sum.key] = {{"bytes", integer(sum.bytes)}, {"count", integer(sum.count)}};
  }
  out["by_axes"] = OrderedJson::array();
  for (const WireSum& sum : by_axes(report.wire)) {
    out["by_axes"].push_back(
        {{"axes", sum.group->axes}, {"along", sum.key}, {"bytes", integer(sum.bytes)}, {"count", integer(sum.count)}});
  }
  out["collectives"] = OrderedJson::array();
  for (const CollectiveRow& row : collective_rows(report)) {
    const Collective& c = *row.collective;
    OrderedJson one = {{"number", row.number},      {"name", row.name},       {"kind", collective_name(c.op->kind())},
                       {"axes", c.group->axes},     {"group", c.group->size}, {"times", integer(c.times)},
                       {"bytes", integer(c.bytes)}, {"line", row.line}};
    one["seconds"] = c.times * report.collective_seconds.at(c.op).seconds;
    if (!report.causes.empty()) one["cause"] = report.causes[row.number - 1];
    out["collectives"].push_back(std::move(one));
  }
  return out;
}

// What has no name goes by its op.
std::string called(const Value& value) {
  const std::string name = shown_name(&value);
  return name != "%?" || value.op() == nullptr ? name : shown_op(*value.op());
}
std::string called(const Op& op) {
  const std::string name = op_name(op);
  return name.empty() ? shown_op(op) : name;
}

OrderedJson memory_json(const CostReport& report) {
  const Memory& memory = report.memory;
  OrderedJson out = {{"peak", integer(memory.peak())},
                     {"arguments", integer(memory.arguments)},
                     {"results", integer(memory.results)},
                     {"aliased", integer(memory.aliased)},
                     {"temporaries", integer(memory.temporaries)},
                     {"at", memory.at != nullptr ? called(*memory.at) : ""},
                     {"live", OrderedJson::array()}};
  const SourceLines lines(*report.local);
  out["line"] = memory.at != nullptr ? lines.of(*memory.at) : 0;
  for (const LiveBuffer& buffer : memory.live) {
    out["live"].push_back({{"name", called(*buffer.value)},
                           {"type", buffer.value->type().to_string()},
                           {"bytes", integer(buffer.bytes)},
                           {"line", buffer.value->op() != nullptr ? lines.of(*buffer.value->op()) : 0}});
  }
  return out;
}

OrderedJson program_json(const CostReport& report) {
  OrderedJson out;
  out["file"] = report.file;
  out["partitioned_here"] = report.partitioned_here;
  out["devices"] = report.devices;
  out["mesh"] = OrderedJson::object();
  if (report.mesh != nullptr) {
    for (const MeshAxis& axis : report.mesh->axes()) out["mesh"][axis.name] = axis.size;
  }
  out["operations"] = {{"matrix", integer(report.operations.matrix)}, {"all", integer(report.operations.all)}};
  out["wire"] = wire_json(report);
  out["memory"] = memory_json(report);
  out["time"] = time_json(report);
  out["fallbacks"] = OrderedJson::array();
  for (const Diagnostic& fallback : report.fallbacks) {
    out["fallbacks"].push_back({{"line", fallback.place.line}, {"message", fallback.message}});
  }
  return out;
}

}  // namespace

std::string report_json(std::span<const CostReport> reports) {
  OrderedJson out = {{"version", 1}, {"programs", OrderedJson::array()}};
  for (const CostReport& report : reports) out["programs"].push_back(program_json(report));
  return out.dump(1, ' ', false, OrderedJson::error_handler_t::replace) + "\n";
}

}  // namespace partita::core::cost
