#include "tools/costed_program.h"

#include "complete/hint_options.h"
#include "driver/collective_causes.h"
#include "driver/place_errors.h"
#include "ir/names.h"
#include "shard/spelling_sdy.h"
#include "tools/running.h"
#include "tools/summary.h"

namespace partita::core::tools {
namespace {

bool enters_manual_code(const Op& op) {
  if (op.is(OpKind::kManualComputation)) return true;
  const std::string_view target = op.is(OpKind::kCustomCall) ? op.text_attr(AttrKey::kCallTargetName) : "";
  return call_targets::enters_manual_code(target);
}

bool has_hint(const Op& op) {
  return op.info().has(kPlacement) || enters_manual_code(op) || op.discardable_attribute(hlo_names::kSharding) ||
         op.discardable_attribute(sdy_names::kSharding) ||
         (op.is(OpKind::kCustomCall) && op.text_attr(AttrKey::kCallTargetName) == call_targets::kSharding);
}

// Whether the program is one that every device runs, and not one to be divided. XLA leaves the shardings of parameters
// on what it has partitioned, so they alone do not tell: collectives between partitions do, outside manual code, which
// is entered by a call, or marked as manual by the collective's own sharding.
bool is_local(const Module& module, const Function& entry, const Options& options) {
  if (module.discardable_attribute("hlo.is_scheduled")) return true;
  bool manual = false, meets = false, hints = false;
  walk(entry.body(), [&](const Op& op) {
    manual |= enters_manual_code(op);
    meets |= op.info().has(kCollective) && op.int_attr(AttrKey::kChannelId) > 0 &&
             !op.discardable_attribute(hlo_names::kSharding);
    hints |= has_hint(op);
  });
  if (meets && !manual) return true;
  auto on_edge = [](Attr attrs) {
    return attrs && (attrs.get(hlo_names::kSharding) || attrs.get(sdy_names::kSharding));
  };
  for (int i = 0; i < entry.num_arguments(); ++i) hints |= on_edge(entry.argument_attrs(i));
  for (int i = 0; i < std::ssize(entry.result_types()); ++i) hints |= on_edge(entry.result_attrs(i));
  const bool asked = !options.mesh.empty() || options.devices > 0 || !options.shard.empty() || !options.hints.empty() ||
                     !options.recipe.empty();
  return !hints && !asked && module.meshes().empty();
}

// --mesh; else what the program's boundary values lie on; else the first that the module declares.
Result<MeshPtr> mesh_of_local(const CostedProgram& program, const Options& options) {
  PARTITA_ASSIGN(MeshPtr given, complete::mesh_of_options({options.mesh, options.devices}));
  if (given != nullptr) return given;
  if (program.boundary) {
    if (MeshPtr mesh = mesh_of_boundary(program.boundary->arguments, program.boundary->results)) return mesh;
  }
  for (const MeshDeclaration& declared : program.compilation->module().meshes()) {
    Result<Mesh> mesh = shard::parse_sdy_mesh(declared.mesh.text());
    if (mesh.ok() && mesh->axis_count() > 0) return MeshPtr(std::make_shared<const Mesh>(std::move(*mesh)));
  }
  return MeshPtr();
}

}  // namespace

Status make_local(Invocation& invocation, std::unique_ptr<Compilation> given, CostedProgram& out, int& status) {
  const Options& options = invocation.options();
  out.compilation = std::move(given);
  out.mesh_is_given = !options.mesh.empty() || options.devices > 0;
  Compilation& compilation = *out.compilation;
  PARTITA_ASSIGN(const Function* entry, compilation.find_entry());
  PARTITA_ASSIGN(out.boundary, partition::read_boundary(*entry));
  if (options.cost_local || out.boundary || is_local(compilation.module(), *entry, options)) {
    state_devices(compilation.module(), options);
    PARTITA_ASSIGN(out.mesh, mesh_of_local(out, options));
    out.local = entry;
    return {};
  }
  if (!compilation.run()) return status = status_of(compilation), Status();
  print_summary(invocation, compilation);
  out.partitioned_here = true;
  out.local = compilation.partitioned().module->entry();
  out.global = &compilation.entry();
  out.mesh = compilation.completion().meshes().main();
  return {};
}

Result<CostReport> cost_of_program(CostedProgram& program, const std::string& file, const Hardware& hardware,
                                   bool with_causes) {
  const std::string_view layout = program.compilation->options().layout;
  Result<CostReport> made =
      program.compilation->perform("cost", [&] { return cost_of(*program.local, program.mesh, hardware, layout); });
  if (!made.ok()) {
    return program.mesh_is_given ? made.error() : driver::at_mesh(program.compilation->module(), made.error());
  }
  CostReport report = std::move(*made);
  report.file = shown_path(file);
  report.partitioned_here = program.partitioned_here;
  if (program.partitioned_here) {
    const Partitioned& partitioned = program.compilation->partitioned();
    report.fallbacks = partitioned.fallbacks;
    if (with_causes) {
      const CollectiveCauses causes(partitioned);
      for (const Collective& c : report.wire.collectives) report.causes.push_back(causes.sentence(*c.op));
    }
  }
  return report;
}

}  // namespace partita::core::tools
