#include "driver/place_errors.h"

#include "shard/spelling_sdy.h"

namespace partita::core::driver {

Error at_mesh(const Module& module, Error error) {
  if (error.diagnostic.code != Code::kLayout || error.diagnostic.place.line > 0 || !module.source()) return error;
  for (const MeshDeclaration& declared : module.meshes()) {
    const Result<Mesh> mesh = shard::parse_sdy_mesh(declared.mesh.text());
    if (!mesh.ok() || mesh->axis_count() == 0 || declared.offset == kNoOffset) continue;
    return Error{error_at(*module.source(), declared.offset, Code::kLayout, error.diagnostic.message)};
  }
  return error;
}

}  // namespace partita::core::driver
