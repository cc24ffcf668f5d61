#include "partition/choice/sharding_table.h"

#include <algorithm>

namespace partita::core::partition {

uint32_t ShardingTable::number_of(const MeshPtr& mesh) {
  for (size_t i = 0; i < meshes_.size(); ++i) {
    if (meshes_[i] == mesh) return static_cast<uint32_t>(i);
  }
  meshes_.push_back(mesh);
  return static_cast<uint32_t>(meshes_.size()) - 1;
}

const Sharding* ShardingTable::find(const MeshPtr& mesh, std::span<const Id> dims, Id unreduced,
                                    ReductionKind reduction, Id manual) {
  // The key goes to where it stays if it is new.
  const auto first = static_cast<uint32_t>(keys_.size());
  for (const uint32_t part : {number_of(mesh), static_cast<uint32_t>(reduction), unreduced, manual})
    keys_.push_back(part);
  keys_.insert(keys_.end(), dims.begin(), dims.end());
  const auto size = static_cast<uint32_t>(keys_.size()) - first;
  uint64_t hash = size;
  for (uint32_t i = 0; i < size; ++i) hash = base::mix_hash(hash, keys_[first + i]);
  auto [at, fresh] = by_hash_.try_emplace(hash, kNone);
  for (uint32_t e = at->second; e != kNone; e = entries_[e].next) {
    const Entry& entry = entries_[e];
    if (entry.size != size || !std::equal(keys_.begin() + first, keys_.end(), keys_.begin() + entry.first)) continue;
    keys_.resize(first);
    return entry.sharding;
  }
  Sharding::Spec spec;
  spec.dims.resize(dims.size());
  for (size_t d = 0; d < dims.size(); ++d) spec.dims[d].axes = lists_.axes(dims[d]);
  spec.unreduced = lists_.axes(unreduced);
  spec.reduction = reduction;
  spec.manual = lists_.axes(manual);
  Result<Sharding> made = Sharding::make(mesh, std::move(spec));
  entries_.push_back({first, size, made.ok() ? pool_.intern(std::move(*made)) : nullptr, at->second});
  at.value() = static_cast<uint32_t>(entries_.size()) - 1;
  return entries_.back().sharding;
}

}  // namespace partita::core::partition
