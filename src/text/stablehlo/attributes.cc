// Reader: attribute values, and dictionaries of them.
#include <fmt/format.h>

#include <charconv>

#include "ir/numeric/float_formats.h"
#include "ir/numeric/float_text.h"
#include "text/stablehlo/reader.h"

namespace partita::core::text::stablehlo {
Attr Reader::parse_attribute() {
  if (!can_nest(attribute_depth_, "attributes")) return {};
  ++attribute_depth_;
  Attr result;
  switch (const char c = lexer_.peek()) {
    case '"': {
      std::string text;
      if (!parse_string(text)) break;
      result = context_.string(text);
      Type type;
      if (lexer_.accept(':') && !parse_plain_type(type, "a string")) result = Attr();
      break;
    }
    case '@': {
      std::string text;
      if (parse_symbol(text)) result = context_.symbol(text);
      break;
    }
    case '[': result = parse_array_attribute(); break;
    case '{': {
      std::vector<NamedAttr> entries;
      if (parse_dict(entries)) result = context_.dict(entries);
      break;
    }
    case '#': result = parse_hash_attribute(); break;
    case '(': {  // a function type
      std::string_view operands;
      const char* at = lexer_.position();
      if (!parse_balanced(operands) || !expect("->", "in a function type")) break;
      if (lexer_.peek() == '(') {
        if (!parse_balanced(operands)) break;
      } else {
        SpelledType type;
        if (!parse_type(type)) break;
      }
      result = context_.opaque_attr({at, static_cast<size_t>(lexer_.raw() - at)});
      break;
    }
    case '!': {
      const char* at = lexer_.position();
      lexer_.move_to(at + 1);
      std::string_view name = lexer_.name(), body;
      if (lexer_.raw_char() == '<' && !parse_balanced(body)) break;
      if (body.empty() && aliases_.contains(std::string_view(at, name.size() + 1))) {
        lexer_.move_to(at);
        SpelledType type;
        if (parse_dialect_type(type) && type.type) result = context_.type(type.type);
        break;
      }
      result = context_.opaque_attr({at, static_cast<size_t>(lexer_.raw() - at)});
      break;
    }
    default:
      if (c == '-' || is_class(c, kDigit)) {
        result = parse_number_attribute();
      } else if (is_class(c, kWordStart)) {
        result = parse_word_attribute();
      } else {
        fail_here("an attribute");
      }
  }
  --attribute_depth_;
  return result;
}

// 3, 3 : i32, -1.5e+00 : f32, 0x7FC00000 : f32.
Attr Reader::parse_number_attribute() {
  const char* at = lexer_.position();
  std::string_view text = lexer_.number();
  if (text.empty()) {
    fail_here("a number");
    return {};
  }
  const bool hex = text.find('x') != std::string_view::npos;
  const bool real = !hex && text.find_first_of(".eE") != std::string_view::npos;
  std::string_view suffix = real ? "f64" : "i64";
  const char* suffix_at = nullptr;
  if (lexer_.accept(':')) {
    suffix_at = lexer_.position();
    if (lexer_.peek() == '!') {
      Type type;
      if (!parse_plain_type(type, "a number")) return {};
      fail(suffix_at, Code::kBadAttribute, "a number has a scalar type");
      return {};
    }
    suffix = lexer_.word();
  }
  std::optional<ElementType> element = ir::element_type_from_mlir(suffix);
  if (!element && suffix.starts_with("si")) element = ir::element_type_from_mlir(suffix.substr(1));
  if (element && is_float(*element)) {
    std::optional<uint64_t> bits = parse_float(text, *element);
    if (!bits) {
      fail(at, Code::kBadLiteral, fmt::format("'{}' is not a number of type {}", text, suffix));
      return {};
    }
    return context_.real(decode_one(*element, *bits), suffix);
  }
  if (real || (!element && suffix != "index") || (element && is_complex(*element))) {
    fail(suffix_at ? suffix_at : at, Code::kBadAttribute,
         fmt::format("'{}' is not the type of the number {}", suffix, text));
    return {};
  }
  lexer_.move_to(at);
  int64_t value = 0;
  if (!parse_integer(value)) return {};
  if (suffix_at != nullptr) lexer_.move_to(suffix.data() + suffix.size());
  if (element == ElementType::kPred) return context_.boolean(value != 0);
  return context_.integer(value, suffix);
}

// A signed or unsigned 64-bit number; what needs the top bit keeps its pattern.
bool Reader::parse_integer(int64_t& out) {
  const char* at = lexer_.position();
  std::string_view text = lexer_.number();
  if (text.empty()) return fail_here("an integer");
  std::string_view digits = text;
  const bool negative = digits.starts_with('-');
  if (negative) digits.remove_prefix(1);
  int base = 10;
  if (digits.starts_with("0x")) {
    digits.remove_prefix(2);
    base = 16;
  }
  uint64_t magnitude = 0;
  auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), magnitude, base);
  if (error == std::errc::invalid_argument || end != digits.data() + digits.size()) {
    return fail(at, Code::kSyntax, fmt::format("expected an integer, found '{}'", text));
  }
  if (error != std::errc() || (negative && magnitude > uint64_t{1} << 63)) {
    return fail(at, Code::kBadLiteral, fmt::format("{} does not fit into 64 bits", text));
  }
  out = static_cast<int64_t>(negative ? 0 - magnitude : magnitude);
  return true;
}

