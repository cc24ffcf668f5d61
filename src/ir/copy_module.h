// A second module with the same functions.
#pragma once

#include <memory>

#include "ir/program.h"

namespace partita::core::ir {

// Ops, attributes, names, meshes and places in the source; in the same context.
std::unique_ptr<Module> copy_module(const Module& module);

// @main, the only function, or the last one: HLO always has an entry. Null where there is no function at all.
Function* entry_function(const Module& module);

}  // namespace partita::core::ir
