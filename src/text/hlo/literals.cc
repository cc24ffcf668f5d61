#include "text/hlo/literals.h"

#include <fmt/format.h>

#include <charconv>
#include <cstring>

#include "ir/numeric/float_text.h"

namespace partita::core::text::hlo {
namespace {

class LiteralParser {
 public:
  LiteralParser(Reading& reading, std::string_view text) : reading_(reading), lexer_(reading, text) {}

  bool parse(const Shape& shape, std::vector<Attr>& out) {
    if (!value_of(shape, out, 0)) return false;
    return lexer_.at_end() || bad("did not expect " + shown(lexer_) + " after the literal");
  }

 private:
  bool bad(std::string message) { return reading_.error(lexer_.at(), Code::kHloBadLiteral, std::move(message)); }

  bool value_of(const Shape& shape, std::vector<Attr>& out, int depth) {
    if (depth > kMaxDepth) return reading_.error(lexer_.at(), Code::kTooDeep, "tuples are nested too deeply");
    if (depth > 0 && at_shape(lexer_) && lexer_.peek() != '(' && parse_shape(lexer_) == nullptr) return false;
    if (!shape.tuple) return array(shape.type, out);
    if (!lexer_.eat('(')) return bad("expected '(' to begin a tuple, found " + shown(lexer_));
    for (size_t i = 0; i < shape.parts.size(); ++i) {
      if (i > 0 && !lexer_.eat(',')) return bad("expected ',' and another part of the tuple");
      if (!value_of(*shape.parts[i], out, depth + 1)) return false;
    }
    return lexer_.eat(')') || bad("expected ')' to end the tuple, found " + shown(lexer_));
  }

  bool array(Type type, std::vector<Attr>& out) {
    if (!type.is_tensor()) return bad("only tensors have literals");
    element_ = type.element();
    width_ = static_cast<size_t>(byte_width(element_));
    data_.clear();
    const char* start = lexer_.at();
    if (type.rank() > 0 && lexer_.eat('{') && lexer_.eat("...")) {
      if (!lexer_.eat('}')) return bad("expected '}' after ...");
      data_.assign(type.num_elements() > 0 ? width_ : 0, std::byte{0});
    } else {
      lexer_.move_to(start);
      // A bare number stands for a tensor full of it.
      if (!(lexer_.peek() != '{' ? element() : elements(type))) return false;
      if (type.num_elements() == 0) data_.clear();
      // One element stands for all where all are the same, however it was written.
      bool all_same =
          data_.size() > width_ && std::memcmp(data_.data(), data_.data() + width_, data_.size() - width_) == 0;
      if (all_same) data_.resize(width_);
    }
    bool splat = data_.size() == width_;
    out.push_back(reading_.context.dense(type, splat, std::span<const std::byte>(data_)));
    return true;
  }

  // Nested braces, one level per dimension. counts[d] says how many items the open brace of level d has had.
  bool elements(Type type) {
    size_t rank = type.rank();
    bool empty = type.num_elements() == 0;
    std::vector<int64_t> counts;
    bool separated = true;
    do {
      char c = lexer_.peek();
      if (c == '{') {
        if (counts.size() == rank) return bad(fmt::format("the braces are nested deeper than the rank, {}", rank));
        if (!separated) return bad("expected ',' before '{'");
        if (!counts.empty()) ++counts.back();
        counts.push_back(0);
        lexer_.eat('{');
        separated = true;
      } else if (c == '}') {
        if (counts.empty()) return bad("expected '{' to begin the literal, found '}'");
        int64_t wanted = type.dim(std::ssize(counts) - 1);
        if (counts.back() != wanted && !empty) {
          return bad(
              fmt::format("expected {} elements in dimension {}, found {}", wanted, counts.size() - 1, counts.back()));
        }
        counts.pop_back();
        lexer_.eat('}');
        separated = false;
      } else if (c == ',' && !separated && !counts.empty()) {
        lexer_.eat(',');
        separated = true;
      } else {
        if (counts.size() != rank || !separated) {
          return bad(fmt::format("expected {}, found {}", counts.size() != rank ? "'{'" : "',' or '}'", shown(lexer_)));
        }
        if (!element()) return false;
        ++counts.back();
        separated = false;
      }
    } while (!counts.empty());
    return data_.size() == static_cast<size_t>(type.num_elements()) * width_ ||
           bad("the literal does not fill its shape");
  }

