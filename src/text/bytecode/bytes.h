// Bytes of bytecode while they are written: what a Cursor reads.
#pragma once

#include <bit>
#include <cstdint>
#include <string>
#include <string_view>

namespace partita::core::text::bytecode {

class Bytes {
 public:
  const std::string& text() const { return text_; }
  size_t size() const { return text_.size(); }

  void byte(uint8_t value) { text_ += static_cast<char>(value); }
  // As many zero bits at the low end of the first byte as bytes follow it.
  void varint(uint64_t value) {
    const int bits = std::bit_width(value | 1);
    constexpr int kMostShort = 56;
    if (bits > kMostShort) {
      byte(0);
      little_endian(value, 8);
      return;
    }
    const int bytes = (bits + 6) / 7;
    little_endian((value << bytes) | (uint64_t{1} << (bytes - 1)), bytes);
  }
  void signed_varint(int64_t value) {
    varint((static_cast<uint64_t>(value) << 1) ^ static_cast<uint64_t>(value >> 63));
  }
  void append(std::string_view bytes) { text_ += bytes; }
  void blob(std::string_view bytes) {
    varint(bytes.size());
    append(bytes);
  }
  void section(uint8_t id, std::string_view data) {
    byte(id);
    blob(data);
  }

 private:
  void little_endian(uint64_t value, int bytes) {
    for (int i = 0; i < bytes; ++i) byte(static_cast<uint8_t>(value >> (8 * i)));
  }

  std::string text_;
};

}  // namespace partita::core::text::bytecode
