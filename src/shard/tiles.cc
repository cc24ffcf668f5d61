#include "shard/tiles.h"

#include <fmt/format.h>

#include <algorithm>

#include "shard/grouped_tiles.h"

namespace partita::core::shard {
namespace {

AxisRef axis_at(const Mesh& mesh, const Digit& digit) {
  for (int axis = 0; axis < mesh.axis_count(); ++axis) {
    const int64_t stride = mesh.axis_stride(axis), size = mesh.axis(axis).size;
    if (digit.to >= stride && digit.to < stride * size)
      return {axis, size / (digit.to / stride * digit.size), digit.size};
  }
  base::internal_error(__FILE__, __LINE__, "a digit lies on no axis of its mesh");
}

Result<Sharding> tiled_sharding(const TileSharding& tile, const MeshPtr& mesh) {
  const auto not_on_mesh = [&] {
    return failure(Code::kNotOnMesh,
                   fmt::format("the mesh cannot express {}: its devices or their order are others", to_text(tile)));
  };
  const std::optional<GroupedTiles> grouped = grouped_on(tile, mesh->order());
  if (!grouped) return not_on_mesh();
  Digits digits = grouped->order.digits();
  for (int axis = 0; axis < mesh->axis_count(); ++axis) {
    if (!cut_target(digits, mesh->axis_stride(axis))) return not_on_mesh();
  }
  const auto by_dim = digits_by_dim(*grouped, std::move(digits));
  if (!by_dim) return not_on_mesh();
  // Cutting at dims may have cut digits, never across axes: pieces of a digit stay in its axis.
  Sharding::Spec spec;
  spec.dims.resize(grouped->tile_dims.size());
  for (size_t i = 0; i < by_dim->size(); ++i) {
    for (const Digit& digit : (*by_dim)[i]) {
      const AxisRef ref = axis_at(*mesh, digit);
      if (i < spec.dims.size()) {
        spec.dims[i].axes.push_back(ref);
      } else if (kSubgroupKinds[i - spec.dims.size()] == SubgroupKind::kManual) {
        spec.manual.push_back(ref);
      } else if (kSubgroupKinds[i - spec.dims.size()] == SubgroupKind::kUnreduced) {
        spec.unreduced.push_back(ref);
      }
    }
  }
  return Sharding::make(mesh, std::move(spec));
}

// Device ids by position of the assignment, from the digits position -> mesh position.
std::optional<DeviceOrder> order_of(const Digits& digits, const Mesh& mesh) {
  if (!mesh.order().is_listed()) {
    Digits inverse = mesh.order().digits();
    for (Digit& digit : inverse) std::swap(digit.from, digit.to);
    if (auto to_ids = aligned(digits, inverse)) return DeviceOrder::from_digits(*std::move(to_ids));
  }
  if (mesh.device_count() > kMaxListedDevices && !mesh.order().is_listed()) return std::nullopt;
  std::vector<int64_t> ids;
  ids.reserve(mesh.device_count());
  for (int64_t position = 0; position < mesh.device_count(); ++position) {
    ids.push_back(mesh.order().id_at(map_number(digits, position)));
  }
  return DeviceOrder::listed(std::move(ids)).value();
}

}  // namespace

Result<Sharding> to_sharding(const TileSharding& tile, int rank, const MeshPtr& mesh) {
  switch (tile.kind) {
    case TileKind::kReplicated: return Sharding::replicated(mesh, rank);
    case TileKind::kUnknown: return Sharding::replicated(mesh, rank, true);
    case TileKind::kManual: return Sharding::manual(mesh, rank);
    case TileKind::kUnreduced: return Sharding::unreduced(mesh, rank);
    case TileKind::kMaximal: return Sharding::maximal(tile.device);
    case TileKind::kTiled: break;
  }
  PARTITA_CHECK_OK(check(tile));
  if (tile.rank() != rank) {
    return failure(Code::kShardingRank,
                   fmt::format("{} tiles {} dimensions, the tensor has {}", to_text(tile), tile.rank(), rank));
  }
  if (TileSharding plain = canonical(tile); plain.kind != TileKind::kTiled) return to_sharding(plain, rank, mesh);
  return tiled_sharding(tile, mesh);
}

Result<Sharding> to_sharding(const HloLeaf& leaf, int rank, const MeshPtr& mesh) {
  if (const auto* tile = std::get_if<TileSharding>(&leaf)) return to_sharding(*tile, rank, mesh);
  const auto& named = std::get<NamedSharding>(leaf);
  switch (named.kind) {
    case NamedSharding::Kind::kMaximal:
    case NamedSharding::Kind::kReplicated: return Sharding::replicated(named.mesh, rank);
    case NamedSharding::Kind::kManual: return Sharding::manual(named.mesh, rank);
    case NamedSharding::Kind::kUnreduced: return Sharding::unreduced(named.mesh, rank);
    case NamedSharding::Kind::kDims: break;
  }
  if (named.sharding->rank() < rank && !named.sharding->is_maximal()) {  // XLA leaves out the last undivided ones
    Sharding::Spec spec = named.sharding->spec();
    spec.dims.resize(rank);
    return Sharding::make(named.mesh, std::move(spec));
  }
  PARTITA_CHECK_OK(named.sharding->check_rank(rank));
  return *named.sharding;
}

Result<TileSharding> to_tiles(const Sharding& sharding) {
  TileSharding tile;
  if (sharding.is_maximal()) {
    tile.kind = TileKind::kMaximal;
    tile.device = sharding.mesh().maximal_device();
    return tile;
  }
  if (!sharding.unreduced_axes().empty() && sharding.reduction() != ReductionKind::kSum) {
    return failure(Code::kNotTiles,
                   fmt::format("tile assignments know unreduced sums only, not {}; write the mesh form",
                               reduction_name(sharding.reduction())));
  }
  const Mesh& mesh = sharding.mesh();
  if (mesh.device_count() == 1 && !(sharding.manual_axes().empty() && sharding.unreduced_axes().empty())) {
    tile.kind = sharding.manual_axes().empty() ? TileKind::kUnreduced : TileKind::kManual;
    return tile;
  }
  const AxisRefs replicated = sharding.replicated_axes();
  if (sharding.rank() > 0 && unspecified_dims(sharding).size() == static_cast<size_t>(sharding.rank()) &&
      total_size(replicated) == mesh.device_count()) {
    tile.kind = TileKind::kUnknown;
    return tile;
  }
  Digits digits;
  auto add = [&](const AxisRefs& refs) {
    for (const AxisRef& ref : refs) digits.push_back({ref.size, 1, ref_stride(mesh, ref)});
    tile.dims.push_back(total_size(refs));
  };
  for (const DimSharding& dim : sharding.dims()) add(dim.axes);
  for (SubgroupKind kind : kSubgroupKinds) {
    add(kind == SubgroupKind::kManual      ? sharding.manual_axes()
        : kind == SubgroupKind::kUnreduced ? sharding.unreduced_axes()
                                           : replicated);
    tile.subgroups.push_back(kind);
  }
  tile.kind = TileKind::kTiled;
  std::optional<DeviceOrder> order = order_of(normalized(digits), mesh);
  if (!order) {
    return failure(Code::kNotTiles, fmt::format("the assignment would have to list {} devices; write the mesh form",
                                                mesh.device_count()));
  }
  tile.order = *std::move(order);
  return canonical(tile);
}

NamedSharding to_named(const Sharding& sharding) {
  NamedSharding named;
  named.mesh = sharding.mesh_ptr();
  named.kind = sharding.is_maximal()                                           ? NamedSharding::Kind::kMaximal
               : sharding == Sharding::replicated(named.mesh, sharding.rank()) ? NamedSharding::Kind::kReplicated
               : sharding == Sharding::manual(named.mesh, sharding.rank())     ? NamedSharding::Kind::kManual
               : sharding == Sharding::unreduced(named.mesh, sharding.rank())  ? NamedSharding::Kind::kUnreduced
                                                                               : NamedSharding::Kind::kDims;
  if (named.kind == NamedSharding::Kind::kDims) named.sharding = sharding;
  return named;
}

std::vector<int64_t> unspecified_dims(const Sharding& sharding) {
  std::vector<int64_t> out;
  for (int d = 0; d < sharding.rank(); ++d) {
    if (sharding.dim(d).open) out.push_back(d);
  }
  return out;
}

}  // namespace partita::core::shard
