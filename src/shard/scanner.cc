#include "shard/scanner.h"

#include <fmt/format.h>

#include <algorithm>

namespace partita::core::shard {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_word(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '.' || c == '-' ||
         c == '$';
}

int hex_value(char c) {
  if (is_digit(c)) return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

}  // namespace

size_t offset_of(const Diagnostic& diagnostic) {
  return diagnostic.place.column > 0 ? static_cast<size_t>(diagnostic.place.column) - 1 : 0;
}

Diagnostic placed_in(Diagnostic diagnostic, const SourceText& source, SourceOffset start) {
  const size_t offset = std::min<size_t>(start + offset_of(diagnostic), source.text().size());
  Diagnostic out = error_at(source, static_cast<SourceOffset>(offset), diagnostic.code, std::move(diagnostic.message));
  out.severity = diagnostic.severity;
  out.notes = std::move(diagnostic.notes);
  return out;
}

size_t Scanner::at() {
  while (at_ < text_.size()) {
    const char c = text_[at_];
    if (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
      ++at_;
    } else if (text_.substr(at_, 2) == "/*" && text_.find("*/", at_ + 2) != std::string_view::npos) {
      at_ = text_.find("*/", at_ + 2) + 2;
    } else if (text_.substr(at_, 2) == "//") {
      at_ = std::min(text_.find('\n', at_), text_.size());
    } else {
      break;
    }
  }
  return at_;
}

char Scanner::peek() { return at() < text_.size() ? text_[at_] : '\0'; }

bool Scanner::eat(char c) {
  if (at_end() || text_[at_] != c) return false;
  ++at_;
  return true;
}

bool Scanner::eat(std::string_view word) {
  if (text_.substr(at(), word.size()) != word) return false;
  const size_t behind = at_ + word.size();
  if (is_word(word.back()) && behind < text_.size() && is_word(text_[behind])) return false;
  at_ = behind;
  return true;
}

std::string_view Scanner::word() {
  const size_t begin = at();
  while (at_ < text_.size() && is_word(text_[at_])) ++at_;
  return text_.substr(begin, at_ - begin);
}

Status Scanner::expect(char c) {
  if (eat(c)) return {};
  return expected(std::string("'") + c + "'");
}

Result<int64_t> Scanner::integer() {
  const size_t begin = at();
  const bool negative = eat('-');
  if (at_ >= text_.size() || !is_digit(text_[at_])) {
    at_ = begin;
    return expected("a number");
  }
  int64_t value = 0;
  for (; at_ < text_.size() && is_digit(text_[at_]); ++at_) {
    if (value > (INT64_MAX - 9) / 10) return error(Code::kShardingSyntax, begin, "the number is too large");
    value = value * 10 + (text_[at_] - '0');
  }
  return negative ? -value : value;
}

Result<std::string> Scanner::name() {
  const char quote = peek();
  if (quote != '"' && quote != '\'') {
    const std::string_view bare = word();
    if (bare.empty()) return expected("a name");
    return std::string(bare);
  }
  const size_t begin = at_++;
  std::string out;
  while (at_ < text_.size() && text_[at_] != quote) {
    char c = text_[at_++];
    if (c == '\\' && at_ < text_.size()) {
      const char escaped = text_[at_];
      if (at_ + 1 < text_.size() && hex_value(escaped) >= 0 && hex_value(text_[at_ + 1]) >= 0) {
        c = static_cast<char>(hex_value(escaped) * 16 + hex_value(text_[at_ + 1]));
        at_ += 2;
      } else {
        c = escaped == 'n' ? '\n' : escaped == 't' ? '\t' : escaped;
        ++at_;
      }
    }
    out += c;
  }
  if (at_ >= text_.size()) return error(Code::kShardingSyntax, begin, "the name's closing quote is missing");
  ++at_;
  return out;
}

Result<std::vector<int64_t>> Scanner::integers() {
  std::vector<int64_t> out;
  do {
    PARTITA_ASSIGN(int64_t value, integer());
    out.push_back(value);
  } while (eat(','));
  return out;
}

Result<std::string_view> Scanner::balanced() {
  const size_t begin = at();
  int64_t depth = 0;
  while (at_ < text_.size()) {
    const char c = text_[at_++];
    if (c == '{' || c == '[') ++depth;
    if (c == '}' || c == ']') --depth;
    if (c == '"') {
      while (at_ < text_.size() && text_[at_] != '"') at_ += text_[at_] == '\\' ? 2 : 1;
      at_ = std::min(at_ + 1, text_.size());
    }
    if (depth == 0) return text_.substr(begin, at_ - begin);
  }
  return error(Code::kShardingSyntax, begin, "the closing bracket is missing");
}

Error Scanner::expected(std::string_view what) {
  const size_t offset = at();
  std::string found = "the end of the text";
  if (offset < text_.size()) {
    Scanner ahead(text_, offset);
    const std::string_view next = ahead.word();
    found = fmt::format("'{}'", next.empty() ? text_.substr(offset, 1) : next.substr(0, 40));
  }
  return error(Code::kShardingSyntax, offset, fmt::format("expected {}, found {}", what, found));
}

Error Scanner::error(Code code, size_t offset, std::string message) const {
  Error out{error_without_place(code, std::move(message))};
  out.diagnostic.place.column = static_cast<int>(std::min<size_t>(offset, INT32_MAX - 1)) + 1;
  return out;
}

Error Scanner::placed(Error error, size_t offset) const {
  if (error.diagnostic.place.column > 0) return error;
  return this->error(error.diagnostic.code, offset, std::move(error.diagnostic.message));
}

Status Scanner::finish(size_t* end) {
  if (end != nullptr) {
    *end = at_;
    return {};
  }
  if (!at_end()) return expected("nothing more");
  return {};
}

std::string quoted(std::string_view name) {
  std::string out = "\"";
  for (char c : name) {
    if (c == '\\') {
      out += "\\\\";
    } else if (c == '"' || static_cast<unsigned char>(c) < 0x20) {
      out += fmt::format("\\{:02X}", static_cast<unsigned char>(c));
    } else {
      out += c;
    }
  }
  return out + "\"";
}

}  // namespace partita::core::shard
