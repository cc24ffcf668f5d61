// A cursor over MLIR text: it skips white space and comments, and takes words, numbers and strings as views into the
// text. Nothing is copied, nothing is stored per token.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace partita::core::text::stablehlo {

// Character classes of MLIR's grammar.
enum CharClass : uint8_t {
  kSpace = 1,
  kDigit = 2,
  kWordStart = 4,  // letters and _
  kWordPart = 8,   // letters, digits, _ $ .
  kNamePart = 16,  // of %names and #aliases: kWordPart and -
};
extern const std::array<uint8_t, 256> kCharClasses;
inline bool is_class(char c, int mask) { return (kCharClasses[static_cast<unsigned char>(c)] & mask) != 0; }

// -1 for any other character.
int hex_digit(char c);

class Lexer {
 public:
  Lexer(std::string_view text, size_t begin, size_t end)
      : origin_(text.data()), at_(text.data() + begin), end_(text.data() + end) {}

  // Where the next token starts.
  const char* position() {
    skip_space();
    return at_;
  }
  void move_to(const char* position) { at_ = position; }
  const char* end() const { return end_; }
  const char* raw() const { return at_; }
  uint32_t offset_of(const char* position) const { return static_cast<uint32_t>(position - origin_); }

  // The first character of the next token; 0 at the end of the text.
  char peek() {
    skip_space();
    return at_ < end_ ? *at_ : '\0';
  }
  // The character right here, and n further on, without skipping anything.
  char raw_char(ptrdiff_t n = 0) const { return end_ - at_ > n ? at_[n] : '\0'; }
  bool at_end() { return position() >= end_; }

  bool accept(char c) {
    if (peek() != c) return false;
    ++at_;
    return true;
  }
  bool accept(std::string_view punctuation) {
    if (!starts_with(punctuation)) return false;
    at_ += punctuation.size();
    return true;
  }
  bool starts_with(std::string_view text) {
    skip_space();
    return static_cast<size_t>(end_ - at_) >= text.size() && std::string_view(at_, text.size()) == text;
  }
  bool accept_word(std::string_view word) {
    if (peek_word() != word) return false;
    at_ += word.size();
    return true;
  }

  // letter or _, then letters, digits, _ $ . ; empty where there is none.
  std::string_view peek_word() {
    if (!is_class(peek(), kWordStart)) return {};
    return scan(at_, kWordPart);
  }
  std::string_view word() { return take(peek_word()); }
  // What follows a % or @ or # right here: a run of name characters.
  std::string_view name() { return take(scan(at_, kNamePart)); }
  // Digits only.
  std::string_view digits() {
    skip_space();
    return take(scan(at_, kDigit));
  }
  // An optional minus, then digits, point, exponent or 0x…: whatever looks like a number; may be empty.
  std::string_view number();
  // The inside of a "string" as written, escapes and all; the cursor must stand on the quote. False where it has no
  // end on its line.
  bool string(std::string_view& inside);

 private:
  void skip_space() {
    while (at_ < end_ && is_class(*at_, kSpace)) ++at_;
    if (at_ < end_ && *at_ == '/') skip_comments();
  }
  void skip_comments();
  std::string_view scan(const char* from, int mask) const {
    const char* to = from;
    while (to < end_ && is_class(*to, mask)) ++to;
    return {from, static_cast<size_t>(to - from)};
  }
  std::string_view take(std::string_view token) {
    at_ += token.size();
    return token;
  }

  const char* origin_;
  const char* at_;
  const char* end_;
};

}  // namespace partita::core::text::stablehlo