Attr Reader::parse_word_attribute() {
  const char* at = lexer_.position();
  std::string_view word = lexer_.word();
  if (word == "true" || word == "false") return context_.boolean(word == "true");
  if (word == "dense") return parse_dense();
  if (word == "array") return parse_dense_array();
  if (word == "dense_resource") return parse_dense_resource();
  if (word == "unit") return context_.unit();
  if (word == "loc") return parse_location();
  if (word == "sparse") {
    fail(at, Code::kUnsupportedType, "sparse literals are not supported; write the elements out as dense<…>");
    return {};
  }
  if (word == "tensor" || word == "memref" || word == "tuple") {
    lexer_.move_to(at);
    SpelledType type;
    if (!parse_type(type)) return {};
    if (type.type) return context_.type(type.type);
    return context_.opaque_attr({at, static_cast<size_t>(lexer_.raw() - at)});
  }
  // Scalar types, affine_map<…>, strided<…>: kept as written.
  std::string_view body;
  const bool scalar = ir::element_type_from_mlir(word).has_value() || word == "index" || word == "none" ||
                      word == "tf32" || (word.starts_with("si") && ir::element_type_from_mlir(word.substr(1)));
  if (lexer_.raw_char() == '<') {
    if (!parse_balanced(body)) return {};
  } else if (!scalar) {
    fail(at, Code::kSyntax, fmt::format("expected an attribute, found '{}'", word));
    return {};
  }
  return context_.opaque_attr({at, static_cast<size_t>(lexer_.raw() - at)});
}

// #alias, #dialect.name<…>, #dialect<…>.
Attr Reader::parse_hash_attribute() {
  const char* at = lexer_.position();
  lexer_.move_to(at + 1);
  std::string_view name = lexer_.name();
  if (name.empty()) {
    fail_here("a name after '#'");
    return {};
  }
  if (lexer_.raw_char() == '<') {
    std::string_view body;
    if (!parse_balanced(body)) return {};
    return opaque({at, static_cast<size_t>(lexer_.raw() - at)});
  }
  if (name.find('.') != std::string_view::npos) return context_.opaque_attr({at, name.size() + 1});
  Alias* alias = resolve_alias({at, name.size() + 1}, at);
  if (alias == nullptr) return {};
  if (!alias->attr) fail(at, Code::kBadAttribute, fmt::format("#{} does not stand for an attribute", name));
  return alias->attr;
}

Attr Reader::parse_array_attribute() {
  lexer_.accept('[');
  std::vector<Attr> elements;
  if (!lexer_.accept(']')) {
    do {
      Attr element = parse_attribute();
      if (!element) return {};
      elements.push_back(element);
    } while (lexer_.accept(','));
    if (!expect(']', "at the end of the list")) return {};
  }
  return context_.array(elements);
}

bool Reader::parse_attr_name(std::string_view& out, std::string& storage) {
  if (lexer_.peek() == '"') {
    if (!parse_string(storage)) return false;
    out = storage;
  } else {
    out = lexer_.word();
  }
  if (out.empty()) return fail_here("the name of an attribute");
  return true;
}

