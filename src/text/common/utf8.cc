#include "text/common/utf8.h"

namespace partita::core::text {

size_t find_non_text(std::string_view text) {
  size_t i = 0;
  while (i < text.size()) {
    unsigned char c = static_cast<unsigned char>(text[i]);
    if (c != 0 && c < 0x80) {
      ++i;
      continue;
    }
    int more = c >= 0xC2 && c < 0xE0 ? 1 : c >= 0xE0 && c < 0xF0 ? 2 : c >= 0xF0 && c < 0xF5 ? 3 : -1;
    if (more < 0 || i + static_cast<size_t>(more) >= text.size()) return i;
    for (int k = 1; k <= more; ++k) {
      if ((static_cast<unsigned char>(text[i + k]) & 0xC0) != 0x80) return i;
    }
    i += static_cast<size_t>(more) + 1;
  }
  return text.size();
}

}  // namespace partita::core::text
