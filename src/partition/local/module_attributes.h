// What the module of a local program keeps of the global program's.
#pragma once

#include "ir/program.h"

namespace partita::core::partition {

// Copies all attributes but those about the global program: shardings, layouts, schedules.
void copy_module_attributes(const Module& global, Module& local);
// Collectives of manual code may name their groups by the axes of a mesh of the module: those meshes stay.
void keep_named_meshes(const Module& global, Module& local);

}  // namespace partita::core::partition