bool Reader::parse_dict(std::vector<NamedAttr>& out) {
  if (!expect('{', "at the start of a dictionary")) return false;
  if (lexer_.accept('}')) return true;
  PointerSet<const void*> names;
  do {
    std::string_view name;
    std::string storage;
    const char* at = lexer_.position();
    if (!parse_attr_name(name, storage)) return false;
    Name interned = context_.name(name);
    Attr value = lexer_.accept('=') ? parse_attribute() : context_.unit();
    if (!value) return false;
    if (!names.insert(interned.id()).second) {
      return fail(at, Code::kBadAttribute, fmt::format("'{}' is given twice", name));
    }
    out.push_back({interned, value});
  } while (lexer_.accept(','));
  return expect('}', "at the end of the dictionary");
}

bool Reader::parse_string(std::string& out) {
  const char* at = lexer_.position();
  std::string_view inside;
  if (!lexer_.string(inside)) return fail(at, Code::kSyntax, "the string has no closing quote on its line");
  if (inside.find('\\') == std::string_view::npos) {
    out = inside;
    return true;
  }
  out.clear();
  for (size_t i = 0; i < inside.size(); ++i) {
    if (inside[i] != '\\') {
      out += inside[i];
      continue;
    }
    const char c = ++i < inside.size() ? inside[i] : '\0';
    if (c == 'n') {
      out += '\n';
    } else if (c == 't') {
      out += '\t';
    } else if (c == '"' || c == '\\') {
      out += c;
    } else if (i + 1 < inside.size() && hex_digit(c) >= 0 && hex_digit(inside[i + 1]) >= 0) {
      out += static_cast<char>(hex_digit(c) * 16 + hex_digit(inside[++i]));
    } else {
      return fail(inside.data() + i - 1, Code::kSyntax,
                  "unknown escape in a string; \\n, \\t, \\\\, \\\" and two hexadecimal digits are known");
    }
  }
  return true;
}

// @name, @"name", @outer::@inner.
bool Reader::parse_symbol(std::string& out) {
  if (!expect('@', "before a symbol")) return false;
  if (lexer_.raw_char() == '"') {
    if (!parse_string(out)) return false;
  } else {
    out = lexer_.name();
  }
  if (out.empty()) return fail_here("a name after '@'");
  while (lexer_.starts_with("::@")) {
    lexer_.accept("::");
    std::string inner;
    if (!parse_symbol(inner)) return false;
    out += "::@" + inner;
  }
  return true;
}

bool Reader::parse_int_list(std::vector<int64_t>& out) {
  if (!expect('[', "before a list of integers")) return false;
  if (lexer_.accept(']')) return true;
  do {
    if (!parse_integer(out.emplace_back())) return false;
  } while (lexer_.accept(','));
  return expect(']', "after the integers");
}

bool Reader::parse_balanced(std::string_view& out) {
  const char* const from = lexer_.position();
  if (std::string_view("<[({").find(lexer_.peek()) == std::string_view::npos) return fail_here("an opening bracket");
  char open[kMaxDepth];
  int depth = 0;
  for (const char* at = from; at < lexer_.end(); ++at) {
    char partner = '\0';
    switch (*at) {
      case '"': {
        lexer_.move_to(at);
        std::string_view inside;
        if (!lexer_.string(inside)) return fail(at, Code::kSyntax, "the string has no closing quote on its line");
        at = lexer_.raw() - 1;
        continue;
      }
      case '<': partner = '>'; break;
      case '[': partner = ']'; break;
      case '(': partner = ')'; break;
      case '{': partner = '}'; break;
      case '-':
        if (at + 1 < lexer_.end() && at[1] == '>') ++at;
        continue;
      case '>':
      case ']':
      case ')':
      case '}':
        if (open[depth - 1] != *at) {
          return fail(at, Code::kSyntax, fmt::format("expected '{}', found '{}'", open[depth - 1], *at));
        }
        if (--depth == 0) {
          lexer_.move_to(at + 1);
          out = {from, static_cast<size_t>(at + 1 - from)};
          return true;
        }
        continue;
      default: continue;
    }
    if (!can_nest(depth, "brackets")) return false;
    open[depth++] = partner;
  }
  return fail(from, Code::kSyntax, fmt::format("this '{}' is never closed", *from));
}

}  // namespace partita::core::text::stablehlo
