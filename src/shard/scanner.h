// Reading of small texts: the spellings of meshes and shardings.
//
// An error's place is inside the text that was handed in: line 0, column = byte offset + 1. The caller that knows where
// the text stands in a file moves it there with placed_in().
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/source.h"

namespace partita::core::shard {

// The diagnostic with its place in `source`, where the text began at `start`. One that has no place points at the
// start.
Diagnostic placed_in(Diagnostic diagnostic, const SourceText& source, SourceOffset start);
// The offset that an error of the parsers below carries; 0 where it has none.
size_t offset_of(const Diagnostic& diagnostic);

class Scanner {
 public:
  explicit Scanner(std::string_view text, size_t begin = 0) : text_(text), at_(begin) {}

  // Offset of the next token: behind blanks and comments (`//…`, `/*…*/`).
  size_t at();
  bool at_end() { return at() == text_.size(); }
  // The next character that is no blank; '\0' at the end.
  char peek();
  bool eat(char c);
  // Eats exactly this text; letters at its end must not go on.
  bool eat(std::string_view word);
  // Letters, digits, '_', '.', '-', '$' from here; empty where there are none.
  std::string_view word();

  Status expect(char c);
  Result<int64_t> integer();  // an optional '-' and digits that fit
  // "…" or '…' with the escapes of MLIR; without quotes a word.
  Result<std::string> name();
  // One or more integers between separators ','.
  Result<std::vector<int64_t>> integers();
  // The text of a balanced {…} or […], strings in it respected; the next character opens it.
  Result<std::string_view> balanced();

  // kShardingSyntax: "expected WHAT, found …".
  Error expected(std::string_view what);
  Error error(Code code, size_t offset, std::string message) const;
  // The error of a Result without a place, at this offset.
  Error placed(Error error, size_t offset) const;

  std::string_view text() const { return text_; }

  // What a parser does last: with `end`, stores how far it read; without, everything must have been read.
  Status finish(size_t* end);

 private:
  std::string_view text_;
  size_t at_;
};

// The name between double quotes, escaped as MLIR does.
std::string quoted(std::string_view name);

}  // namespace partita::core::shard

namespace partita::core {
using shard::Scanner;
}  // namespace partita::core
