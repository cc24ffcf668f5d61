// What the sdy and the HLO mesh spelling have in common: axes, dimensions and sets of axes.
//
//   axis  ::= name (':' '(' pre ')' size)?           name in "…" or '…' or bare; a bare number is an axis by its index
//   dim   ::= '{' (axis (',' axis)* (',' '?')? | '?')? '}' ('p' number)?
#pragma once

#include <string>

#include "shard/scanner.h"
#include "shard/sharding.h"

namespace partita::core::shard {

// `uses` sees every axis as it is read, so that errors point at the axis itself.
Result<std::vector<MeshAxis>> scan_mesh_axes(Scanner& scan);  // "x"=4, "y"=2 up to and with ']'
Result<AxisRef> scan_axis(Scanner& scan, const Mesh& mesh, AxisUses& uses);
Result<AxisRefs> scan_axis_set(Scanner& scan, const Mesh& mesh, AxisUses& uses);              // {axis, …}
Result<std::vector<DimSharding>> scan_dims(Scanner& scan, const Mesh& mesh, AxisUses& uses);  // [dim, …]
// kind? {axis, …}, behind `unreduced=`
Status scan_unreduced(Scanner& scan, const Mesh& mesh, AxisUses& uses, Sharding::Spec& spec);

// Names are written between `quote` characters.
std::string mesh_axes_text(const Mesh& mesh, char quote, const char* separator);
std::string axes_text(const Mesh& mesh, const AxisRefs& refs, char quote);
std::string dims_text(const Sharding& sharding, char quote, bool with_priorities);
std::string unreduced_text(const Sharding& sharding, char quote);  // max{"x"}; the sum is not named

}  // namespace partita::core::shard
