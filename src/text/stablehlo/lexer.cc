#include "text/stablehlo/lexer.h"

#include <array>
#include <cstring>

namespace partita::core::text::stablehlo {
namespace {

constexpr std::array<uint8_t, 256> make_classes() {
  std::array<uint8_t, 256> classes{};
  for (int c = 0; c < 256; ++c) {
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
    const bool digit = c >= '0' && c <= '9';
    int mask = 0;
    if (c == ' ' || c == '\t' || c == '\n' || c == '\r') mask |= kSpace;
    if (digit) mask |= kDigit;
    if (letter) mask |= kWordStart;
    if (letter || digit || c == '$' || c == '.') mask |= kWordPart | kNamePart;
    if (c == '-') mask |= kNamePart;
    classes[c] = static_cast<uint8_t>(mask);
  }
  return classes;
}

}  // namespace

constexpr std::array<uint8_t, 256> kCharClasses = make_classes();

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

void Lexer::skip_comments() {
  while (end_ - at_ >= 2 && at_[0] == '/' && at_[1] == '/') {
    const void* line_end = std::memchr(at_, '\n', end_ - at_);
    at_ = line_end == nullptr ? end_ : static_cast<const char*>(line_end);
    while (at_ < end_ && is_class(*at_, kSpace)) ++at_;
  }
}

std::string_view Lexer::number() {
  skip_space();
  const char* to = at_;
  if (to < end_ && *to == '-') ++to;
  if (to == end_ || !is_class(*to, kDigit)) return {};
  if (end_ - to > 2 && to[0] == '0' && to[1] == 'x') {
    to += 2;
    while (to < end_ && hex_digit(*to) >= 0) ++to;
    return take({at_, static_cast<size_t>(to - at_)});
  }
  while (to < end_ && is_class(*to, kDigit)) ++to;
  if (to < end_ && *to == '.') {
    ++to;
    while (to < end_ && is_class(*to, kDigit)) ++to;
  }
  if (to < end_ && (*to == 'e' || *to == 'E')) {
    const char* exponent = to + 1;
    if (exponent < end_ && (*exponent == '-' || *exponent == '+')) ++exponent;
    if (exponent < end_ && is_class(*exponent, kDigit)) {
      to = exponent;
      while (to < end_ && is_class(*to, kDigit)) ++to;
    }
  }
  return take({at_, static_cast<size_t>(to - at_)});
}

bool Lexer::string(std::string_view& inside) {
  const char* from = at_ + 1;
  for (const char* to = from; to < end_; ++to) {
    if (*to == '"') {
      inside = {from, static_cast<size_t>(to - from)};
      at_ = to + 1;
      return true;
    }
    if (*to == '\n') return false;
    if (*to == '\\') ++to;
  }
  return false;
}

}  // namespace partita::core::text::stablehlo
