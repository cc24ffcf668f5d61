// Hints and meshes from the command line: --mesh x=4,y=2, --devices N, --shard 'NAME=[{"x"}, {?}]'.
#pragma once

#include <string_view>

#include "complete/hints.h"

namespace partita::core::complete {

// The mesh of --mesh; null where it is not given. kMeshForm, or kUsage where --devices is another number.
Result<MeshPtr> mesh_of_options(const HintOptions& options);

// A mesh of the file and those of the command line must be one. kUsage otherwise.
Status check_given_mesh(const HintOptions& options, const MeshPtr& given, const NamedMesh& in_file);

// The NAME of a hint as below; empty where it has none.
std::string_view name_of_option(std::string_view text);

// NAME=[…] on the main mesh in Shardy's spelling, NAME=<@mesh, […]>, or NAME={devices=…} in HLO's spelling.
Result<Hint> hint_of_option(const HintOptions& options, const Module& module, const Function& entry,
                            std::string_view text, Hints& hints);

}  // namespace partita::core::complete
