// A second module with the same functions.
#pragma once

#include <memory>
#include <utility>

#include "ir/program.h"

namespace partita::core::ir {

// Ops, attributes, names, meshes and places in the source; in the same context.
std::unique_ptr<Module> copy_module(const Module& module);

// @main, the only function, or the last one: HLO always has an entry. Null where there is no function at all.
const Function* entry_function(const Module& module);
inline Function* entry_function(Module& module) { return const_cast<Function*>(entry_function(std::as_const(module))); }

}  // namespace partita::core::ir
