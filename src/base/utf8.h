// What is text and what are bytes.
#pragma once

#include <cstddef>
#include <string_view>

namespace partita::core::base {

// The offset of the first byte that is not UTF-8 text, or the size. A byte order mark is text; NUL is not.
size_t find_non_text(std::string_view text);

// Whether what stands before the offset is text. In a binary program it is not: there are no lines, and places are said
// as bytes. Linear, for messages.
inline bool has_lines(std::string_view text, size_t offset) {
  return find_non_text(text) >= (offset < text.size() ? offset : text.size());
}

}  // namespace partita::core::base
