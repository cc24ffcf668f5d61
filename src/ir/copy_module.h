// A second module with the same functions.
#pragma once

#include <memory>
#include <string_view>
#include <utility>

#include "base/result.h"
#include "ir/program.h"

namespace partita::core::ir {

// Ops, attributes, names, meshes and places in the source; in the same context.
std::unique_ptr<Module> copy_module(const Module& module);

// The function of this name, or for an empty one the module's own entry: @main, the only function, or the only public
// one. kNoEntry, with the functions there are.
Result<Function*> find_entry(Module& module, std::string_view name);

// HLO has one entry, and so has a copy that is made for it: its only public function.
void make_entry(Module& module, Function& entry);
const Function* entry_function(const Module& module);
inline Function* entry_function(Module& module) { return const_cast<Function*>(entry_function(std::as_const(module))); }

}  // namespace partita::core::ir
