// A program whose cost is asked for, as the one that every device runs: partitioned here, or taken as it is.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "cost/report.h"
#include "partition/local/boundary.h"
#include "tools/invocation.h"

namespace partita::core::tools {

struct CostedProgram {
  std::unique_ptr<Compilation> compilation;  // what figures point into
  std::optional<Boundary> boundary;
  bool partitioned_here = false;
  bool mesh_is_given = false;  // on the command line, not by the program
  const Function* local = nullptr;
  const Function* global = nullptr;  // before it was partitioned; null where it came so
  MeshPtr mesh;                      // null where nothing names one
};

// Completes and partitions a program with hints; one that is partitioned already, by whomever, is taken as it is.
// Errors of the compilation are reported there; `status` is theirs.
Status make_local(Invocation& invocation, std::unique_ptr<Compilation> given, CostedProgram& out, int& status);

// What it costs, with the causes of its collectives where they are asked for and known.
Result<CostReport> cost_of_program(CostedProgram& program, const std::string& file, const Hardware& hardware,
                                   bool with_causes);

}  // namespace partita::core::tools
