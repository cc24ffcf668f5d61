// Shardings of one tensor on different meshes.
#pragma once

#include <optional>

#include "shard/sharding.h"

namespace partita::core::partition::reshard {

// The same placement of the same elements, in the axes of another mesh of the same devices; nothing where its axes
// cannot express it.
std::optional<Sharding> on_mesh(const Sharding& sharding, int rank, const MeshPtr& mesh);

// A sharding of the mesh that divides every dimension in as many shards as `like` does, with as much of what `near`
// divides it along as fits. Manual axes are those of `near`.
std::optional<Sharding> with_shards_of(const Sharding& like, const Sharding& near);

// Whether every device of `a` is one of `b`.
bool devices_within(const Mesh& a, const Mesh& b);
bool same_devices(const Mesh& a, const Mesh& b);

// Nothing sharded or unreduced, the same manual axes.
Sharding replicated_like(const Sharding& sharding, int rank);
// The same without unreduced axes.
Sharding reduced(const Sharding& sharding);

}  // namespace partita::core::partition::reshard
