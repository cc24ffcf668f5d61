#include "ir/manual_edges.h"

#include "ir/names.h"
#include "shard/scanner.h"
#include "shard/spelling_sdy.h"
#include "shard/tiles.h"

namespace partita::core::ir {
namespace {

Error fail(const Op& op, Code code, std::string message) {
  return {op.module().error_at_op(op, code, std::move(message))};
}
Error at_op(const Op& op, const Error& error) { return fail(op, error.diagnostic.code, error.diagnostic.message); }

// Reads as far as it understands; a mesh that is not there is missed where it is used.
void read_meshes(std::string_view text, NamedMeshes& meshes) {
  Scanner scan(text);
  if (!scan.eat('{')) return;
  while (!scan.at_end() && scan.peek() != '}') {
    Result<std::string> name = scan.name();
    if (!name.ok() || !scan.eat('=')) return;
    size_t start = scan.at();
    size_t length = 0;
    Result<Mesh> mesh = shard::parse_sdy_mesh(text.substr(start), &length);
    if (!mesh.ok()) return;
    meshes[*name] = std::make_shared<const Mesh>(std::move(*mesh));
    scan = Scanner(text, start + length);
    scan.eat(',');
  }
}

MeshLookup lookup_in(const NamedMeshes& meshes) {
  return [&](std::string_view name) -> MeshPtr {
    const auto found = meshes.find(name);
    return found == meshes.end() ? nullptr : found->second;
  };
}

bool says_nothing(const Mesh& mesh) { return mesh.axis_count() == 0 && !mesh.is_maximal(); }

// A leaf of an HLO sharding text, or nothing.
std::optional<HloLeaf> leaf_of(Attr text, int index) {
  if (!text.is(AttrKind::kString)) return std::nullopt;
  Result<HloSharding> parsed = shard::parse_hlo_sharding(text.text());
  if (!parsed.ok() || parsed->leaves.empty()) return std::nullopt;
  size_t which = parsed->is_tuple ? static_cast<size_t>(index) : 0;
  return which < parsed->leaves.size() ? std::optional(parsed->leaves[which]) : std::nullopt;
}

HloLeaf simple_leaf(TileKind kind) {
  TileSharding tile;
  tile.kind = kind;
  return tile;
}

// Both leaves as shardings on one mesh.
Result<std::pair<Sharding, Sharding>> on_one_mesh(const Op& op, int64_t partitions, const HloLeaf& a, const HloLeaf& b,
                                                  int rank) {
  MeshPtr mesh;
  std::vector<TileSharding> tiles;
  for (const HloLeaf* leaf : {&a, &b}) {
    if (const auto* named = std::get_if<NamedSharding>(leaf)) mesh = named->mesh;
    if (const auto* tile = std::get_if<TileSharding>(leaf)) tiles.push_back(*tile);
  }
  if (mesh == nullptr) mesh = derive_meshes(tiles, partitions).meshes.at(0);
  auto first = to_sharding(a, rank, mesh);
  auto second = to_sharding(b, rank, mesh);
  if (!first.ok()) return at_op(op, first.error());
  if (!second.ok()) return at_op(op, second.error());
  return std::pair(std::move(*first), std::move(*second));
}

std::string_view target_of(const Op& op) { return op.text_attr(AttrKey::kCallTargetName); }
bool is_sdy_call(const Op& op) { return target_of(op).starts_with(call_targets::kSdyPrefix); }

Attr frontend_attr(const Op& op, std::string_view name) {
  Attr dictionary = op.discardable_attribute(hlo_names::kFrontendAttributes);
  return dictionary.is(AttrKind::kDict) ? dictionary.get(name) : Attr();
}

// The edges of xla.sdy.GlobalToLocalShape and back, from the attributes sdy writes beside them.
Result<std::vector<ManualEdge>> sdy_edges(const Op& op, const NamedMeshes& meshes, bool entering) {
  Attr list = frontend_attr(op, entering ? sdy_names::kInShardings : sdy_names::kOutShardings);
  Attr manual = frontend_attr(op, sdy_names::kManualAxes);
  if (!list.is(AttrKind::kString) || !manual.is(AttrKind::kString)) {
    return fail(op, Code::kAttributeForm, "the call says neither its shardings nor its manual axes");
  }
  auto shardings = shard::parse_sdy_sharding_per_value(list.text(), lookup_in(meshes));
  if (!shardings.ok()) return at_op(op, shardings.error());
  auto names = shard::parse_sdy_manual_axes(manual.text());
  if (!names.ok()) return at_op(op, names.error());
  return edges_on(op, meshes, std::move(*shardings), *names);
}

}  // namespace

NamedMeshes declared_meshes(const Module& module) {
  NamedMeshes meshes;
  for (const MeshDeclaration& declaration : module.meshes()) {
    Result<Mesh> mesh = shard::parse_sdy_mesh(declaration.mesh.text());
    if (mesh.ok()) meshes[std::string(declaration.name.text())] = std::make_shared<const Mesh>(std::move(*mesh));
  }
  // HLO carries the same as text: xla.sdy.meshes = "{mesh = #sdy.mesh<["x"=2]>, …}".
  Attr frontend = module.discardable_attribute(hlo_names::kFrontendAttributes);
  Attr text = frontend.is(AttrKind::kDict) ? frontend.get(sdy_names::kMeshes) : Attr();
  if (text.is(AttrKind::kString)) read_meshes(text.text(), meshes);
  return meshes;
}

Result<std::vector<ManualEdge>> edges_on(const Op& op, const NamedMeshes& meshes, std::vector<Sharding> shardings,
                                         const std::vector<std::string>& names, MeshPtr mesh) {
  for (const Sharding& sharding : shardings) {
    if (mesh == nullptr && !says_nothing(sharding.mesh())) mesh = sharding.mesh_ptr();
  }
  for (const auto& [name, declared] : meshes) {
    if (mesh == nullptr && !names.empty() && manual_axes_on(*declared, names).ok()) mesh = declared;
  }
  std::vector<ManualEdge> edges;
  for (Sharding& sharding : shardings) {
    if (says_nothing(sharding.mesh()) && mesh != nullptr) {
      auto made = Sharding::make(mesh, sharding.spec());
      if (made.ok()) sharding = std::move(*made);
    }
    auto axes = manual_axes_on(sharding.mesh(), names);
    if (!axes.ok()) return at_op(op, axes.error());
    edges.push_back({std::move(sharding), std::move(*axes)});
  }
  return edges;
}

Result<ManualBorder> border_of(const Op& op, const NamedMeshes& meshes) {
  auto text = [&](AttrKey key) { return op.attr(key).text(); };
  const MeshLookup lookup = lookup_in(meshes);
  auto in = shard::parse_sdy_sharding_per_value(text(AttrKey::kInShardings), lookup);
  if (!in.ok()) return at_op(op, in.error());
  auto out = shard::parse_sdy_sharding_per_value(text(AttrKey::kOutShardings), lookup);
  if (!out.ok()) return at_op(op, out.error());
  auto axes = shard::parse_sdy_manual_axes(text(AttrKey::kManualAxes));
  if (!axes.ok()) return at_op(op, axes.error());
  if (std::ssize(*in) != op.num_operands() || std::ssize(*out) != op.num_results()) {
    return fail(op, Code::kAttributeForm, "one sharding per operand and per result is wanted");
  }
  MeshPtr mesh;
  for (const auto* list : {&*in, &*out}) {
    for (const Sharding& sharding : *list) {
      if (says_nothing(sharding.mesh())) continue;  // replicated, wherever the others are
      if (mesh == nullptr) mesh = sharding.mesh_ptr();
      if (!same_mesh(mesh, sharding.mesh_ptr()))
        return fail(op, Code::kUnknownMesh, "all shardings must be on one mesh");
    }
  }
  ManualBorder border;
  PARTITA_ASSIGN(border.in, edges_on(op, meshes, std::move(*in), *axes, mesh));
  PARTITA_ASSIGN(border.out, edges_on(op, meshes, std::move(*out), *axes, mesh));
  return border;
}

std::optional<HloLeaf> hlo_leaf(const Value* value) {
  if (!value->is_argument()) return leaf_of(value->op()->discardable_attribute(hlo_names::kSharding), value->index());
  const Region* region = value->region();
  if (region->parent_op() != nullptr || region->function() == nullptr) return std::nullopt;
  Attr attrs = region->function()->argument_attrs(value->index());
  return attrs ? leaf_of(attrs.get(hlo_names::kSharding), 0) : std::nullopt;
}

Result<std::vector<ManualEdge>> edges_of_call(const Op& op, const NamedMeshes& meshes, int64_t partitions) {
  const bool entering = call_targets::enters_manual_code(target_of(op));
  std::vector<ManualEdge> edges;
  if (op.num_operands() != op.num_results()) return fail(op, Code::kOperandCount, "one result per operand is wanted");
  if (is_sdy_call(op)) {
    PARTITA_ASSIGN(edges, sdy_edges(op, meshes, entering));
    if (std::ssize(edges) != op.num_results()) {
      return fail(op, Code::kAttributeForm, "one sharding per value is wanted");
    }
    return edges;
  }
  for (int i = 0; i < op.num_results(); ++i) {
    std::optional<HloLeaf> outer = entering ? hlo_leaf(op.operand(i)) : hlo_leaf(op.result(i));
    std::optional<HloLeaf> inner = entering ? hlo_leaf(op.result(i)) : hlo_leaf(op.operand(i));
    if (!outer) outer = simple_leaf(TileKind::kReplicated);
    if (!inner) inner = simple_leaf(TileKind::kManual);
    const Type type = op.result(i)->type();
    PARTITA_ASSIGN(auto pair, on_one_mesh(op, partitions, *outer, *inner, type.is_tensor() ? type.rank() : 0));
    AxisRefs axes = outside(pair.second.manual_axes(), pair.first.manual_axes());
    edges.push_back({std::move(pair.first), std::move(axes)});
  }
  return edges;
}

}  // namespace partita::core::ir
