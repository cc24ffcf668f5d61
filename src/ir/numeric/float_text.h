// Floats as the two program texts write them. What is written reads back to the same bits, for every format.
//
//                 1.0             0.1f               1/3.0f             infinity      NaN
//   StableHLO     1.000000e+00    1.000000e-01       0.33333334         0x7F800000    0x7FC00000
//   HLO           1               0.1                0.33333334         inf           nan
//
// StableHLO's form has seven digits where they suffice, else the shortest that do; what is not a number is its bit
// pattern in hexadecimal. HLO's form is the shortest, with NaN payloads other than the usual one as nan(0x400001).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "ir/element_type.h"

namespace partita::core::ir {

// Reads the whole text, or nothing: decimal and scientific notation with an optional sign, inf, nan, nan(0x…), and 0x…
// as a bit pattern that must fit the type. Too large a number overflows as encoding does; too small becomes zero.
std::optional<uint64_t> parse_float(std::string_view text, ElementType type);

// Both take a float type and an element's bits (of one part, for complex types).
void append_mlir_float(std::string& out, ElementType type, uint64_t bits);
void append_hlo_float(std::string& out, ElementType type, uint64_t bits);

}  // namespace partita::core::ir
