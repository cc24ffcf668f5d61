// A message of protocol buffers while it is written: fields in the order they are added. What wire.h reads.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace partita::core::text::proto {

class Record {
 public:
  const std::string& bytes() const { return bytes_; }

  // Proto3 leaves out what is 0; `always` writes it nevertheless.
  void number(uint32_t field, int64_t value, bool always = false) {
    if (value == 0 && !always) return;
    varint(uint64_t{field} << 3);
    varint(static_cast<uint64_t>(value));
  }
  void text(uint32_t field, std::string_view value) {
    varint(uint64_t{field} << 3 | 2);
    varint(value.size());
    bytes_ += value;
  }
  void message(uint32_t field, const Record& value) { text(field, value.bytes_); }
  // A list of numbers, packed; nothing where there are none.
  void numbers(uint32_t field, std::span<const int64_t> values) {
    if (values.empty()) return;
    Record packed;
    for (int64_t value : values) packed.varint(static_cast<uint64_t>(value));
    message(field, packed);
  }
  void fixed32(uint32_t field, uint32_t bits) {
    varint(uint64_t{field} << 3 | 5);
    for (int i = 0; i < 4; ++i) bytes_ += static_cast<char>(bits >> (8 * i));
  }

 private:
  void varint(uint64_t value) {
    for (; value >= 0x80; value >>= 7) bytes_ += static_cast<char>(value | 0x80);
    bytes_ += static_cast<char>(value);
  }

  std::string bytes_;
};

}  // namespace partita::core::text::proto
