// The characters of HLO text: blanks and comments, words, numbers, strings, and texts in brackets.
//
// HLO's words depend on where they stand (`0_0x1_2` is a padding, `b01f_01io->b01f` the dimensions of a convolution),
// so there is no list of tokens: the parsers ask the lexer for what they want next. Every view it gives points into the
// source.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/arena.h"
#include "base/diagnostics.h"
#include "ir/context.h"

namespace partita::core::text::hlo {

// Deeper nesting of shapes, operands or computations than this is refused: the limit guards the stack.
inline constexpr int kMaxDepth = 256;

struct Shape;

// What all parts of one reading share.
class Reading {
 public:
  Reading(Context& context, const SourceText& source, Diagnostics& diagnostics);
  ~Reading();

  Context& context;
  Arena arena;  // for the syntax tree and the lists of values

  // Reports an error at a place of the source; one place is reported once. Always false, for `return error(…)`.
  bool error(const char* at, Code code, std::string message);
  bool failed() const { return errors_ > 0; }
  bool full() const { return diagnostics_.full(); }
  SourceOffset offset(const char* at) const { return static_cast<SourceOffset>(at - source_.text().data()); }

  // The shape that the same text gave before, or null. A program has few shapes, each written many times.
  const Shape*& shape_of_text(std::string_view text);

 private:
  const SourceText& source_;
  Diagnostics& diagnostics_;
  struct Shapes;
  std::unique_ptr<Shapes> shapes_;
  std::vector<const char*> places_;
  size_t errors_ = 0;
};

class Lexer {
 public:
  Lexer(Reading& reading, std::string_view text)
      : reading_(reading), at_(text.data()), end_(text.data() + text.size()) {}

  // Skips blanks and comments, then gives the next character without taking it; 0 at the end.
  char peek() {
    if (at_ < end_ && is_solid(*at_)) return *at_;
    return peek_past_blanks();
  }
  bool at_end() { return peek() == 0 && at_ == end_; }
  // Where the next thing stands.
  const char* at() {
    peek();
    return at_;
  }
  // Exactly where reading stands, blanks not skipped.
  const char* raw() const { return at_; }
  const char* end() const { return end_; }
  void move_to(const char* at) { at_ = at; }

  bool eat(char c) {
    if (peek() != c || at_ == end_) return false;
    ++at_;
    return true;
  }
  bool eat(std::string_view text);  // these characters, whatever follows
  // Like eat, but an error where it is not there: "expected ')' after the operands".
  bool expect(char c, std::string_view after);

  // Letters, digits, _ . and -; empty where there are none.
  std::string_view word();
  std::string_view peek_word();
  // The name of an instruction or computation, with or without %; an error where there is none.
  bool name(std::string_view& out, std::string_view what);

  bool at_integer();
  bool integer(int64_t& out, std::string_view what);
  // "…" or '…' with C's escapes.
  bool at_string() {
    char c = peek();
    return c == '"' || c == '\'';
  }
  bool string(std::string& out);
  // From an opening bracket to the one that closes it; strings and comments inside do not count. The view has both
  // brackets.
  bool brackets(std::string_view& out);
  // The value of an attribute: words, strings and bracketed texts up to a comma, a closing bracket or a blank outside
  // of them.
  bool value(std::string_view& out);

  bool error(std::string message) { return reading_.error(at(), Code::kHloSyntax, std::move(message)); }
  Reading& reading() const { return reading_; }

 private:
  // Neither a blank nor perhaps the beginning of a comment.
  static bool is_solid(char c) { return c > ' ' && c != '/'; }
  char peek_past_blanks();
  bool skip_string();

  Reading& reading_;
  const char* at_;
  const char* end_;
};

// Whether a computation is written out here, { x = … }, rather than a list of names.
bool begins_computation(Lexer& lexer);

// "'x'", or "the end", for messages.
std::string shown(Lexer& lexer);

// True where `tidy` would change nothing.
bool is_tidy(std::string_view text);
// The text without comments, with single blanks and none inside of brackets: `{ devices=[2,1]  0,1 }` is
// `{devices=[2,1] 0,1}`.
std::string tidy(std::string_view text);

// The contents of a text in brackets, without them and the blanks next to them.
std::string_view inside(std::string_view text);

}  // namespace partita::core::text::hlo
