// An interned string: two names of one Context are equal when their pointers are.
#pragma once

#include <string_view>

namespace partita::core::base {

class Name {
 public:
  Name() = default;
  explicit Name(const std::string_view* interned) : text_(interned) {}

  bool empty() const { return text_ == nullptr; }
  explicit operator bool() const { return text_ != nullptr; }
  std::string_view text() const { return text_ ? *text_ : std::string_view(); }
  const void* id() const { return text_; }
  friend bool operator==(Name a, Name b) { return a.text_ == b.text_; }

 private:
  const std::string_view* text_ = nullptr;  // null for the empty name
};

}  // namespace partita::core::base

namespace partita::core {
using base::Name;
}  // namespace partita::core
