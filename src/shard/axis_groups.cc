#include "shard/axis_groups.h"

#include <fmt/format.h>

#include "shard/scanner.h"
#include "shard/spelling_axes.h"
#include "shard/spelling_hlo.h"

namespace partita {
namespace {

Result<MeshPtr> mesh_of(std::string_view text, const MeshLookup& meshes) {
  if (text.starts_with("mesh[")) {
    PARTITA_ASSIGN(HloSharding sharding, parse_hlo_sharding(fmt::format("{{{}, replicated}}", text)));
    return std::get<NamedSharding>(sharding.leaves[0]).mesh;
  }
  if (text.find('<') != std::string_view::npos) {
    PARTITA_ASSIGN(Mesh parsed, parse_sdy_mesh(text));
    return std::make_shared<const Mesh>(std::move(parsed));
  }
  if (text.starts_with('@')) text.remove_prefix(1);
  if (MeshPtr mesh = meshes(text)) return mesh;
  return Error{error_without_place(Code::kUnknownMesh, fmt::format("no mesh @{}", text))};
}

// [#stablehlo.axis_ref<name = "x", sub_axis_info = #stablehlo.sub_axis_info<pre_size = 1, size = 2>>, …]
Result<AxisRefs> stablehlo_axes(const Mesh& mesh, std::string_view text) {
  AxisRefs axes;
  auto number_behind = [](std::string_view part, std::string_view key) -> std::optional<int64_t> {
    size_t at = part.find(key);
    if (at == std::string_view::npos) return std::nullopt;
    Scanner scan(part, at + key.size());
    if (!scan.eat('=')) return std::nullopt;
    Result<int64_t> number = scan.integer();
    return number.ok() ? std::optional<int64_t>(*number) : std::nullopt;
  };
  for (size_t at = text.find("axis_ref<"); at != std::string_view::npos; at = text.find("axis_ref<", at + 1)) {
    std::string_view part = text.substr(at, text.find("axis_ref<", at + 1) - at);
    size_t open = part.find('"');
    size_t close = part.find('"', open + 1);
    std::string_view name =
        open < close && close != std::string_view::npos ? part.substr(open + 1, close - open - 1) : "";
    std::optional<int> index = mesh.axis_index(name);
    if (!index) {
      return Error{error_without_place(Code::kUnknownAxis, fmt::format("the mesh has no axis \"{}\"", name))};
    }
    AxisRef ref = whole_axis(mesh, *index);
    auto pre = number_behind(part, "pre_size");
    auto size = number_behind(part, ", size");
    if (pre && size) ref = AxisRef{ref.axis, *pre, *size};
    axes.push_back(ref);
  }
  AxisUses uses(mesh);
  for (const AxisRef& ref : axes) PARTITA_CHECK_OK(uses.add(ref));
  return axes;
}

}  // namespace

Result<AxisGroups> parse_axis_groups(std::string_view mesh, std::string_view axes, const MeshLookup& meshes) {
  AxisGroups groups;
  PARTITA_ASSIGN(groups.mesh, mesh_of(mesh, meshes));
  if (axes.starts_with('{')) {
    Scanner scan(axes);
    AxisUses uses(*groups.mesh);
    PARTITA_ASSIGN(groups.axes, scan_axis_set(scan, *groups.mesh, uses));
  } else {
    PARTITA_ASSIGN(groups.axes, stablehlo_axes(*groups.mesh, axes));
  }
  return groups;
}

std::vector<int64_t> devices_along(const Mesh& mesh, std::span<const AxisRef> axes, int64_t device) {
  std::vector<int64_t> base =
      mesh.coordinates(device).value_or(std::vector<int64_t>(static_cast<size_t>(mesh.axis_count())));
  auto step = [&](const AxisRef& ref) { return mesh.axis(ref.axis).size / (ref.pre * ref.size); };
  for (const AxisRef& ref : axes) base[static_cast<size_t>(ref.axis)] -= ref_coordinate(mesh, ref, base) * step(ref);
  std::vector<int64_t> devices;
  int64_t count = total_size(axes);
  for (int64_t i = 0; i < count; ++i) {
    std::vector<int64_t> at = base;
    int64_t rest = i;
    for (size_t k = axes.size(); k-- > 0;) {
      at[static_cast<size_t>(axes[k].axis)] += rest % axes[k].size * step(axes[k]);
      rest /= axes[k].size;
    }
    devices.push_back(mesh.device_at(at));
  }
  return devices;
}

}  // namespace partita
