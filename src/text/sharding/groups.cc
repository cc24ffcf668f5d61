// Groups of devices named by axes of a mesh, as iota or list: every HLO parser knows these.
//
//   mesh = @mesh (["x"=2, "y"=4]), axes = [#stablehlo.axis_ref<name = "x">]
//   devices are 4x + y; a group varies x alone:  [4,2]<=[2,4]T(1,0)
#include <algorithm>

#include "ir/replica_groups.h"
#include "shard/axis_groups.h"
#include "shard/spelling_sdy.h"
#include "text/sharding/in_hlo.h"

namespace partita::core::text {

Result<Attr> hlo_groups(const Module& module, Attr groups) {
  Context& context = module.context();
  if (!is_mesh_groups(groups)) return groups;
  Attr mesh_attr = groups.get("mesh");
  auto lookup = [&](std::string_view name) -> MeshPtr {
    for (const MeshDeclaration& declaration : module.meshes()) {
      if (declaration.name.text() != name) continue;
      Result<Mesh> mesh = shard::parse_sdy_mesh(declaration.mesh.text());
      return mesh.ok() ? std::make_shared<const Mesh>(std::move(*mesh)) : nullptr;
    }
    return nullptr;
  };
  PARTITA_ASSIGN(AxisGroups said, shard::parse_axis_groups(mesh_attr.text(), groups.get("axes").text(), lookup));
  return plain_groups(context, said);
}

Attr plain_groups(Context& context, const AxisGroups& said) {
  const Mesh& mesh = *said.mesh;
  const AxisRefs& inside = said.axes;

  // The mesh as digits: those outside of the groups, then those inside, major to minor in the order they are named.
  AxisRefs outside = complement(mesh, inside);
  AxisRefs digits(outside.begin(), outside.end());
  digits.insert(digits.end(), inside.begin(), inside.end());
  AxisRefs sorted = digits;
  std::sort(sorted.begin(), sorted.end());
  std::vector<int64_t> dims, permutation;
  for (const AxisRef& ref : sorted) dims.push_back(ref.size);
  for (const AxisRef& ref : digits)
    permutation.push_back(std::find(sorted.begin(), sorted.end(), ref) - sorted.begin());
  int64_t size = total_size(inside), count = mesh.device_count() / std::max<int64_t>(size, 1);
  bool straight = std::is_sorted(permutation.begin(), permutation.end());
  if (dims.empty()) dims.push_back(1);
  Attr positions = iota_groups(context, count, size, dims,
                               straight ? std::span<const int64_t>() : std::span<const int64_t>(permutation));
  if (mesh.order().is_iota()) return positions;
  std::optional<std::vector<std::vector<int64_t>>> listed = expand_groups(positions);
  for (std::vector<int64_t>& group : *listed) {
    for (int64_t& position : group) position = mesh.order().id_at(position);
  }
  return list_groups(context, *listed);
}

}  // namespace partita::core::text
