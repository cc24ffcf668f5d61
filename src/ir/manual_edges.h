// How values go into manual code and come out, as the ops at its border say it: sdy.manual_computation, the custom
// calls
// @SPMDFullToShardShape and @xla.sdy.GlobalToLocalShape, and the way back.
//
// HLO's calls leave it to shardings what is sliced: it follows from that of the global value (the operand's going in,
// the call's own coming out), and along which axes from which of the devices are manual on the other side:
//
//   p = f32[16,8] parameter(0), sharding={devices=[2,2]<=[4]}
//   s = f32[8,4] custom-call(p), custom_call_target="SPMDFullToShardShape", sharding={manual}       cut along
//   everything f = f32[16,4] custom-call(s), custom_call_target="SPMDShardToFullShape",                        joined
//   along rows only
//       sharding={devices=[2,1,2]<=[4] last_tile_dims={manual}}
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "ir/program.h"
#include "shard/sharding.h"
#include "shard/spelling_hlo.h"

namespace partita::core::ir {

using NamedMeshes = std::map<std::string, MeshPtr, std::less<>>;
// Those that the module declares, also in HLO's frontend attributes. One that cannot be read is not there.
NamedMeshes declared_meshes(const Module& module);

// The sharding of the global value, and the manual axes that the op is about.
struct ManualEdge {
  Sharding sharding;
  AxisRefs axes;
};

// The edges of manual code that is manual on these axes. A sharding on a mesh without axes says that the value is
// replicated: it is moved to the mesh that the others are on, or to `mesh`, the one of the module that has the axes.
Result<std::vector<ManualEdge>> edges_on(const Op& op, const NamedMeshes& meshes, std::vector<Sharding> shardings,
                                         const std::vector<std::string>& axes, MeshPtr mesh = nullptr);

// Of a manual computation; all on one mesh.
struct ManualBorder {
  std::vector<ManualEdge> in, out;
  bool empty() const { return in.empty() && out.empty(); }
  const MeshPtr& mesh() const { return (in.empty() ? out : in).front().sharding.mesh_ptr(); }
};
Result<ManualBorder> border_of(const Op& manual_computation, const NamedMeshes& meshes);

// Of a call that enters manual code or leaves it, one for each value. `partitions`: how many the program runs on, where
// shardings do not tell.
Result<std::vector<ManualEdge>> edges_of_call(const Op& call, const NamedMeshes& meshes, int64_t partitions);
// The sharding that a value has in HLO's spelling, by its op or as an argument of the program.
std::optional<HloLeaf> hlo_leaf(const Value* value);

}  // namespace partita::core::ir

namespace partita::core {
using ir::ManualEdge;
using ir::NamedMeshes;
}  // namespace partita::core
