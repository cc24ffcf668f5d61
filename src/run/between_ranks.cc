#include "run/between_ranks.h"

#include <set>
#include <utility>

#include "engine/meet/ranks.h"
#include "run/boxes.h"

namespace partita::core::run {
namespace {

constexpr int kTag = 5;

// The first places that hold the pieces of a value, in order.
std::vector<int64_t> first_holders(const LocalProgram& program, const BoundaryValue& value) {
  std::vector<int64_t> places;
  std::set<std::pair<int64_t, Box>> seen;
  for (int64_t place = 0; place < program.places; ++place) {
    if (value.sharding != nullptr && !value.sharding->mesh().coordinates(place)) continue;
    const Box box = box_of(value.sharding, value.global.dims(), place);
    if (box.elements() > 0 && seen.emplace(part_of(value.sharding, place), box).second) places.push_back(place);
  }
  return places;
}

bool has_padding(const LocalProgram& program, const BoundaryValue& value) {
  if (value.sharding == nullptr) return false;
  const std::vector<int64_t> shape = value.sharding->local_shape(value.global.dims());
  for (int64_t place = 0; place < program.places; ++place) {
    if (box_of(value.sharding, value.global.dims(), place).extent != shape) return true;
  }
  return false;
}

}  // namespace

Status fetch_shards(const LocalProgram& program, const BoundaryValue& value, std::vector<Tensor>& by_device,
                    const Wants& wants) {
  engine::Ranks* const ranks = program.ranks;
  if (ranks == nullptr || !value.global.is_tensor()) return {};
  Context& context = program.module.context();
  const Type local = value.sharding == nullptr
                         ? value.global
                         : context.tensor(value.global.element(), value.sharding->local_shape(value.global.dims()));
  std::vector<std::unique_ptr<engine::Wire::Pending>> pending;
  for (const int64_t place : first_holders(program, value)) {
    const int owner = ranks->rank_of(place, program.devices());
    for (int rank = 0; rank < ranks->size(); ++rank) {
      if (rank == owner || !wants(rank, place)) continue;
      if (rank == ranks->rank()) by_device[place] = Tensor::make(local);
      if (rank != ranks->rank() && owner != ranks->rank()) continue;
      const bool sends = owner == ranks->rank();
      auto* data = static_cast<std::byte*>(const_cast<void*>(by_device[place].raw()));
      pending.push_back(
          ranks->wire().start({sends, sends ? rank : owner, kTag, data, local.byte_size(), by_device[place].shared()}));
    }
  }
  return ranks->wait(std::move(pending));
}

Status fetch_for_resharding(const LocalProgram& program, const BoundaryValue& from, const BoundaryValue& to,
                            std::vector<Tensor>& by_device) {
  if (program.ranks == nullptr || !from.global.is_tensor()) return {};
  const bool same = from.sharding == to.sharding ||
                    (from.sharding != nullptr && to.sharding != nullptr && *from.sharding == *to.sharding);
  if (same && !has_padding(program, to)) return {};  // each keeps its own
  return fetch_shards(program, from, by_device, [&](int rank, int64_t place) {
    const Box held = box_of(from.sharding, from.global.dims(), place);
    const engine::DeviceRange devices = program.ranks->devices_of(rank, program.devices());
    for (int64_t device = devices.first; device < devices.end; ++device) {
      const int64_t at = device % program.places;
      if (same && part_of(from.sharding, place) != part_of(to.sharding, at)) continue;
      if (intersection(held, box_of(to.sharding, to.global.dims(), at))) return true;
    }
    return false;
  });
}

}  // namespace partita::core::run
