// What a local program's module takes over from the whole program's.
#pragma once

#include "ir/program.h"

namespace partita::core::partition {

// All attributes but those that spoke of the whole: shardings, layouts, schedules.
void copy_module_attributes(const Module& whole, Module& local);
// Collectives of manual code may name their groups by the axes of a mesh of the module: those meshes stay.
void keep_named_meshes(const Module& whole, Module& local);

}  // namespace partita::core::partition
