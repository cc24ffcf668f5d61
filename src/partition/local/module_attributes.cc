#include "partition/local/module_attributes.h"

#include <set>
#include <string_view>

#include "ir/names.h"
#include "ir/replica_groups.h"

namespace partita::core::partition {

void copy_module_attributes(const Module& global, Module& local) {
  local.set_discardable_attributes(global.discardable_attributes());
  for (const char* name :
       {"mhlo.spmd_parameters_shardings", "mhlo.spmd_output_sharding", "mhlo.use_auto_spmd_partitioning",
        "hlo.allow_spmd_sharding_propagation_to_parameters", "hlo.allow_spmd_sharding_propagation_to_output",
        "hlo.entry_computation_layout", "hlo.is_scheduled"}) {
    local.set_discardable_attribute(name, {});
  }
  Context& context = local.context();
  Attr frontend = local.discardable_attribute(hlo_names::kFrontendAttributes);
  if (!frontend.is(AttrKind::kDict)) return;
  for (std::string_view name : {sdy_names::kMeshes, sdy_names::kTupleResults, sdy_names::kUseTupleArgs}) {
    frontend = context.with_entry(frontend, name, {});
  }
  local.set_discardable_attribute(hlo_names::kFrontendAttributes,
                                  frontend && !frontend.entries().empty() ? frontend : Attr());
}

void keep_named_meshes(const Module& global, Module& local) {
  std::set<std::string_view> named;
  for (const Function* function : local.functions()) {
    walk(function->body(), [&](const Op& op) {
      const Attr groups = op.attr(AttrKey::kReplicaGroups);
      if (!groups || !is_mesh_groups(groups)) return;
      std::string_view text = groups.get("mesh").text();
      if (text.starts_with('@')) text.remove_prefix(1);
      named.insert(text);
    });
  }
  for (const MeshDeclaration& mesh : global.meshes()) {
    if (named.contains(mesh.name.text())) local.meshes().push_back(mesh);
  }
}

}  // namespace partita::core::partition
