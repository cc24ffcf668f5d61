// Groups of devices named by axes of a mesh, as iota or list: every HLO parser knows these.
//
//   mesh = @mesh (["x"=2, "y"=4]), axes = [#stablehlo.axis_ref<name = "x">]
//   devices are 4x + y; a group varies x alone:  [4,2]<=[2,4]T(1,0)
#include <algorithm>
#include <charconv>

#include "ir/replica_groups.h"
#include "shard/spelling_sdy.h"
#include "text/hlo/decompose.h"

namespace partita {
namespace {

// The text behind `key =`, from `at` on; moves `at` behind the key. Empty where there is none before `end`.
std::string_view after(std::string_view text, std::string_view key, size_t& at, size_t end = std::string_view::npos) {
  size_t found = text.find(key, at);
  if (found == std::string_view::npos || found >= end) return {};
  at = found + key.size();
  size_t value = text.find_first_not_of(" =\t\n", at);
  return value == std::string_view::npos ? std::string_view() : text.substr(value);
}

int64_t leading_number(std::string_view text) {
  int64_t value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

std::string_view leading_name(std::string_view text) {
  if (!text.starts_with('"')) return {};
  return text.substr(1, text.find('"', 1) - 1);
}

// #stablehlo.mesh<axes = [#stablehlo.mesh_axis<name = "x", size = 2>], device_ids = dense<[1, 0]>>
Result<Mesh> inline_mesh(std::string_view text) {
  std::vector<MeshAxis> axes;
  size_t at = 0;
  for (std::string_view name = after(text, "name", at); !name.empty(); name = after(text, "name", at)) {
    std::string_view size = after(text, "size", at);
    axes.push_back({std::string(leading_name(name)), leading_number(size)});
  }
  at = 0;
  if (after(text, "device_ids", at).empty()) return Mesh::make(std::move(axes));
  std::vector<int64_t> ids;
  size_t open = text.find('<', at);
  size_t close = text.find('>', open);
  while ((at = text.find_first_of("0123456789", at)) < close) {
    ids.push_back(leading_number(text.substr(at)));
    at = text.find_first_not_of("0123456789", at);
  }
  PARTITA_ASSIGN(DeviceOrder order, DeviceOrder::listed(std::move(ids)));
  return Mesh::make(std::move(axes), std::move(order));
}

Result<Mesh> mesh_of(const Module& module, Attr mesh) {
  if (!mesh.is(AttrKind::kSymbol)) return inline_mesh(mesh.text());
  for (const MeshDeclaration& declaration : module.meshes()) {
    if (declaration.name.text() == mesh.text()) return parse_sdy_mesh(declaration.mesh.text());
  }
  return Error{error_without_place(Code::kUnknownMesh, "no mesh @" + std::string(mesh.text()) + " exists")};
}

// [#stablehlo.axis_ref<name = "x", sub_axis_info = #stablehlo.sub_axis_info<pre_size = 1, size = 2>>, …]
Result<AxisRefs> refs_of(const Mesh& mesh, std::string_view text) {
  AxisRefs refs;
  size_t at = 0;
  for (std::string_view name = after(text, "name", at); !name.empty(); name = after(text, "name", at)) {
    std::optional<int> axis = mesh.axis_index(leading_name(name));
    if (!axis) return Error{error_without_place(Code::kUnknownAxis, "a group names an axis the mesh does not have")};
    AxisRef ref = whole_axis(mesh, *axis);
    size_t next = text.find("name", at);
    if (std::string_view pre = after(text, "pre_size", at, next); !pre.empty()) {
      ref.pre = leading_number(pre);
      ref.size = leading_number(after(text, "size", at, next));
    }
    refs.push_back(ref);
  }
  AxisUses uses(mesh);
  for (const AxisRef& ref : refs) PARTITA_CHECK_OK(uses.add(ref));
  return refs;
}

}  // namespace

Result<Attr> hlo_groups(const Module& module, Attr groups) {
  Context& context = module.context();
  if (!is_mesh_groups(groups)) return groups;
  Attr mesh_attr = groups.get("mesh");
  if (mesh_attr.is(AttrKind::kOpaque) && mesh_attr.text().starts_with("mesh[")) return groups;  // read from HLO
  PARTITA_ASSIGN(Mesh mesh, mesh_of(module, mesh_attr));
  PARTITA_ASSIGN(AxisRefs inside, refs_of(mesh, groups.get("axes").text()));

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

}  // namespace partita
