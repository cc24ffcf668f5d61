#include "text/common/sharding_text.h"

namespace partita::core::text {
namespace {

// Calls `part(begin, end)` for what stands in braces of its own, and `between(c)` for every other character.
template <typename Part, typename Between>
void scan_braces(std::string_view text, Part part, Between between) {
  int depth = 0;
  size_t from = 0;
  char quote = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (quote != 0) {
      if (c == '\\') ++i;
      if (c == quote) quote = 0;
    } else if (c == '"' || c == '\'') {
      quote = c;
    } else if (c == '{') {
      if (depth++ == 0) from = i;
    } else if (c == '}') {
      if (--depth == 0) part(from, i + 1);
    } else if (depth == 0) {
      between(c);
    }
  }
}

// Without the first and the last character.
std::string_view inside_braces(std::string_view text) {
  return text.size() < 2 ? std::string_view() : text.substr(1, text.size() - 2);
}

bool is_tuple_of_shardings(std::string_view inner) { return inner.starts_with('{'); }

}  // namespace

bool is_sharding_text(std::string_view text) {
  size_t parts = 0;
  bool alone = true;
  auto count_part = [&](size_t, size_t) { ++parts; };
  scan_braces(text, count_part, [&](char) { alone = false; });
  if (parts != 1 || !alone || !text.starts_with('{') || !text.ends_with('}')) return false;
  std::string_view inner = inside_braces(text);
  bool braces = true;
  if (is_tuple_of_shardings(inner)) {
    auto any_part = [](size_t, size_t) {};
    scan_braces(inner, any_part, [&](char c) { braces = braces && (c == ',' || c == ' '); });
  }
  return braces;
}

std::vector<std::string> split_sharding(std::string_view text, int n) {
  std::vector<std::string> parts;
  std::string_view inner = inside_braces(text);
  if (!text.starts_with("{") || (!inner.empty() && !is_tuple_of_shardings(inner))) {
    parts.assign(n, std::string(text));
    return parts;
  }
  scan_braces(
      inner, [&](size_t begin, size_t end) { parts.emplace_back(inner.substr(begin, end - begin)); }, [](char) {});
  parts.resize(n, parts.size() == 1 ? parts[0] : std::string());
  return parts;
}

std::string join_sharding(const std::vector<std::string>& parts) {
  std::string out = "{";
  for (const std::string& part : parts) {
    if (out.size() > 1) out += ", ";
    out += part.empty() ? "{unknown}" : part;
  }
  return out + "}";
}

}  // namespace partita::core::text
