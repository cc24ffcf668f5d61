// The pieces of HLO text that know nothing of instructions: numbers, strings, shapes and literals.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "ir/attr.h"
#include "ir/type.h"

namespace partita::core::text {

void append_int(std::string& out, int64_t value);
// {0,1}
void append_braced(std::string& out, std::span<const int64_t> values);
// "a\"b\n": quoted, with C's escapes.
void append_quoted(std::string& out, std::string_view text);

// f32[2,3], token[], b(f32[2]), opaque[]. A future is ((operands), results, u32[]) and needs its operands: see the
// writer. `layout` is written behind it as it is, {1,0:T(8,128)}.
void append_shape(std::string& out, Type type, std::string_view layout = {});
// With the layout XLA gives a shape that says none: {1,0} for two dimensions, nothing for scalars.
void append_shape_with_default_layout(std::string& out, Type type);

// The text between the parentheses of constant(…): nested by dimensions.
void append_literal(std::string& out, const Literal& literal);
// True where all elements have the same bits; such a literal need hold only one.
bool is_uniform(const Literal& literal);

}  // namespace partita::core::text
