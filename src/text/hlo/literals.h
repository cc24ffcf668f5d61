// Literals: the data of constants.
#pragma once

#include <string_view>
#include <vector>

#include "ir/attr.h"
#include "text/hlo/syntax.h"

namespace partita::core::text::hlo {

// Reads a literal of the shape, one dense attribute per leaf of it. `{...}`, data left out by whoever printed the
// program, reads as zeros: the same everywhere, and no index made of it is out of bounds.
bool parse_literal(Reading& reading, std::string_view text, const Shape& shape, std::vector<Attr>& out);

}  // namespace partita::core::text::hlo
