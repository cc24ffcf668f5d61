#include "tools/summary.h"

#include <fmt/format.h>

#include <cstdio>

#include "cost/report.h"
#include "cost/report_rows.h"

namespace partita::core::tools {

MeshPtr mesh_of_boundary(std::span<const BoundaryValue> arguments, std::span<const BoundaryValue> results) {
  for (const auto& values : {arguments, results}) {
    for (const BoundaryValue& value : values) {
      if (value.sharding != nullptr && value.sharding->mesh().axis_count() > 0) return value.sharding->mesh_ptr();
    }
  }
  return nullptr;
}

std::string summary_of(const Function& local, std::span<const BoundaryValue> arguments,
                       std::span<const BoundaryValue> results) {
  const MeshPtr mesh = mesh_of_boundary(arguments, results);
  std::string text;
  if (mesh != nullptr) text += fmt::format("mesh {}, ", cost::mesh_text(*mesh));
  text += fmt::format("{} devices\n", cost::device_count(local.module()));
  double here = 0, global = 0;
  for (int i = 0; i < local.num_arguments(); ++i) {
    here += cost::bytes_of(local.argument(i)->type());
    if (!arguments.empty()) global += cost::bytes_of(arguments[i].global);
  }
  text += fmt::format("arguments: {} on each device", cost::bytes_text(here));
  if (global > 0)
    text += fmt::format(", {} on one device alone ({:.1f}%)", cost::bytes_text(global), 100 * here / global);
  text += "\neach device sends:\n";
  return text + cost::wire_table(cost::wire_of(local, mesh));
}

void print_summary(const Invocation& invocation, const Compilation& partitioned) {
  if (!invocation.options().verbose) return;
  const Partitioned& local = partitioned.partitioned();
  std::fputs(summary_of(*local.module->entry(), local.arguments, local.results).c_str(), stderr);
}

}  // namespace partita::core::tools
