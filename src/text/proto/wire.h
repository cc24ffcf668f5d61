// The wire format of protocol buffers: fields, one after the other, each a number and a value. Unknown ones are passed
// over; a message that does not follow the format ends early and is failed().
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace partita::core::text::proto {

struct Field {
  uint32_t number = 0;
  bool is_bytes = false;   // text, bytes, a message or packed numbers
  uint64_t value = 0;      // otherwise; of a fixed width: its pattern
  std::string_view bytes;  // a view into the input

  int64_t integer() const { return static_cast<int64_t>(value); }
};

class Message {
 public:
  explicit Message(std::string_view bytes) : at_(bytes.data()), end_(bytes.data() + bytes.size()) {}

  bool next(Field& out);
  const char* at() const { return at_; }
  bool failed() const { return failed_; }

 private:
  bool varint(uint64_t& out);
  bool fail() {
    failed_ = true;
    return false;
  }

  const char* at_;
  const char* end_;
  bool failed_ = false;
};

// A repeated integer, packed or not. False where the packed ones end inside of a number.
bool append_ints(const Field& field, std::vector<int64_t>& out);

}  // namespace partita::core::text::proto
