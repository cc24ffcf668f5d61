// All verbs of the command line.
#pragma once

#include <CLI/CLI.hpp>

#include "tools/options.h"

namespace partita::core::tools {

// A verb that runs leaves its exit status there.
void add_verbs(CLI::App& app, Options& options, int& status);

}  // namespace partita::core::tools
