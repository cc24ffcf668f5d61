// Aliases, and the texts that may hold them: locations and attributes that are kept as written.
#include <fmt/format.h>

#include <cstring>

#include "text/stablehlo/reader.h"

namespace partita::core::text::stablehlo {
namespace {

// What aliases may grow one text to, and all texts as a multiple of the input. A location beyond it loses its outer
// frames; anything else is a mistake.
constexpr size_t kMaxLocation = 2048;
constexpr size_t kMaxExpansion = size_t{1} << 16;
constexpr size_t kMostGrowth = 4;

std::string_view strip_location(std::string_view text) {
  return text.starts_with("loc(") ? text.substr(4, text.size() - 5) : text;
}

}  // namespace

Attr Reader::opaque(std::string_view text, bool is_location) {
  if (text.find('#', 1) == std::string_view::npos) return context_.opaque_attr(text);
  std::string expanded;
  if (!expand(text, is_location, expanded)) return {};
  return context_.opaque_attr(expanded);
}

bool Reader::expand(std::string_view text, bool is_location, std::string& out) {
  Lexer inner(text, 0, text.size());
  const char* copied = text.data();
  auto copy_to = [&](const char* to) {
    out.append(copied, to - copied);
    copied = to;
  };
  const char* const end = text.data() + text.size();
  for (const char* at = text.data(); at < end; ++at) {
    if (*at == '"') {
      inner.move_to(at);
      std::string_view string;
      if (!inner.string(string)) break;
      at = inner.raw() - 1;
      continue;
    }
    if (*at != '#') continue;
    inner.move_to(at + 1);
    std::string_view name = inner.name();
    if (name.empty() || name.find('.') != std::string_view::npos || inner.raw_char() == '<') continue;
    Alias* alias = resolve_alias({at, name.size() + 1}, at);
    if (alias == nullptr) return false;
    copy_to(at);
    copied = at + 1 + name.size();
    std::string_view value = alias->attr.is(AttrKind::kOpaque)
                                 ? alias->attr.text()
                                 : std::string_view(alias->definition, alias->end - alias->definition);
    if (is_location) value = strip_location(value);
    const bool too_large =
        out.size() + value.size() > (is_location ? kMaxLocation : kMaxExpansion) ||
        expanded_ + value.size() > kMostGrowth * static_cast<size_t>(lexer_.end() - begin_) + kMaxExpansion;
    if (too_large && !is_location) {
      return fail(at, Code::kTooLarge, "the attribute grows too large when its aliases are replaced");
    }
    if (too_large) value = "unknown";
    expanded_ += value.size();
    out += value;
    at = copied - 1;
  }
  copy_to(end);
  return true;
}

Attr Reader::parse_location() {
  std::string_view body;
  if (lexer_.peek() != '(') {
    fail_here("'(' after loc");
    return {};
  }
  if (!parse_balanced(body)) return {};
  std::string_view inside = body.substr(1, body.size() - 2);
  if (inside.starts_with('#') && inside.find_first_of(" (<[\"#", 1) == std::string_view::npos) {
    Alias* alias = resolve_alias(inside, inside.data());
    return alias ? alias->attr : Attr();
  }
  if (std::string_view(body.data() - 3, 3) != "loc") return opaque("loc" + std::string(body), true);
  return opaque({body.data() - 3, body.size() + 3}, true);
}

// An op keeps what stands between the parentheses.
bool Reader::parse_optional_location(Attr& out) {
  if (lexer_.peek() != 'l' || !lexer_.accept_word("loc")) return true;
  Attr location = parse_location();
  if (!location) return false;
  if (location.is(AttrKind::kOpaque)) out = context_.opaque_attr(strip_location(location.text()));
  return true;
}

// --- Aliases ---------------------------------------------------------------------------------------------------------

// Aliases may be used before the line that defines them (MLIR prints locations at the end of the file), so that lines
// `#name = …` and `!name = …` are found first.
void Reader::find_aliases() {
  const char* line = begin_;
  const char* const end = lexer_.end();
  while (line < end) {
    while (line < end && (*line == ' ' || *line == '\t')) ++line;
    if (line < end && (*line == '#' || *line == '!')) {
      const char* at = line + 1;
      while (at < end && is_class(*at, kNamePart)) ++at;
      std::string_view name(line, at - line);
      while (at < end && (*at == ' ' || *at == '\t')) ++at;
      if (at < end && *at == '=' && name.size() > 1) aliases_.try_emplace(name, Alias(at + 1));
    }
    const void* next = std::memchr(line, '\n', end - line);
    if (next == nullptr) break;
    line = static_cast<const char*>(next) + 1;
  }
}

bool Reader::parse_alias_definition() {
  const char* at = lexer_.position();
  lexer_.move_to(at + 1);
  std::string_view name(at, lexer_.name().size() + 1);
  if (!expect('=', "after the name of an alias")) return false;
  const char* definition = lexer_.raw();
  auto [entry, is_new] = aliases_.try_emplace(name, Alias(definition));
  if (entry->second.definition != definition) {
    return fail(at, Code::kRedefinition, fmt::format("{} is defined twice", name));
  }
  Alias* alias = resolve_alias(name, at);
  if (alias == nullptr) return false;
  lexer_.move_to(alias->end);
  return true;
}

Reader::Alias* Reader::resolve_alias(std::string_view name, const char* at) {
  auto found = aliases_.find(name);
  if (found == aliases_.end()) {
    fail(at, Code::kUnknownSymbol, fmt::format("no alias {} is defined in this file", name));
    return nullptr;
  }
  Alias* alias = &found.value();
  if (alias->end != nullptr) return alias->broken ? nullptr : alias;
  if (alias->busy) {
    fail(at, Code::kBadAttribute, fmt::format("the alias {} is defined by itself", name));
    return nullptr;
  }
  // The table may grow while the definition is read: the entry is looked up again.
  alias->busy = true;
  const char* const back = lexer_.raw();
  lexer_.move_to(alias->definition);
  Attr attr;
  SpelledType type;
  bool ok = false;
  if (name[0] == '#') {
    attr = parse_attribute();
    ok = static_cast<bool>(attr);
  } else if (can_nest(type_depth_, "types")) {
    ++type_depth_;
    ok = parse_type(type);
    --type_depth_;
  }
  const char* const end = lexer_.raw();
  lexer_.move_to(back);
  alias = &aliases_.find(name).value();
  alias->busy = false;
  alias->broken = !ok;
  alias->attr = attr;
  alias->type = type;
  alias->end = end;
  return ok ? alias : nullptr;
}

}  // namespace partita::core::text::stablehlo
