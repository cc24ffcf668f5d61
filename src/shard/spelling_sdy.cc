#include "shard/spelling_sdy.h"

#include <fmt/format.h>

#include "shard/scanner.h"
#include "shard/spelling_axes.h"

namespace partita::core::shard {
namespace {

// ["x"=4, …] (, device_ids=[…])? between < and >
Result<Mesh> scan_mesh(Scanner& scan) {
  const size_t begin = scan.at();
  if (!scan.eat("#sdy.mesh")) scan.eat("mesh");
  PARTITA_CHECK_OK(scan.expect('<'));
  PARTITA_CHECK_OK(scan.expect('['));
  PARTITA_ASSIGN(std::vector<MeshAxis> axes, scan_mesh_axes(scan));
  std::optional<DeviceOrder> order;
  size_t ids_at = begin;
  if (scan.eat(',')) {
    if (!scan.eat("device_ids")) return scan.expected("device_ids=[…]");
    PARTITA_CHECK_OK(scan.expect('='));
    ids_at = scan.at();
    PARTITA_CHECK_OK(scan.expect('['));
    PARTITA_ASSIGN(std::vector<int64_t> ids, scan.integers());
    PARTITA_CHECK_OK(scan.expect(']'));
    Result<DeviceOrder> listed = DeviceOrder::listed(std::move(ids));
    if (!listed.ok()) return scan.placed(std::move(listed).error(), ids_at);
    order = std::move(listed).value();
  }
  PARTITA_CHECK_OK(scan.expect('>'));
  if (axes.empty() && order && order->count() == 1) return Mesh::maximal(order->id_at(0));
  Result<Mesh> mesh = Mesh::make(std::move(axes), std::move(order));
  if (!mesh.ok()) return scan.placed(std::move(mesh).error(), ids_at);
  return mesh;
}

Result<MeshPtr> scan_mesh_or_name(Scanner& scan, const MeshLookup& meshes) {
  const size_t begin = scan.at();
  if (!scan.eat('@')) {
    const char next = scan.peek();
    if (next != 'm' && next != '#' && next != '<') return scan.expected("@NAME or mesh<[…]>");
    PARTITA_ASSIGN(Mesh mesh, scan_mesh(scan));
    return std::make_shared<const Mesh>(std::move(mesh));
  }
  PARTITA_ASSIGN(std::string name, scan.name());
  MeshPtr mesh = meshes ? meshes(name) : nullptr;
  if (!mesh) return scan.error(Code::kUnknownMesh, begin, fmt::format("no mesh is named @{}", name));
  return mesh;
}

// MESH, [dims] (, replicated={…})? (, unreduced=kind{…})? between < and >
Result<Sharding> scan_sharding(Scanner& scan, const MeshLookup& meshes) {
  const size_t begin = scan.at();
  if (!scan.eat("#sdy.sharding")) scan.eat("sharding");
  PARTITA_CHECK_OK(scan.expect('<'));
  PARTITA_ASSIGN(MeshPtr mesh, scan_mesh_or_name(scan, meshes));
  PARTITA_CHECK_OK(scan.expect(','));
  AxisUses uses(*mesh);
  Sharding::Spec spec;
  PARTITA_ASSIGN(spec.dims, scan_dims(scan, *mesh, uses));
  bool replicated = false, unreduced = false;
  while (scan.eat(',')) {
    if (!replicated && scan.eat("replicated")) {
      replicated = true;
      PARTITA_CHECK_OK(scan.expect('='));
      PARTITA_ASSIGN(spec.replicated, scan_axis_set(scan, *mesh, uses));
    } else if (!unreduced && scan.eat("unreduced")) {
      unreduced = true;
      PARTITA_CHECK_OK(scan.expect('='));
      PARTITA_CHECK_OK(scan_unreduced(scan, *mesh, uses, spec));
    } else {
      return scan.expected("replicated={…} or unreduced={…}, each once");
    }
  }
  PARTITA_CHECK_OK(scan.expect('>'));
  Result<Sharding> made = Sharding::make(std::move(mesh), std::move(spec));
  if (!made.ok()) return scan.placed(std::move(made).error(), begin);
  return made;
}

// A name as a symbol: quoted unless it is an identifier.
std::string symbol(std::string_view name) {
  Scanner scan(name);
  const bool plain = scan.peek() > '9' && scan.word().size() == name.size();
  return plain ? std::string(name) : quoted(name);
}

}  // namespace

Result<Mesh> parse_sdy_mesh(std::string_view text, size_t* end) {
  Scanner scan(text);
  PARTITA_ASSIGN(Mesh mesh, scan_mesh(scan));
  PARTITA_CHECK_OK(scan.finish(end));
  return mesh;
}

Result<Sharding> parse_sdy_sharding(std::string_view text, const MeshLookup& meshes, size_t* end) {
  Scanner scan(text);
  PARTITA_ASSIGN(Sharding sharding, scan_sharding(scan, meshes));
  PARTITA_CHECK_OK(scan.finish(end));
  return sharding;
}

Result<std::vector<Sharding>> parse_sdy_sharding_per_value(std::string_view text, const MeshLookup& meshes,
                                                           size_t* end) {
  Scanner scan(text);
  const bool prefixed = scan.eat("#sdy.sharding_per_value") || scan.eat("sharding_per_value");
  const bool angled = prefixed || scan.peek() == '<';
  if (angled) PARTITA_CHECK_OK(scan.expect('<'));
  PARTITA_CHECK_OK(scan.expect('['));
  std::vector<Sharding> out;
  if (!scan.eat(']')) {
    do {
      PARTITA_ASSIGN(Sharding sharding, scan_sharding(scan, meshes));
      out.push_back(std::move(sharding));
    } while (scan.eat(','));
    PARTITA_CHECK_OK(scan.expect(']'));
  }
  if (angled) PARTITA_CHECK_OK(scan.expect('>'));
  PARTITA_CHECK_OK(scan.finish(end));
  return out;
}

Result<std::vector<std::string>> parse_sdy_manual_axes(std::string_view text, size_t* end) {
  Scanner scan(text);
  const bool in_dialect = scan.eat("#sdy<");
  if (!scan.eat("#sdy.manual_axes")) scan.eat("manual_axes");
  const bool angled = scan.eat('<');
  PARTITA_CHECK_OK(scan.expect('{'));
  std::vector<std::string> out;
  if (!scan.eat('}')) {
    do {
      PARTITA_ASSIGN(std::string name, scan.name());
      out.push_back(std::move(name));
    } while (scan.eat(','));
    PARTITA_CHECK_OK(scan.expect('}'));
  }
  if (angled) PARTITA_CHECK_OK(scan.expect('>'));
  if (in_dialect) PARTITA_CHECK_OK(scan.expect('>'));
  PARTITA_CHECK_OK(scan.finish(end));
  return out;
}

Result<AxisRefs> manual_axes_on(const Mesh& mesh, const std::vector<std::string>& names) {
  AxisUses uses(mesh);
  AxisRefs out;
  for (const std::string& name : names) {
    const std::optional<int> index = mesh.axis_index(name);
    if (!index) {
      return Error{error_without_place(Code::kUnknownAxis, fmt::format("the mesh has no axis {}", quoted(name)))};
    }
    out.push_back(whole_axis(mesh, *index));
    PARTITA_CHECK_OK(uses.add(out.back()));
  }
  return sorted_set(out);
}

std::string sdy_mesh_body(const Mesh& mesh) {
  std::string ids;
  if (mesh.is_maximal() || !mesh.order().is_iota()) {
    ids = fmt::format(", device_ids=[{}]", fmt::join(mesh.order().to_list(), ", "));
  }
  return fmt::format("<[{}]{}>", mesh_axes_text(mesh, '"', ", "), ids);
}

std::string sdy_sharding_body(const Sharding& sharding, std::string_view mesh_name) {
  const Mesh& mesh = sharding.mesh();
  std::string out =
      mesh_name.empty() ? fmt::format("<mesh{}", sdy_mesh_body(mesh)) : fmt::format("<@{}", symbol(mesh_name));
  out += fmt::format(", {}", dims_text(sharding, '"', true));
  if (!sharding.pinned_replicated().empty()) {
    out += fmt::format(", replicated={{{}}}", axes_text(mesh, sharding.pinned_replicated(), '"'));
  }
  if (!sharding.unreduced_axes().empty()) out += fmt::format(", unreduced={}", unreduced_text(sharding, '"'));
  return out + ">";
}

std::string sdy_sharding_list(const std::vector<Sharding>& shardings, const MeshNamer& name_of) {
  std::vector<std::string> out;
  for (const Sharding& sharding : shardings) out.push_back(sdy_sharding_body(sharding, name_of(sharding.mesh_ptr())));
  return fmt::format("[{}]", fmt::join(out, ", "));
}

std::string sdy_manual_axes_body(const Mesh& mesh, const AxisRefs& axes) {
  return fmt::format("{{{}}}", axes_text(mesh, axes, '"'));
}

}  // namespace partita::core::shard
