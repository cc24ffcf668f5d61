// Checks a program against the specification: counts, attributes, every constraint of every op, regions, dominance,
// function signatures. Each failure is a diagnostic at the op that names the constraint: "dot_general (C6): …".
#pragma once

#include "base/diagnostics.h"
#include "ir/program.h"

namespace partita::core::ir {

// Adds what is wrong to `diagnostics` and goes on to the next op; true where nothing was.
bool verify(const Module& module, Diagnostics& diagnostics);

}  // namespace partita::core::ir
