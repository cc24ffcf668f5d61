// Replica groups given by axes of a mesh: devices that share all other coordinates.
//
//   mesh['a'=2,'b'=4] {'b'}                                            HLO: two groups of four
//   @mesh  [#stablehlo.axis_ref<name = "b">]                           StableHLO
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "shard/axis_ref.h"
#include "shard/mesh.h"
#include "shard/spelling_sdy.h"

namespace partita::core::shard {

struct AxisGroups {
  MeshPtr mesh;
  AxisRefs axes;  // members of a group are ordered by them, major to minor
};

// `mesh` is a name (with or without '@'), `mesh[…]` of HLO, or a mesh of sdy. Errors carry an offset as scanner.h
// describes.
Result<AxisGroups> parse_axis_groups(std::string_view mesh, std::string_view axes, const MeshLookup& meshes);

// The devices that share all mesh coordinates but those of `axes` with `device`, ordered by them, major to minor.
std::vector<int64_t> devices_along(const Mesh& mesh, std::span<const AxisRef> axes, int64_t device);
// Those with the first device, as digits: place along the axes -> id. Nothing where the order of devices is listed, or
// its digits do not end where the axes do.
std::optional<Digits> digits_along(const Mesh& mesh, std::span<const AxisRef> axes);

}  // namespace partita::core::shard

namespace partita::core {
using shard::AxisGroups;
}  // namespace partita::core
