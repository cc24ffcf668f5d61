#include "text/bytecode/cursor.h"

#include <bit>
#include <cstring>

namespace partita::core::text::bytecode {

uint64_t Cursor::long_varint() {
  if (at_ == end_) return fail();
  const auto first = static_cast<uint8_t>(*at_);
  const size_t further = first == 0 ? 8 : static_cast<size_t>(std::countr_zero(first));
  if (further >= left()) return fail();
  uint64_t value = 0;
  if (first == 0) {
    std::memcpy(&value, at_ + 1, 8);
  } else {
    std::memcpy(&value, at_, further + 1);
    value >>= further + 1;
  }
  at_ += further + 1;
  return value;
}

std::string_view Cursor::c_string() {
  const void* end = at_end() ? nullptr : std::memchr(at_, 0, left());
  if (end == nullptr) return {at_, fail()};
  const std::string_view text(at_, static_cast<size_t>(static_cast<const char*>(end) - at_));
  at_ += text.size() + 1;
  return text;
}

void Cursor::align(uint64_t alignment, const char* origin) {
  if (!std::has_single_bit(alignment)) {
    fail();
    return;
  }
  const auto place = static_cast<uint64_t>(at_ - origin);
  take((~place + 1) & (alignment - 1));
}

}  // namespace partita::core::text::bytecode
