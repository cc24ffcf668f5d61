#include "shard/sharding.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "shard/hashing.h"

namespace partita::core::shard {
namespace {

constexpr std::array<std::string_view, 7> kReductionNames = {"sum", "max", "min", "product", "and", "or", "xor"};

int64_t ceil_divide(int64_t n, int64_t k) { return n / k + (n % k != 0); }

DimSlice slice_of(const Mesh& mesh, const AxisRefs& axes, int64_t n, std::span<const int64_t> coordinates) {
  int64_t index = 0;
  for (const AxisRef& ref : axes) index = index * ref.size + ref_coordinate(mesh, ref, coordinates);
  const int64_t tile = ceil_divide(n, total_size(axes));
  // index * tile may pass n by far where n is small; compare before multiplying, so that nothing overflows.
  const int64_t offset = tile > 0 && index > n / tile ? n : std::min(n, index * tile);
  return {offset, std::min(tile, n - offset), tile};
}

}  // namespace

std::string_view reduction_name(ReductionKind kind) { return kReductionNames[static_cast<size_t>(kind)]; }

std::optional<ReductionKind> reduction_by_name(std::string_view name) {
  for (size_t i = 0; i < kReductionNames.size(); ++i) {
    if (kReductionNames[i] == name) return static_cast<ReductionKind>(i);
  }
  return std::nullopt;
}

Result<Sharding> Sharding::make(MeshPtr mesh, Spec spec) {
  AxisUses uses(*mesh);
  for (DimSharding& dim : spec.dims) {
    for (const AxisRef& ref : dim.axes) PARTITA_CHECK_OK(uses.add(ref));
    if (dim.priority && (*dim.priority < 0 || *dim.priority > kMaxPriority)) {
      return failure(Code::kPriority, fmt::format("priority {} is not within 0 to {}", *dim.priority, kMaxPriority));
    }
    if (dim.priority && dim.axes.empty() && !dim.open) {
      return failure(Code::kPriority, "a closed dimension without axes takes no priority");
    }
    if (dim.axes.size() > 1) dim.axes = joined(dim.axes);
  }
  for (AxisRefs* set : {&spec.replicated, &spec.unreduced, &spec.manual}) {
    for (const AxisRef& ref : *set) PARTITA_CHECK_OK(uses.add(ref));
    if (set->size() > 1) *set = sorted_set(*set);
  }
  if (spec.unreduced.empty()) spec.reduction = ReductionKind::kSum;
  if (mesh->is_maximal() && !spec.dims.empty()) {
    if (std::any_of(spec.dims.begin(), spec.dims.end(), [](const DimSharding& dim) { return dim.open; })) {
      return failure(Code::kShardingForm, "a tensor on one device has no open dimensions");
    }
    spec.dims.clear();
  }
  return Sharding(std::move(mesh), std::move(spec));
}

Sharding Sharding::replicated(MeshPtr mesh, int rank, bool open) {
  Spec spec;
  if (!mesh->is_maximal()) spec.dims.assign(rank, DimSharding{{}, open, std::nullopt});
  return Sharding(std::move(mesh), std::move(spec));
}

Sharding Sharding::maximal(int64_t device_id) {
  return Sharding(std::make_shared<const Mesh>(Mesh::maximal(device_id)), {});
}

Sharding Sharding::manual(MeshPtr mesh, int rank) {
  Sharding out = replicated(std::move(mesh), rank);
  out.spec_.manual = complement(*out.mesh_, {});
  return out;
}

Sharding Sharding::unreduced(MeshPtr mesh, int rank, ReductionKind kind) {
  Sharding out = replicated(std::move(mesh), rank);
  out.spec_.unreduced = complement(*out.mesh_, {});
  if (!out.spec_.unreduced.empty()) out.spec_.reduction = kind;
  return out;
}

Status Sharding::check_rank(int tensor_rank) const {
  if (is_maximal() || rank() == tensor_rank) return {};
  return failure(
      Code::kShardingRank,
      fmt::format("the sharding has {} dimensions, the tensor {}: write one {{}} per dimension", rank(), tensor_rank));
}

bool Sharding::is_replicated() const {
  if (is_maximal() || total_size(spec_.unreduced) > 1 || total_size(spec_.manual) > 1) return false;
  return std::all_of(spec_.dims.begin(), spec_.dims.end(),
                     [](const DimSharding& d) { return total_size(d.axes) == 1; });
}

AxisRefs Sharding::sharded_axes() const {
  AxisRefs all;
  for (const DimSharding& dim : spec_.dims) all.insert(all.end(), dim.axes.begin(), dim.axes.end());
  return sorted_set(all);
}

AxisRefs Sharding::replicated_axes() const {
  AxisRefs used = sharded_axes();
  used.insert(used.end(), spec_.unreduced.begin(), spec_.unreduced.end());
  used.insert(used.end(), spec_.manual.begin(), spec_.manual.end());
  return complement(*mesh_, used);
}

std::vector<int64_t> Sharding::local_shape(std::span<const int64_t> shape) const {
  std::vector<int64_t> out(shape.begin(), shape.end());
  for (size_t d = 0; d < spec_.dims.size(); ++d) out[d] = ceil_divide(shape[d], total_size(spec_.dims[d].axes));
  return out;
}

std::vector<int64_t> Sharding::local_shape(std::span<const int64_t> shape, std::span<const AxisRef> over) const {
  return restricted_to(over).local_shape(shape);
}

int64_t Sharding::shard_index(int dim, std::span<const int64_t> coordinates) const {
  int64_t index = 0;
  for (const AxisRef& ref : spec_.dims[dim].axes) {
    index = index * ref.size + ref_coordinate(*mesh_, ref, coordinates);
  }
  return index;
}

std::vector<DimSlice> Sharding::slices(std::span<const int64_t> shape, std::span<const int64_t> coordinates) const {
  std::vector<DimSlice> out;
  for (size_t d = 0; d < shape.size(); ++d) {
    out.push_back(is_maximal() ? DimSlice{0, shape[d], shape[d]}
                               : slice_of(*mesh_, spec_.dims[d].axes, shape[d], coordinates));
  }
  return out;
}

std::vector<DimSlice> Sharding::slices(std::span<const int64_t> shape, std::span<const int64_t> coordinates,
                                       std::span<const AxisRef> over) const {
  return restricted_to(over).slices(shape, coordinates);
}

Sharding Sharding::restricted_to(std::span<const AxisRef> over) const {
  Spec spec;
  for (const DimSharding& dim : spec_.dims) spec.dims.push_back({inside(dim.axes, over), false, std::nullopt});
  return Sharding(mesh_, std::move(spec));
}

size_t Sharding::hash() const {
  size_t seed = mesh_->hash();
  auto add = [&](const AxisRefs& refs) {
    seed = hash_of(refs.size(), seed);
    for (const AxisRef& ref : refs) seed = hash_of(ref.size, hash_of(ref.pre, hash_of(ref.axis, seed)));
  };
  for (const DimSharding& dim : spec_.dims) {
    add(dim.axes);
    seed = hash_of(dim.open, hash_of(dim.priority.value_or(-1), seed));
  }
  add(spec_.replicated);
  add(spec_.unreduced);
  add(spec_.manual);
  return hash_of(static_cast<int64_t>(spec_.reduction), seed);
}

std::string to_string(const Sharding& sharding) {
  if (sharding.is_maximal()) return fmt::format("device {}", sharding.mesh().maximal_device());
  auto names = [&](const AxisRefs& refs, std::string_view separator) {
    std::vector<std::string> out;
    for (const AxisRef& ref : refs) out.push_back(to_string(sharding.mesh(), ref));
    return fmt::format("{}", fmt::join(out, separator));
  };
  std::vector<std::string> dims;
  for (const DimSharding& dim : sharding.dims()) {
    std::string text = dim.axes.empty() ? (dim.open ? "" : "-") : names(dim.axes, "*");
    if (dim.open) text += "?";
    if (dim.priority) text += fmt::format("!{}", *dim.priority);
    dims.push_back(std::move(text));
  }
  std::string out = fmt::format("[{}]", fmt::join(dims, ", "));
  if (!sharding.manual_axes().empty()) out += fmt::format(" manual({})", names(sharding.manual_axes(), ", "));
  if (!sharding.unreduced_axes().empty()) {
    out +=
        fmt::format(" unreduced {}({})", reduction_name(sharding.reduction()), names(sharding.unreduced_axes(), ", "));
  }
  if (!sharding.pinned_replicated().empty())
    out += fmt::format(" pinned({})", names(sharding.pinned_replicated(), ", "));
  return out;
}

Result<Sharding> mesh_split(MeshPtr mesh, std::span<const int64_t> mapping, std::span<const int64_t> unspecified) {
  Sharding::Spec spec;
  for (int64_t axis : mapping) {
    DimSharding dim;
    if (axis < -1 || axis >= mesh->axis_count()) {
      return failure(Code::kDimsMapping,
                     fmt::format("{} is not -1 or one of the mesh's {} axes", axis, mesh->axis_count()));
    }
    if (axis >= 0) dim.axes.push_back(whole_axis(*mesh, axis));
    spec.dims.push_back(std::move(dim));
  }
  for (int64_t dim : unspecified) {
    if (dim < 0 || dim >= std::ssize(mapping)) {
      return failure(Code::kDimsMapping,
                     fmt::format("unspecified dimension {} of a tensor of rank {}", dim, mapping.size()));
    }
    spec.dims[dim].open = true;
  }
  return Sharding::make(std::move(mesh), std::move(spec));
}

}  // namespace partita::core::shard
