#include "tools/summary.h"

#include <fmt/format.h>

#include <algorithm>

#include "cost/wire.h"

namespace partita {
namespace {

int64_t module_count(const Module& module, std::string_view name) {
  const Attr count = module.extra(name);
  return count.is(AttrKind::kInt) ? std::max<int64_t>(count.as_int(), 1) : 1;
}

// The mesh that most is said about: the first with axes.
MeshPtr mesh_of(std::span<const EdgeValue> arguments, std::span<const EdgeValue> results) {
  for (const auto& edges : {arguments, results}) {
    for (const EdgeValue& edge : edges) {
      if (edge.sharding != nullptr && edge.sharding->mesh().axis_count() > 0) return edge.sharding->mesh_ptr();
    }
  }
  return nullptr;
}

}  // namespace

std::string summary_of(const Function& local, std::span<const EdgeValue> arguments,
                       std::span<const EdgeValue> results) {
  const int64_t devices =
      module_count(local.module(), "mhlo.num_replicas") * module_count(local.module(), "mhlo.num_partitions");
  const MeshPtr mesh = mesh_of(arguments, results);
  std::string text;
  if (mesh != nullptr) {
    text += "mesh ";
    for (int a = 0; a < mesh->axis_count(); ++a) {
      text += fmt::format("{}{}={}", a == 0 ? "" : ", ", mesh->axis(a).name, mesh->axis(a).size);
    }
    text += ", ";
  }
  text += fmt::format("{} devices\n", devices);
  double here = 0, whole = 0;
  for (int i = 0; i < local.num_arguments(); ++i) {
    here += bytes_of(local.argument(i)->type());
    if (!arguments.empty()) whole += bytes_of(arguments[static_cast<size_t>(i)].global);
  }
  text += fmt::format("arguments: {} on each device", bytes_text(here));
  if (whole > 0) text += fmt::format(", {} on one device alone ({:.1f}%)", bytes_text(whole), 100 * here / whole);
  text += "\neach device sends:\n";
  return text + wire_table(wire_of(local, mesh));
}

}  // namespace partita
