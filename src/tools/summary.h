// What a person wants to see of a partitioned program: the mesh, what each device holds and sends.
#pragma once

#include <span>
#include <string>

#include "ir/program.h"
#include "partition/local/boundary.h"
#include "tools/invocation.h"

namespace partita::core::tools {

// The mesh of the summary: the first with axes; null where there is none.
MeshPtr mesh_of_boundary(std::span<const BoundaryValue> arguments, std::span<const BoundaryValue> results);

// `arguments` may be empty: then the global types of the arguments are unknown.
std::string summary_of(const Function& local, std::span<const BoundaryValue> arguments,
                       std::span<const BoundaryValue> results);

// With -v, to standard error: the same of a program that was partitioned here.
void print_summary(const Invocation& invocation, const Compilation& partitioned);

}  // namespace partita::core::tools