  bool element() {
    if (!is_complex(element_)) return part(element_, width_);
    ElementType type = part_type(element_);
    size_t width = width_ / 2;
    if (lexer_.eat('(')) {
      if (!part(type, width)) return false;
      if (!lexer_.eat(',')) return bad("expected ',' between the parts of a complex number");
      if (!part(type, width)) return false;
      if (!lexer_.eat(')')) return bad("expected ')' after a complex number");
    } else {
      if (!part(type, width)) return false;
      append(0, width);
    }
    return true;
  }

  bool part(ElementType type, size_t width) {
    std::string_view text = token();
    uint64_t bits = 0;
    switch (element_class(type)) {
      case ElementClass::kBool:
        if (text != "true" && text != "false" && text != "1" && text != "0") return no_value(text, type);
        bits = text == "true" || text == "1";
        break;
      case ElementClass::kFloat: {
        std::optional<uint64_t> parsed = parse_float(text, type);
        if (!parsed) return no_value(text, type);
        bits = *parsed;
        break;
      }
      default:
        if (!integer(text, type, bits)) return no_value(text, type);
    }
    append(bits, width);
    lexer_.move_to(text.data() + text.size());
    return true;
  }

  bool no_value(std::string_view text, ElementType type) {
    return bad(fmt::format("{} is no value of type {}", text.empty() ? shown(lexer_) : std::string(text.substr(0, 60)),
                           hlo_spelling(type)));
  }

  // Up to a blank, comma or bracket; nan(0x400001) is one token.
  std::string_view token() {
    const char* from = lexer_.at();
    const char* to = from;
    auto stops = [](char c) {
      return c == ',' || c == '}' || c == ' ' || c == '\n' || c == ')' || c == '{' || c == '\t';
    };
    while (to < lexer_.end() && !stops(*to) && *to != '(' && *to != '\r' && *to != '/') ++to;
    std::string_view text(from, to - from);
    if (to < lexer_.end() && *to == '(' && (text == "nan" || text == "-nan")) {
      while (to < lexer_.end() && *to != ')') ++to;
      if (to < lexer_.end()) text = {from, static_cast<size_t>(to + 1 - from)};
    }
    return text;
  }

  static bool integer(std::string_view text, ElementType type, uint64_t& bits) {
    const char* end = text.data() + text.size();
    int width = bit_width(type);
    if (element_class(type) == ElementClass::kUnsigned) {
      auto [stop, problem] = std::from_chars(text.data(), end, bits);
      return problem == std::errc() && stop == end && (width == 64 || bits >> width == 0);
    }
    int64_t value = 0;
    auto [stop, problem] = std::from_chars(text.data(), end, value);
    if (problem != std::errc() || stop != end) return false;
    int64_t limit = width == 64 ? INT64_MAX : (int64_t{1} << (width - 1)) - 1;
    bits = static_cast<uint64_t>(value);
    return value <= limit && value >= -limit - 1;
  }

  void append(uint64_t bits, size_t width) {
    size_t at = data_.size();
    data_.resize(at + width);
    std::memcpy(data_.data() + at, &bits,
                width);  // elements are stored little-endian, as every machine we build for has it
  }

  Reading& reading_;
  Lexer lexer_;
  ElementType element_ = ElementType::kF32;
  size_t width_ = 0;
  Blob data_;
};

}  // namespace

bool parse_literal(Reading& reading, std::string_view text, const Shape& shape, std::vector<Attr>& out) {
  return LiteralParser(reading, text).parse(shape, out);
}

}  // namespace partita::core::text::hlo
