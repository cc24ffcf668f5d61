// Messages for terminals that have colours, and for programs.
#pragma once

#include <string>

#include "base/diagnostics.h"

namespace partita::core::tools {

// What render() gives, with the severity, the caret and the code in colours.
std::string coloured(const std::string& rendered);

// One line: {"severity", "code", "message", "file", "line", "column", "notes"}.
std::string diagnostic_json(const Diagnostic& diagnostic);

}  // namespace partita::core::tools
