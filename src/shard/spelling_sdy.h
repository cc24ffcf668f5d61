// The sdy dialect's spelling of meshes and shardings.
//
//   #sdy.mesh<["x"=4, "y"=2], device_ids=[…]>                      <["x"=4]>   mesh<["x"=4]>
//   #sdy.sharding<@mesh, [{"x"}p1, {"y":(1)2, ?}], replicated={"z"}, unreduced=max{"w"}>   <@mesh, […]>
//   #sdy.sharding_per_value<[<@mesh, […]>, …]>                     [<@mesh, […]>, …]
//   #sdy.manual_axes{"x"}   #sdy<manual_axes{"x"}>                 {"x"}
//
// The parsers take the attribute with or without its prefix, and blanks and comments anywhere. With `end` they read one
// attribute at the beginning of the text and store where it ended; without, the text must hold nothing else. Errors
// carry an offset as scanner.h describes. An extension: `unreduced=` takes product, and, or, xor beside sdy's sum, max,
// min.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "shard/sharding.h"

namespace partita::core::shard {

// The mesh of a name (without '@'); null where there is none.
using MeshLookup = std::function<MeshPtr(std::string_view name)>;

Result<Mesh> parse_sdy_mesh(std::string_view text, size_t* end = nullptr);
Result<Sharding> parse_sdy_sharding(std::string_view text, const MeshLookup& meshes, size_t* end = nullptr);
Result<std::vector<Sharding>> parse_sdy_sharding_per_value(std::string_view text, const MeshLookup& meshes,
                                                           size_t* end = nullptr);
// The names only: which mesh they belong to is known from the shardings beside them. See manual_axes_on().
Result<std::vector<std::string>> parse_sdy_manual_axes(std::string_view text, size_t* end = nullptr);
// kUnknownAxis or kAxisUsedTwice where a name is none of the mesh's or repeated. A sorted set.
Result<AxisRefs> manual_axes_on(const Mesh& mesh, const std::vector<std::string>& names);

// Bodies, from '<' to '>' (or '[' to ']', '{' to '}'): writers put `#sdy.sharding`, `#sdy.mesh`, … before them where
// wanted. Ids are listed, as sdy has no other way: linear in devices for a mesh with an order.
std::string sdy_mesh_body(const Mesh& mesh);
// `mesh_name` empty writes the mesh into the sharding. Manual axes are not written: sdy has them on the region.
std::string sdy_sharding_body(const Sharding& sharding, std::string_view mesh_name);
// The name of a sharding's mesh.
using MeshNamer = std::function<std::string(const MeshPtr& mesh)>;
std::string sdy_sharding_list(const std::vector<Sharding>& shardings, const MeshNamer& name_of);  // [<…>, <…>]
std::string sdy_manual_axes_body(const Mesh& mesh, const AxisRefs& axes);                         // {"x", "y"}

}  // namespace partita::core::shard

namespace partita::core {
using shard::MeshLookup;
}  // namespace partita::core
