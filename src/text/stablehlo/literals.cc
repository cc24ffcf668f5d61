// Dense literals. The type stands behind the elements, so that it is read first:
//
//   dense<[[1, 2], [3, 4]]> : tensor<2x2xi8>      lists, nested as the type is shaped
//   dense<1.5> : tensor<4xf32>                    one element for all
//   dense<"0x0000803F00000040"> : tensor<2xf32>   the elements' bytes, little-endian; i1 has a bit or a byte each
//   dense_resource<weights> : tensor<2xf32>       the same, kept at the end of the file behind four bytes of alignment
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstring>

#include "ir/numeric/float_text.h"
#include "text/stablehlo/reader.h"

namespace partita::core::text::stablehlo {
namespace {

void store(uint64_t bits, int bytes, std::byte* out) {
  for (int i = 0; i < bytes; ++i) out[i] = static_cast<std::byte>(bits >> (8 * i));
}

// tensor<2xindex>, or empty where the type is another.
std::string_view index_type(const char* at, const char* end) {
  const void* close = std::memchr(at, '>', end - at);
  if (close == nullptr) return {};
  std::string_view text(at, static_cast<const char*>(close) + 1 - at);
  const bool is_index = text.ends_with("index>") && (text.starts_with("tensor<") || text.starts_with("vector<"));
  return is_index ? text : std::string_view();
}

// Its elements: of a list, as no layout has more dimensions than this.
size_t index_count(std::string_view type) {
  constexpr size_t kMost = 1024;
  size_t count = 1;
  std::string_view digits = type.substr(7);
  if (std::from_chars(digits.data(), digits.data() + digits.size(), count).ec != std::errc()) return 1;
  return std::min(count, kMost);
}

}  // namespace

Attr Reader::parse_dense() {
  if (!expect('<', "after dense")) return {};
  const char* const literal = lexer_.position();
  const void* close = std::memchr(literal, '>', lexer_.end() - literal);
  if (close == nullptr) {
    fail(literal - 1, Code::kSyntax, "this '<' is never closed");
    return {};
  }
  const char* const behind = static_cast<const char*>(close) + 1;
  lexer_.move_to(behind);
  if (!expect(':', "and the type after a dense literal")) return {};
  const char* type_at = lexer_.position();
  if (std::string_view index = index_type(type_at, lexer_.end()); !index.empty()) {
    lexer_.move_to(literal);
    Attr layout = parse_dense_index(index_count(index));
    lexer_.move_to(type_at + index.size());
    return layout;
  }
  Type type;
  if (!parse_plain_type(type, "a literal")) return {};
  if (!type.is_tensor()) {
    fail(type_at, Code::kBadType, "a literal has a tensor type");
    return {};
  }
  const char* const type_end = lexer_.raw();
  lexer_.move_to(literal);
  Blob elements;
  bool splat = false;
  if (lexer_.peek() == '"') {
    std::string_view hex;
    if (!lexer_.string(hex)) {
      fail(literal, Code::kSyntax, "the string has no closing quote on its line");
      return {};
    }
    if (!hex.starts_with("0x")) {
      fail(literal, Code::kBadLiteral, "expected \"0x\" and two hexadecimal digits for each byte");
      return {};
    }
    if (!parse_hex_blob(type, hex.substr(2), literal, elements, splat)) return {};
  } else if (!parse_elements(type, elements, splat)) {
    return {};
  }
  if (lexer_.position() + 1 != behind) {
    fail_here("'>' after the elements");
    return {};
  }
  lexer_.move_to(type_end);
  return make_dense(type, std::move(elements));
}

// dense<[1, 0]> : tensor<2xindex>, as layouts are written; `count` for one element that stands for all.
Attr Reader::parse_dense_index(size_t count) {
  std::vector<int64_t> values;
  if (lexer_.peek() == '[') {
    if (!parse_int_list(values)) return {};
  } else if (lexer_.peek() != '>') {
    if (!parse_integer(values.emplace_back())) return {};
    values.resize(count, values[0]);
  }
  if (lexer_.peek() != '>') {
    fail_here("'>' after the elements");
    return {};
  }
  return context_.ints(values, "index");
}

bool Reader::parse_elements(Type type, Blob& out, bool& splat) {
  const auto width = static_cast<size_t>(byte_width(type.element()));
  const std::span<const int64_t> dims = type.dims();
  char c = lexer_.peek();
  if (c == '>') {
    if (type.num_elements() == 0) return true;
    return fail(lexer_.raw(), Code::kBadLiteral, fmt::format("no elements for {}", type.to_string()));
  }
  if (c != '[') {
    splat = true;
    out.resize(width);
    return parse_element(type.element(), out.data());
  }
  // Elements are at least two characters each, so that a short text cannot ask for much memory.
  const auto most = static_cast<size_t>(lexer_.end() - lexer_.raw());
  const auto wanted = static_cast<size_t>(type.num_elements());
  if (wanted > most) {
    return fail(lexer_.raw(), Code::kBadLiteral,
                fmt::format("the list has fewer than the {} elements of {}", wanted, type.to_string()));
  }
  out.resize(wanted * width);
  std::byte* next = out.data();
  // Where we are in each of the open lists.
  std::vector<int64_t> counts;
  const size_t rank = dims.size();
  while (true) {
    const char* at = lexer_.position();
    if (lexer_.accept('[')) {
      if (counts.size() == rank) {
        return fail(at, Code::kBadLiteral,
                    fmt::format("lists are nested deeper than the rank of {}", type.to_string()));
      }
      if (!counts.empty() && counts.back() == dims[counts.size() - 1]) {
        return fail(at, Code::kBadLiteral,
                    fmt::format("more than {} elements in this list of a {}", counts.back(), type.to_string()));
      }
      counts.push_back(0);
      if (lexer_.peek() != ']') continue;
    } else {
      if (counts.size() != rank) {
        return fail(at, Code::kBadLiteral,
                    fmt::format("lists are not nested as deep as the rank of {}", type.to_string()));
      }
      if (counts.back() == dims[rank - 1]) {
        return fail(at, Code::kBadLiteral,
                    fmt::format("more than {} elements in this list of a {}", counts.back(), type.to_string()));
      }
      if (next == out.data() + out.size()) {
        return fail(at, Code::kBadLiteral, fmt::format("more elements than {} has", type.to_string()));
      }
      if (!parse_element(type.element(), next)) return false;
      next += width;
      ++counts.back();
    }
    while (lexer_.peek() == ']') {
      at = lexer_.position();
      lexer_.accept(']');
      if (counts.back() != dims[counts.size() - 1]) {
        return fail(at, Code::kBadLiteral,
                    fmt::format("{} elements in a list of {}, wanted {}", counts.back(), type.to_string(),
                                dims[counts.size() - 1]));
      }
      counts.pop_back();
      if (counts.empty()) return true;
      ++counts.back();
    }
    if (!expect(',', "between elements")) return false;
  }
}

bool Reader::parse_element(ElementType type, std::byte* out) {
  if (is_complex(type)) {
    const ElementType part = part_type(type);
    if (!lexer_.accept('(')) return fail_here("'(' of a complex number");
    if (!parse_element(part, out)) return false;
    if (!expect(',', "between the parts of a complex number")) return false;
    if (!parse_element(part, out + byte_width(part))) return false;
    return expect(')', "after a complex number");
  }
  const char* at = lexer_.position();
  if (at < lexer_.end() && is_class(*at, kWordStart)) {
    std::string_view word = lexer_.word();
    if ((word == "true" || word == "false") && type == ElementType::kPred) {
      *out = static_cast<std::byte>(word == "true");
      return true;
    }
    return fail(at, Code::kBadLiteral, fmt::format("'{}' is not an element of type {}", word, mlir_spelling(type)));
  }
  if (is_float(type)) {
    std::string_view text = lexer_.number();
    if (text.empty()) return fail_here("a number");
    std::optional<uint64_t> bits = parse_float(text, type);
    if (!bits) {
      return fail(at, Code::kBadLiteral, fmt::format("'{}' is not an element of type {}", text, mlir_spelling(type)));
    }
    store(*bits, byte_width(type), out);
    return true;
  }
  int64_t value = 0;
  const bool negative = lexer_.peek() == '-';
  if (std::string_view text = lexer_.number(); text.find('.') != std::string_view::npos) {
    return fail(at, Code::kBadLiteral, fmt::format("'{}' is not an element of type {}", text, mlir_spelling(type)));
  }
  lexer_.move_to(at);
  if (!parse_integer(value)) return false;
  // A signless integer may be written as its signed or its unsigned value.
  const int bits = bit_width(type);
  bool fits = true;
  if (bits < 64) {
    const int64_t low = element_class(type) == ElementClass::kUnsigned ? 0 : -(int64_t{1} << (bits - 1));
    fits = negative ? value >= low : value >= 0 && value < (int64_t{1} << bits);
  } else if (negative) {
    fits = element_class(type) == ElementClass::kSigned;
  }
  if (!fits) {
    return fail(at, Code::kBadLiteral, fmt::format("{} does not fit into {}", value, mlir_spelling(type)));
  }
  if (type == ElementType::kPred) value &= 1;
  store(static_cast<uint64_t>(value), byte_width(type), out);
  narrow_element(type, out);
  return true;
}

bool Reader::parse_hex_blob(Type type, std::string_view hex, const char* at, Blob& out, bool& splat) {
  if (hex.size() % 2 != 0) return fail(at, Code::kBadLiteral, "a byte has two hexadecimal digits, and one is missing");
  Blob bytes(hex.size() / 2);
  for (size_t i = 0; i < bytes.size(); ++i) {
    const int high = hex_digit(hex[2 * i]), low = hex_digit(hex[2 * i + 1]);
    if (high < 0 || low < 0) {
      return fail(hex.data() + 2 * i, Code::kBadLiteral, "not a hexadecimal digit");
    }
    bytes[i] = static_cast<std::byte>(high * 16 + low);
  }
  return take_elements(type, std::move(bytes), at, out, splat);
}

Attr Reader::parse_dense_array() {
  if (!expect('<', "after array")) return {};
  const char* at = lexer_.position();
  std::string_view element = lexer_.word();
  std::optional<ElementType> type = ir::element_type_from_mlir(element);
  if (!type || is_complex(*type)) {
    fail(at, Code::kBadType, fmt::format("'{}' is not the element type of an array", element));
    return {};
  }
  if (is_float(*type)) {
    std::vector<Attr> values;
    if (lexer_.accept(':')) {
      do {
        const char* value_at = lexer_.position();
        std::string_view text = lexer_.number();
        if (!parse_float(text, *type)) {
          fail(value_at, Code::kBadLiteral, fmt::format("expected a number of type {}", element));
          return {};
        }
      } while (lexer_.accept(','));
    }
    if (!expect('>', "after the elements")) return {};
    return context_.opaque_attr("array<" + std::string(at, lexer_.raw() - at));
  }
  std::vector<int64_t> values;
  if (lexer_.accept(':')) {
    do {
      if (*type == ElementType::kPred && (lexer_.peek() == 't' || lexer_.peek() == 'f')) {
        const char* value_at = lexer_.position();
        std::string_view word = lexer_.word();
        if (word != "true" && word != "false") {
          fail(value_at, Code::kBadLiteral, "expected true or false");
          return {};
        }
        values.push_back(word == "true");
      } else if (!parse_integer(values.emplace_back())) {
        return {};
      }
    } while (lexer_.accept(','));
  }
  if (!expect('>', "after the elements")) return {};
  return context_.ints(values, element);
}

std::string elided_text(std::string_view name) {
  const bool word = !name.empty() && is_class(name[0], kWordStart) &&
                    std::ranges::all_of(name, [](char c) { return is_class(c, kWordPart); });
  return fmt::format("{}{}>", kElidedPrefix, word ? name : "__elided__");
}

Attr Reader::parse_dense_resource() {
  if (!expect('<', "after dense_resource")) return {};
  const char* at = lexer_.position();
  std::string storage;
  std::string_view key;
  if (lexer_.peek() == '"') {
    if (!parse_string(storage)) return {};
    key = storage;
  } else {
    key = lexer_.name();
  }
  if (!expect('>', "after the name of a resource") || !expect(':', "and the type after a resource")) return {};
  Type type;
  if (!parse_plain_type(type, "a literal")) return {};
  std::string_view hex;
  if (!find_resource(key, hex)) {
    // dense_resource<__elided__>, or the end of the file was cut off: the type is all that is known.
    Attr elided = context_.opaque_attr(elided_text(key));
    elided_types_[elided.id()] = type;
    return elided;
  }
  // "0x", four bytes of alignment, then the data.
  if (!type.is_tensor() || hex.size() < 10 || !hex.starts_with("0x")) {
    fail(at, Code::kBadLiteral, "the resource is not a blob of bytes for a tensor");
    return {};
  }
  Blob elements;
  bool splat = false;
  if (!parse_hex_blob(type, hex.substr(10), at, elements, splat)) return {};
  return make_dense(type, std::move(elements));
}

// {-# dialect_resources: { builtin: { name: "0x…" } } #-}: every `name: "0x…"` pair between the braces.
bool Reader::find_resource(std::string_view name, std::string_view& hex) {
  if (!resources_read_) {
    resources_read_ = true;
    std::string_view text(begin_, lexer_.end() - begin_);
    const size_t start = text.rfind("{-#");
    if (start != std::string_view::npos) {
      Lexer lexer(text, start + 3, text.size());
      std::string_view key;
      while (!lexer.at_end() && !lexer.starts_with("#-}")) {
        if (lexer.peek() == '"') {
          std::string_view value;
          if (!lexer.string(value)) break;
          if (lexer.peek() == ':') {
            key = value;
          } else {
            resources_[key] = value;
          }
        } else if (is_class(lexer.peek(), kNamePart)) {
          key = lexer.name();
        } else {
          lexer.move_to(lexer.raw() + 1);
        }
      }
    }
  }
  auto at = resources_.find(name);
  if (at == resources_.end()) return false;
  hex = at->second;
  return true;
}

}  // namespace partita::core::text::stablehlo
