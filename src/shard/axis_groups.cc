#include "shard/axis_groups.h"

#include <fmt/format.h>

#include <algorithm>

#include "shard/scanner.h"
#include "shard/spelling_axes.h"
#include "shard/spelling_hlo.h"

namespace partita::core::shard {
namespace {

// What stands behind `key =` from `at` on, up to `end`.
std::optional<int64_t> number_behind(std::string_view text, std::string_view key, size_t at, size_t end) {
  at = text.find(key, at);
  if (at == std::string_view::npos || at >= end) return std::nullopt;
  Scanner scan(text, at + key.size());
  if (!scan.eat('=')) return std::nullopt;
  const Result<int64_t> number = scan.integer();
  return number.ok() ? std::optional<int64_t>(*number) : std::nullopt;
}

std::string_view quoted_behind(std::string_view text, size_t at, size_t end) {
  const size_t open = text.find('"', at), close = text.find('"', open + 1);
  return open < end && close < end ? text.substr(open + 1, close - open - 1) : std::string_view();
}

// #stablehlo.mesh<axes = [#stablehlo.mesh_axis<name = "x", size = 2>], device_ids = dense<[1, 0]>>
Result<Mesh> inline_mesh(std::string_view text) {
  constexpr std::string_view kAxis = "mesh_axis<";
  std::vector<MeshAxis> axes;
  for (size_t at = text.find(kAxis); at != std::string_view::npos; at = text.find(kAxis, at + 1)) {
    const size_t end = std::min(text.find(kAxis, at + 1), text.size());
    axes.push_back({std::string(quoted_behind(text, at, end)), number_behind(text, "size", at, end).value_or(0)});
  }
  const size_t order = text.find("device_ids");
  if (order == std::string_view::npos) return Mesh::make(std::move(axes));
  Scanner scan(text, std::min(text.find('[', order), text.size()));
  std::vector<int64_t> ids;
  while (scan.eat('[') || scan.eat(',')) {
    PARTITA_ASSIGN(int64_t id, scan.integer());
    ids.push_back(id);
  }
  PARTITA_ASSIGN(DeviceOrder listed, DeviceOrder::listed(std::move(ids)));
  return Mesh::make(std::move(axes), std::move(listed));
}

Result<MeshPtr> mesh_of(std::string_view text, const MeshLookup& meshes) {
  if (text.starts_with("mesh[")) {
    PARTITA_ASSIGN(HloSharding sharding, parse_hlo_sharding(fmt::format("{{{}, replicated}}", text)));
    return std::get<NamedSharding>(sharding.leaves[0]).mesh;
  }
  if (text.find('<') != std::string_view::npos) {
    const bool is_stablehlo = text.find("stablehlo.mesh<") != std::string_view::npos;
    PARTITA_ASSIGN(Mesh parsed, is_stablehlo ? inline_mesh(text) : parse_sdy_mesh(text));
    return std::make_shared<const Mesh>(std::move(parsed));
  }
  if (text.starts_with('@')) text.remove_prefix(1);
  if (MeshPtr mesh = meshes(text)) return mesh;
  return Error{error_without_place(Code::kUnknownMesh, fmt::format("no mesh @{}", text))};
}

// [#stablehlo.axis_ref<name = "x", sub_axis_info = #stablehlo.sub_axis_info<pre_size = 1, size = 2>>, …]
Result<AxisRefs> stablehlo_axes(const Mesh& mesh, std::string_view text) {
  constexpr std::string_view kAxis = "axis_ref<", kPreSize = "pre_size";
  AxisRefs axes;
  for (size_t at = text.find(kAxis); at != std::string_view::npos; at = text.find(kAxis, at + 1)) {
    const size_t end = std::min(text.find(kAxis, at + 1), text.size());
    const std::string_view name = quoted_behind(text, at, end);
    const std::optional<int> index = mesh.axis_index(name);
    if (!index) {
      return Error{error_without_place(Code::kUnknownAxis, fmt::format("the mesh has no axis \"{}\"", name))};
    }
    AxisRef ref = whole_axis(mesh, *index);
    if (const size_t piece = text.find(kPreSize, at); piece < end) {
      ref.pre = number_behind(text, kPreSize, at, end).value_or(0);
      ref.size = number_behind(text, "size", piece + kPreSize.size(), end).value_or(0);
    }
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
  std::vector<int64_t> base = mesh.coordinates(device).value_or(std::vector<int64_t>(mesh.axis_count()));
  auto step = [&](const AxisRef& ref) { return mesh.axis(ref.axis).size / (ref.pre * ref.size); };
  for (const AxisRef& ref : axes) base[ref.axis] -= ref_coordinate(mesh, ref, base) * step(ref);
  std::vector<int64_t> devices;
  int64_t count = total_size(axes);
  for (int64_t i = 0; i < count; ++i) {
    std::vector<int64_t> at = base;
    int64_t rest = i;
    for (size_t k = axes.size(); k-- > 0;) {
      at[axes[k].axis] += rest % axes[k].size * step(axes[k]);
      rest /= axes[k].size;
    }
    devices.push_back(mesh.device_at(at));
  }
  return devices;
}

std::optional<Digits> digits_along(const Mesh& mesh, std::span<const AxisRef> axes) {
  if (mesh.order().is_listed()) return std::nullopt;
  Digits digits = mesh.order().digits();  // position -> id
  for (const AxisRef& ref : axes) {
    const int64_t stride = ref_stride(mesh, ref);
    if (!cut_source(digits, stride) || !cut_source(digits, stride * ref.size)) return std::nullopt;
  }
  Digits out;
  for (const AxisRef& ref : axes) {
    const int64_t stride = ref_stride(mesh, ref);
    for (const Digit& digit : digits) {
      if (digit.from >= stride && digit.from < stride * ref.size) out.push_back(digit);
    }
  }
  int64_t places = 1;
  for (size_t i = out.size(); i-- > 0; places *= out[i].size) out[i].from = places;
  return out;
}

}  // namespace partita::core::shard
