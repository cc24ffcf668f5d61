// What is text and what are bytes.
#pragma once

#include <cstddef>
#include <string_view>

namespace partita::core::base {

// The offset of the first byte that is not UTF-8 text, or the size. A byte order mark is text; NUL is not.
size_t find_non_text(std::string_view text);

}  // namespace partita::core::base
