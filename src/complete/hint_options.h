// Hints and meshes from the command line and from hints files: --mesh x=4,y=2, --devices N, --shard 'NAME=x,-'.
#pragma once

#include <string_view>

#include "complete/hint_file.h"
#include "complete/hints.h"

namespace partita::core::complete {

// The mesh of --mesh; null where it is not given. kMeshForm, or kUsage where --devices is another number.
Result<MeshPtr> mesh_of_options(const HintOptions& options);

// The NAME of a hint as below; empty where it has none.
std::string_view name_of_option(std::string_view text);

// The hints that NAME=SHARDING stands for, one for each value of that name. The sharding is [x, -], x,-, P('x', None)
// or Shardy's [{"x"}, {}], each on the main mesh, with `...` for dimensions that are not named; Shardy's
// <@mesh, […]>; or HLO's {devices=…}. Dimensions that are not divided evenly give notes.
Result<std::vector<Hint>> hints_of_line(const HintOptions& options, const Module& module, const Function& entry,
                                        const HintLine& line, Hints& hints, std::vector<Diagnostic>& notes);

// The sharding on another mesh, axes by name; those that it does not have are left out and their names added to `lost`.
// Nothing where a part of an axis does not fit.
std::optional<Sharding> on_other_mesh(const Sharding& sharding, const MeshPtr& mesh, std::vector<std::string>& lost);

}  // namespace partita::core::complete
