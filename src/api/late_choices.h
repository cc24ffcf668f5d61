// What a program leaves open until it is compiled: which axes of the mesh its hints mean, and whose memory may be
// taken over.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ir/program.h"
#include "shard/mesh.h"
#include "shard/unbound_sharding.h"

namespace partita {
inline namespace v1 {
namespace detail {

using AxisNames = std::vector<std::pair<std::string, std::string>>;  // from, to; to may be empty: no axis

core::UnboundSharding with_axes(core::UnboundSharding sharding, const AxisNames& names);
// In all hints and manual code of the module.
void rename_axes(core::Module& module, const AxisNames& names);

// Manual code of a traced function names axes; which devices exchange data follows from the mesh. Axes that the mesh
// does not have, or in another size, fail at the op that names them.
inline constexpr std::string_view kAxesOfCollective = "partita.axes";  // kString "x,y" on collectives
inline constexpr std::string_view kPairsAlongAxes = "partita.pairs";   // kInts on collective_permute, by turns
inline constexpr std::string_view kManualSizes = "partita.sizes";      // kString "x=4,y=2" on manual computations
void bind_collectives(core::Module& module, const core::Mesh& mesh);
// The same, and the names stay, so that it can be done again.
void fill_groups(core::Module& module, const core::Mesh& mesh);
// The other way: names for what a transformation made of ops whose groups were filled, with this mesh.
void name_exchanges(core::Module& module, const core::Mesh& mesh);
// Under the name that traced hints use.
void declare_mesh(core::Module& module, const core::Mesh& mesh);

// Arguments by their numbers; `leaves` has how many of the entry's each of them is, and is empty where each is one. A
// donated argument becomes the result of its type, or one whose memory is free to be used.
void donate_arguments(core::Function& entry, const std::vector<int>& leaves, const std::vector<int>& donated);

}  // namespace detail
}  // namespace v1
}  // namespace partita
