#include "partition/reshard/meshes.h"

#include <algorithm>

#include "shard/tiles.h"

namespace partita::core::partition::reshard {
namespace {

Sharding made(const MeshPtr& mesh, Sharding::Spec spec) {
  Result<Sharding> sharding = Sharding::make(mesh, std::move(spec));
  PARTITA_INVARIANT(sharding.ok(), "a sharding made of another's axes is none");
  return std::move(sharding).value();
}

// An axis in pieces of prime size, major to minor.
void append_primes(const AxisRef& ref, AxisRefs& out) {
  int64_t pre = ref.pre;
  int64_t rest = ref.size;
  for (int64_t prime = 2; rest > 1; ++prime) {
    if (prime * prime > rest) prime = rest;
    for (; rest % prime == 0; rest /= prime, pre *= prime) out.push_back({ref.axis, pre, prime});
  }
}

}  // namespace

std::optional<Sharding> on_mesh(const Sharding& sharding, int rank, const MeshPtr& mesh) {
  // Tile assignments know no reduction but the sum; it is put back afterwards.
  Sharding::Spec spec = sharding.spec();
  spec.reduction = ReductionKind::kSum;
  const Result<TileSharding> tiles = to_tiles(made(sharding.mesh_ptr(), std::move(spec)));
  if (!tiles.ok()) return std::nullopt;
  const Result<Sharding> same = to_sharding(tiles.value(), rank, mesh);
  if (!same.ok() || same.value().is_maximal()) return std::nullopt;
  Sharding::Spec out = same.value().spec();
  out.reduction = sharding.reduction();
  for (DimSharding& dim : out.dims) dim.open = false;
  return made(mesh, std::move(out));
}

std::optional<Sharding> with_shards_of(const Sharding& like, const Sharding& near) {
  const Mesh& mesh = near.mesh();
  AxisRefs free;
  for (const AxisRef& ref : complement(mesh, near.manual_axes())) append_primes(ref, free);
  Sharding::Spec spec;
  spec.manual = near.manual_axes();
  for (int d = 0; d < like.rank(); ++d) {
    int64_t wanted = like.shard_count(d);
    AxisRefs axes;
    auto use = [&](const AxisRef& ref) {
      auto found = std::find(free.begin(), free.end(), ref);
      if (found == free.end() || wanted % ref.size != 0) return false;
      axes.push_back(ref);
      wanted /= ref.size;
      free.erase(found);
      return true;
    };
    AxisRefs preferred;
    for (const AxisRef& ref : near.dim(d).axes) append_primes(ref, preferred);
    for (const AxisRef& ref : preferred) use(ref);
    for (size_t i = 0; i < free.size();) {
      if (!use(free[i])) ++i;
    }
    if (wanted != 1) return std::nullopt;
    spec.dims.push_back({std::move(axes), false, std::nullopt});
  }
  return made(near.mesh_ptr(), std::move(spec));
}

bool devices_within(const Mesh& a, const Mesh& b) {
  const DeviceOrder& within = b.order();
  if (!a.order().is_listed() && !within.is_listed()) return a.device_count() <= b.device_count();
  if (!a.order().is_listed() && a.device_count() > b.device_count()) return false;
  for (int64_t position = 0; position < a.device_count(); ++position) {
    if (!within.position_of(a.order().id_at(position))) return false;
  }
  return true;
}

bool same_devices(const Mesh& a, const Mesh& b) { return a.device_count() == b.device_count() && devices_within(a, b); }

Sharding replicated_like(const Sharding& sharding, int rank) {
  Sharding::Spec spec;
  spec.dims.resize(rank);
  spec.manual = sharding.manual_axes();
  return made(sharding.mesh_ptr(), std::move(spec));
}

Sharding reduced(const Sharding& sharding) {
  Sharding::Spec spec = sharding.spec();
  spec.unreduced.clear();
  return made(sharding.mesh_ptr(), std::move(spec));
}

}  // namespace partita::core::partition::reshard
