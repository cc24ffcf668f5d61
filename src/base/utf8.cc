#include "base/utf8.h"

#include <cstdint>
#include <cstring>

namespace partita::core::base {
namespace {

// Whether none of eight bytes is 0 or above 0x7F: nearly all of a program is so.
bool are_ascii(const char* bytes) {
  constexpr uint64_t kOnes = 0x0101010101010101, kHigh = 0x8080808080808080;
  uint64_t eight = 0;
  std::memcpy(&eight, bytes, sizeof eight);
  return ((eight | (eight - kOnes)) & kHigh) == 0;  // below 0x80, a byte borrows where it is 0
}

}  // namespace

size_t find_non_text(std::string_view text) {
  size_t i = 0;
  while (i < text.size()) {
    while (i + sizeof(uint64_t) <= text.size() && are_ascii(text.data() + i)) i += sizeof(uint64_t);
    if (i == text.size()) break;
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

}  // namespace partita::core::base
