// Programs as bytes, and programs with dynamic dimensions: what `partita --to` and `--shape` do.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "partita/export.h"
#include "partita/program.h"
#include "partita/run.h"

namespace partita {
inline namespace v1 {

// A program in a format that `--to` takes: "stablehlo" or "hlo" text, MLIR "bytecode", "vhlo", a portable artifact, or
// "vhlo=1.9", one for an older StableHLO, "proto", an HloModuleProto. Of a Compiled: the program that a device runs.
// Hints that were put on a Program are left out, as in text().
PARTITA_API std::string encode(const Program& program, std::string_view format);
PARTITA_API std::string encode(const Compiled& compiled, std::string_view format);

// Reads a program with dynamic dimensions, and gives its arguments sizes: "arg0=8x128", or the name of an argument.
// Program::parse refuses such a program. Lines are those of the program that comes of it.
PARTITA_API Program specialize(std::string_view text, const std::vector<std::string>& shapes,
                               std::string_view name = "<text>");

}  // namespace v1
}  // namespace partita
