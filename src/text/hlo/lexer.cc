#include "text/hlo/lexer.h"

#include <algorithm>
#include <charconv>

#include "base/maps.h"

namespace partita::core::text::hlo {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

// What most characters of a text are, looked up: part of a word, and of no concern to who looks for a closing bracket.
struct Classes {
  bool word[256] = {}, plain[256] = {};

  constexpr Classes() {
    for (int i = 0; i < 256; ++i) {
      char c = static_cast<char>(i);
      word[i] = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.' ||
                c == '-';
      plain[i] = true;
    }
    for (char c : {'(', ')', '[', ']', '{', '}', '"', '\'', '/'}) plain[static_cast<unsigned char>(c)] = false;
  }
};
constexpr Classes kClasses;
bool is_word(char c) { return kClasses.word[static_cast<unsigned char>(c)]; }
bool is_plain(char c) { return kClasses.plain[static_cast<unsigned char>(c)]; }

// Past blanks and comments. An unclosed comment reaches to the end.
const char* skip_blanks(const char* at, const char* end) {
  while (at < end) {
    if (is_blank(*at)) {
      ++at;
    } else if (*at == '/' && at + 1 < end && at[1] == '/') {
      while (at < end && *at != '\n') ++at;
    } else if (*at == '/' && at + 1 < end && at[1] == '*') {
      std::string_view rest(at + 2, end - at - 2);
      size_t close = rest.find("*/");
      at = close == std::string_view::npos ? end : rest.data() + close + 2;
    } else {
      break;
    }
  }
  return at;
}

// Past a string that opens at `at`, or null where it is not closed.
const char* skip_quoted(const char* at, const char* end) {
  char quote = *at++;
  for (; at < end; ++at) {
    if (*at == '\\') {
      ++at;
    } else if (*at == quote) {
      return at + 1;
    }
  }
  return nullptr;
}

char closing(char open) {
  switch (open) {
    case '(': return ')';
    case '[': return ']';
    case '{': return '}';
    default: return 0;
  }
}
bool is_closing(char c) { return c == ')' || c == ']' || c == '}'; }

int hex_digit(char c) {
  if (is_digit(c)) return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

}  // namespace

struct Reading::Shapes {
  TextMap<const Shape*> by_text;
};

Reading::Reading(Context& context, const SourceText& source, Diagnostics& diagnostics)
    : context(context), source_(source), diagnostics_(diagnostics), shapes_(std::make_unique<Shapes>()) {}
Reading::~Reading() = default;

const Shape*& Reading::shape_of_text(std::string_view text) { return shapes_->by_text[text]; }

bool Reading::error(const char* at, Code code, std::string message) {
  ++errors_;
  if (std::find(places_.begin(), places_.end(), at) != places_.end() || full()) return false;
  places_.push_back(at);
  diagnostics_.add(error_at(source_, offset(at), code, std::move(message)));
  return false;
}

char Lexer::peek_past_blanks() {
  at_ = skip_blanks(at_, end_);
  return at_ < end_ ? *at_ : 0;
}

bool Lexer::eat(std::string_view text) {
  peek();
  if (!std::string_view(at_, end_ - at_).starts_with(text)) return false;
  at_ += text.size();
  return true;
}

bool Lexer::expect(char c, std::string_view after) {
  if (eat(c)) return true;
  return error("expected '" + std::string(1, c) + "' " + std::string(after) + ", found " + shown(*this));
}

std::string_view Lexer::peek_word() {
  peek();
  const char* to = at_;
  while (to < end_ && is_word(*to)) ++to;
  return {at_, static_cast<size_t>(to - at_)};
}

std::string_view Lexer::word() {
  std::string_view text = peek_word();
  at_ += text.size();
  return text;
}

bool Lexer::name(std::string_view& out, std::string_view what) {
  const char* start = at();
  bool percent = eat('%');
  std::string_view text = percent && at_ < end_ && !is_word(*at_) ? std::string_view() : word();
  if (text.empty() || (!percent && (is_digit(text[0]) || text[0] == '-' || text[0] == '.'))) {
    at_ = start;
    return error("expected " + std::string(what) + ", found " + shown(*this));
  }
  out = text;
  return true;
}

bool Lexer::at_integer() {
  char c = peek();
  return is_digit(c) || (c == '-' && at_ + 1 < end_ && is_digit(at_[1]));
}

bool Lexer::integer(int64_t& out, std::string_view what) {
  peek();
  auto [stop, problem] = std::from_chars(at_, end_, out);
  if (problem == std::errc::result_out_of_range) return error(std::string(what) + " does not fit 64 bits");
  if (problem != std::errc()) return error("expected " + std::string(what) + ", found " + shown(*this));
  at_ = stop;
  return true;
}

bool Lexer::skip_string() {
  const char* stop = skip_quoted(at_, end_);
  if (stop == nullptr) return error("the string is not closed");
  at_ = stop;
  return true;
}

bool Lexer::string(std::string& out) {
  if (!at_string()) return error("expected a string, found " + shown(*this));
  const char* from = at_ + 1;
  if (!skip_string()) return false;
  const char* to = at_ - 1;
  out.clear();
  out.reserve(to - from);
  while (from < to) {
    if (*from != '\\' || from + 1 >= to) {
      out += *from++;
      continue;
    }
    char c = from[1];
    from += 2;
    if (c >= '0' && c <= '7') {
      int code = c - '0';
      for (int i = 0; i < 2 && from < to && *from >= '0' && *from <= '7'; ++i) code = code * 8 + (*from++ - '0');
      out += static_cast<char>(code);
    } else if (c == 'x' && from < to && hex_digit(*from) >= 0) {
      int code = hex_digit(*from++);
      if (from < to && hex_digit(*from) >= 0) code = code * 16 + hex_digit(*from++);
      out += static_cast<char>(code);
    } else {
      constexpr std::string_view kLetters = "abfnrtv", kCodes = "\a\b\f\n\r\t\v";
      size_t which = kLetters.find(c);
      out += which == std::string_view::npos ? c : kCodes[which];
    }
  }
  return true;
}

bool Lexer::brackets(std::string_view& out) {
  const char* start = at();
  std::string open;
  do {
    while (at_ < end_ && is_plain(*at_)) ++at_;
    if (at_ < end_ && *at_ == '/') peek();
    if (at_ == end_) {
      at_ = start;
      return error("this bracket is not closed");
    }
    char c = *at_;
    if (c == '"' || c == '\'') {
      if (!skip_string()) return false;
      continue;
    }
    if (char close = closing(c)) {
      open += close;
    } else if (is_closing(c)) {
      if (open.empty() || open.back() != c) return error("this bracket closes none that is open");
      open.pop_back();
    }
    ++at_;
  } while (!open.empty());
  out = {start, static_cast<size_t>(at_ - start)};
  return true;
}

bool Lexer::value(std::string_view& out) {
  const char* start = at();
  while (at_ < end_ && !is_blank(*at_) && *at_ != ',' && !is_closing(*at_)) {
    char c = *at_;
    // What begins with a brace ends with it; other values go on: [2,4]<=[8]T(1,0).
    if (at_ > start && *start == '{') return error("expected ',' after '}', found " + shown(*this));
    if (closing(c)) {
      std::string_view part;
      if (!brackets(part)) return false;
    } else if (c == '"' || c == '\'') {
      if (!skip_string()) return false;
    } else if (c == '/' && at_ + 1 < end_ && (at_[1] == '*' || at_[1] == '/')) {
      break;
    } else {
      ++at_;
    }
  }
  out = {start, static_cast<size_t>(at_ - start)};
  return !out.empty() || error("expected a value, found " + shown(*this));
}

std::string shown(Lexer& lexer) {
  if (lexer.at_end()) return "the end";
  std::string_view word = lexer.peek_word();
  if (word.size() > 40) word = word.substr(0, 40);
  if (word.empty() && (*lexer.at() < ' ' || *lexer.at() > '~')) return "a character that HLO does not use";
  if (word.empty()) word = {lexer.at(), 1};
  return "'" + std::string(word) + "'";
}

// True where no blank is wanted between two characters: `[2,1] <= [2]` is `[2,1]<=[2]`.
static bool joins(char before, char after) {
  return closing(before) != 0 || before == '=' || is_closing(after) || after == ',' || after == '<' || after == '=';
}

bool is_tidy(std::string_view text) {
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (c == '\n' || c == '\t' || c == '\r') return false;
    if (c == '/' && i + 1 < text.size() && (text[i + 1] == '/' || text[i + 1] == '*')) return false;
    if (c != ' ') continue;
    if (i == 0 || i + 1 == text.size() || text[i + 1] == ' ' || joins(text[i - 1], text[i + 1])) return false;
  }
  return true;
}

std::string tidy(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  const char* at = text.data();
  const char* end = at + text.size();
  while (at < end) {
    const char* next = skip_blanks(at, end);
    if (next != at) {
      at = next;
      if (!out.empty() && at != end && !joins(out.back(), *at)) out += ' ';
    } else if (*at == '"' || *at == '\'') {
      const char* stop = skip_quoted(at, end);
      if (stop == nullptr) stop = end;
      out.append(at, stop);
      at = stop;
    } else {
      out += *at++;
    }
  }
  return out;
}

std::string_view inside(std::string_view text) {
  if (text.size() < 2) return text;
  text = text.substr(1, text.size() - 2);
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

}  // namespace partita::core::text::hlo
