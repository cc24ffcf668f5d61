// A cursor over the bytes of MLIR bytecode. Reading past the end gives zeros and sets failed(), which whoever reads a
// whole item asks once; counts are limited by the bytes that are left, so that a short file asks for little memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace partita::core::text::bytecode {

class Cursor {
 public:
  Cursor() = default;
  explicit Cursor(std::string_view bytes) : at_(bytes.data()), end_(bytes.data() + bytes.size()) {}

  const char* at() const { return at_; }
  size_t left() const { return static_cast<size_t>(end_ - at_); }
  bool at_end() const { return at_ == end_; }
  bool failed() const { return failed_; }

  uint8_t byte() { return at_ < end_ ? static_cast<uint8_t>(*at_++) : static_cast<uint8_t>(fail()); }
  // Trailing zero bits of the first byte say how many bytes follow.
  uint64_t varint() {
    if (at_ < end_ && (*at_ & 1) != 0) return static_cast<uint8_t>(*at_++) >> 1;
    return long_varint();
  }
  int64_t signed_varint() {
    const uint64_t zigzag = varint();
    return static_cast<int64_t>((zigzag >> 1) ^ (~(zigzag & 1) + 1));
  }
  // How many items follow, each of which has at least one byte.
  size_t count() {
    const uint64_t n = varint();
    return n <= left() ? static_cast<size_t>(n) : fail();
  }
  std::string_view take(uint64_t size) {
    if (size > left()) return {at_, fail()};
    at_ += size;
    return {at_ - size, static_cast<size_t>(size)};
  }
  std::string_view blob() { return take(varint()); }
  // Up to a NUL, which is taken.
  std::string_view c_string();
  // Skips padding until the place is a multiple of `alignment` bytes behind `origin`.
  void align(uint64_t alignment, const char* origin);

  size_t fail() {
    failed_ = true;
    return 0;
  }

 private:
  uint64_t long_varint();

  const char* at_ = nullptr;
  const char* end_ = nullptr;
  bool failed_ = false;
};

}  // namespace partita::core::text::bytecode
