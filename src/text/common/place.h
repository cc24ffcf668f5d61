// Where a mistake in the text of an attribute stands in the program.
#pragma once

#include <string_view>

#include "base/diagnostics.h"
#include "ir/program.h"

namespace partita::core::text {

// Attributes do not know their place: `text` is looked for behind the op, argument or mesh that carries it. The
// diagnostic, whose place is inside `text`, gets its place in the file; that of the carrier where the text is not there
// as it stands (an alias, an escaped string).
Diagnostic placed_behind(const Module& module, SourceOffset carrier, std::string_view text, Diagnostic diagnostic);

}  // namespace partita::core::text
