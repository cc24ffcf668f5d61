// Where errors that come without a place belong.
#pragma once

#include "base/result.h"
#include "ir/program.h"

namespace partita::core::driver {

// That the mesh does not fit the hardware (kLayout) is said at the mesh, where the program declares it.
Error at_mesh(const Module& module, Error error);

}  // namespace partita::core::driver
