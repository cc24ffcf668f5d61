// Reads HLO shapes, f32[2,3]{1,0} or tuples of them; the same array shape is parsed once (syntax.h).
#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "text/hlo/syntax.h"

namespace partita::core::text::hlo {
namespace {

// A brace after a shape opens a layout where a number, a colon or its end follows; else it opens the body of a
// computation:
//   f32[2,3]{1,0}   f32[]{}   f32[8]{:T(8)}        %f (x: f32[]) -> f32[] { …
bool at_layout(Lexer& lexer) {
  const char* here = lexer.raw();
  bool yes = false;
  if (lexer.eat('{')) {
    char c = lexer.peek();
    yes = c == '}' || c == ':' || (c >= '0' && c <= '9');
  }
  lexer.move_to(here);
  return yes;
}

bool parse_dimensions(Lexer& lexer, std::vector<int64_t>& dims) {
  if (!lexer.expect('[', "after the element type")) return false;
  if (lexer.eat(']')) return true;
  do {
    const char* at = lexer.at();
    if (lexer.eat('?') || lexer.eat("<=")) {
      return lexer.reading().error(at, Code::kUnsupportedType,
                                   "dynamic dimensions are not supported; write the shape with static ones");
    }
    int64_t size = 0;
    if (!lexer.integer(size, "a dimension")) return false;
    if (size < 0) return lexer.reading().error(at, Code::kHloBadShape, "a dimension is not negative");
    dims.push_back(size);
  } while (lexer.eat(','));
  return lexer.expect(']', "after the dimensions");
}

// The end of a plain array shape that begins here, or null where it takes a closer look: f32[2,3]{1,0}
const char* plain_end(const char* at, const char* end) {
  auto skip = [&](std::string_view characters) {
    while (at < end && characters.find(*at) != std::string_view::npos) ++at;
    return at < end;
  };
  while (at < end && *at != '[') {
    if (!((*at >= 'a' && *at <= 'z') || (*at >= '0' && *at <= '9'))) return nullptr;
    ++at;
  }
  if (at == end || !skip("[0123456789,") || *at != ']') return nullptr;
  if (++at == end) return nullptr;
  if (*at != '{') return *at == ' ' && at + 1 < end && at[1] == '{' ? nullptr : at;
  ++at;
  if (!skip("0123456789,") || *at != '}') return nullptr;
  return at + 1;
}

// {1,0:T(8,128)} orders the two dimensions of its shape, {:T(8)} none of them.
bool parse_layout(Lexer& lexer, Shape& shape) {
  const char* at = lexer.at();
  if (!lexer.brackets(shape.layout)) return false;
  std::vector<int64_t> order = layout_order(shape.layout);
  std::ranges::sort(order);
  const auto rank = shape.type.is_tensor() || shape.type.kind() == TypeKind::kBuffer ? shape.type.dims().size() : 0;
  bool is_permutation = order.size() == rank;
  for (size_t i = 0; i < order.size(); ++i) is_permutation &= order[i] == static_cast<int64_t>(i);
  return order.empty() || is_permutation ||
         lexer.reading().error(at, Code::kHloBadShape,
                               fmt::format("a layout names each of the {} dimensions of its shape once", rank));
}

const Shape* parse_array_anew(Lexer& lexer, bool buffer);

const Shape* parse_array(Lexer& lexer, bool buffer) {
  const char* at = lexer.at();
  const char* end = buffer ? nullptr : plain_end(at, lexer.end());
  if (end == nullptr) return parse_array_anew(lexer, buffer);
  std::string_view text(at, end - at);
  const Shape*& known = lexer.reading().shape_of_text(text);
  if (known != nullptr) {
    lexer.move_to(end);
  } else {
    known = parse_array_anew(lexer, buffer);
  }
  return known;
}

const Shape* parse_array_anew(Lexer& lexer, bool buffer) {
  Reading& reading = lexer.reading();
  const char* at = lexer.at();
  std::string_view word = lexer.word();
  std::vector<int64_t> dims;
  Shape shape;
  if (word == "token" || word == "opaque") {
    if (!parse_dimensions(lexer, dims)) return nullptr;
    shape.type = word == "token" ? reading.context.token() : reading.context.opaque();
  } else {
    std::optional<ElementType> element = ir::element_type_from_hlo(word);
    if (!element) {
      bool bit = word == "s1" || word == "u1";
      reading.error(at, bit ? Code::kUnsupportedType : Code::kHloBadShape,
                    bit ? "integers of one bit are not supported" : "expected a shape, found " + std::string(word));
      return nullptr;
    }
    if (!parse_dimensions(lexer, dims)) return nullptr;
    if (!ir::checked_element_count(dims)) {
      reading.error(at, Code::kHloBadShape, "the shape has more elements than any machine holds");
      return nullptr;
    }
    shape.type = buffer ? reading.context.buffer(*element, dims) : reading.context.tensor(*element, dims);
  }
  if (at_layout(lexer) && !parse_layout(lexer, shape)) return nullptr;
  return reading.arena.create<Shape>(shape);
}

}  // namespace

bool at_shape(Lexer& lexer) {
  if (lexer.peek() == '(') return true;
  std::string_view word = lexer.peek_word();
  if (word.empty() || word.size() > 16) return false;
  const char* after = word.data() + word.size();
  if (after == lexer.end()) return false;
  return *after == '[' || (word == "b" && *after == '(');
}

const Shape* parse_shape(Lexer& lexer, int depth) {
  Reading& reading = lexer.reading();
  if (depth > kMaxDepth) {
    reading.error(lexer.at(), Code::kTooDeep, "tuples are nested too deeply");
    return nullptr;
  }
  if (lexer.eat('(')) {
    std::vector<const Shape*> parts;
    while (!lexer.eat(')')) {
      if (!parts.empty() && !lexer.expect(',', "between the parts of a tuple shape")) return nullptr;
      const Shape* part = parse_shape(lexer, depth + 1);
      if (part == nullptr) return nullptr;
      parts.push_back(part);
    }
    return tuple_shape(reading, parts);
  }
  if (lexer.eat("b(")) {
    const Shape* shape = parse_array(lexer, true);
    return shape != nullptr && lexer.expect(')', "after the buffer's shape") ? shape : nullptr;
  }
  return parse_array(lexer, false);
}

const Shape* leaf_shape(Reading& reading, Type type) {
  Shape shape;
  shape.type = type;
  return reading.arena.create<Shape>(shape);
}

const Shape* tuple_shape(Reading& reading, std::span<const Shape* const> parts) {
  Shape shape;
  shape.tuple = true;
  shape.parts = reading.arena.copy(parts);
  shape.leaves = 0;
  int* starts = reading.arena.array<int>(parts.size());
  for (size_t i = 0; i < parts.size(); ++i) {
    starts[i] = shape.leaves;
    shape.leaves += parts[i]->leaves;
    shape.depth = std::max(shape.depth, parts[i]->depth + 1);
  }
  shape.starts = {starts, parts.size()};
  return reading.arena.create<Shape>(shape);
}

bool same_types(const Shape& a, const Shape& b) {
  if (&a == &b) return true;
  if (a.tuple != b.tuple || a.parts.size() != b.parts.size()) return false;
  if (!a.tuple) return a.type == b.type;
  for (size_t i = 0; i < a.parts.size(); ++i) {
    if (!same_types(*a.parts[i], *b.parts[i])) return false;
  }
  return true;
}

void append_leaf_types(const Shape& shape, std::vector<Type>& types) {
  if (!shape.tuple) types.push_back(shape.type);
  for (const Shape* part : shape.parts) append_leaf_types(*part, types);
}

bool is_layout_of(Type type, std::string_view layout) {
  if (layout.empty()) return true;
  if (layout.size() < 2 || layout.front() != '{' || layout.back() != '}') return false;
  const std::string_view inside = layout.substr(1, layout.size() - 2);
  int depth = 0;
  for (char c : inside) {
    const bool letter = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    if (!letter && std::string_view(",:()*#-").find(c) == std::string_view::npos) return false;
    depth += c == '(' ? 1 : c == ')' ? -1 : 0;
    if (depth < 0) return false;
  }
  std::vector<int64_t> order = layout_order(inside);
  std::ranges::sort(order);
  const bool has_dims = type.is_tensor() || type.kind() == TypeKind::kBuffer;
  bool once = order.empty() || (has_dims && order.size() == type.dims().size());
  for (size_t i = 0; i < order.size(); ++i) once &= order[i] == static_cast<int64_t>(i);
  return depth == 0 && once;
}

std::vector<int64_t> layout_order(std::string_view layout) {
  std::vector<int64_t> out;
  const std::string_view numbers = layout.substr(0, layout.find(':'));
  for (size_t at = 0; at < numbers.size();) {
    const char* from = numbers.data() + at;
    if (*from < '0' || *from > '9') {
      ++at;
      continue;
    }
    int64_t& number = out.emplace_back(-1);
    const char* end = std::from_chars(from, numbers.data() + numbers.size(), number).ptr;
    at += static_cast<size_t>(end - from);
  }
  return out;
}

void append_leaf_layouts(const Shape& shape, std::vector<std::string_view>& layouts) {
  if (!shape.tuple) layouts.push_back(shape.layout);
  for (const Shape* part : shape.parts) append_leaf_layouts(*part, layouts);
}

std::string to_string(const Shape& shape) {
  if (shape.tuple) {
    std::string out = "(";
    for (size_t i = 0; i < shape.parts.size(); ++i) {
      out += (i > 0 ? ", " : "") + to_string(*shape.parts[i]);
      if (out.size() > 200) return out + ", …";
    }
    return out + ")";
  }
  if (shape.type.kind() == TypeKind::kToken) return "token[]";
  if (shape.type.kind() == TypeKind::kOpaque) return "opaque[]";
  if (shape.type.kind() == TypeKind::kFuture) return "the state of an asynchronous operation";
  std::string out = fmt::format("{}[{}]", hlo_spelling(shape.type.element()), fmt::join(shape.type.dims(), ","));
  return shape.type.kind() == TypeKind::kBuffer ? "b(" + out + ")" : out;
}

std::string nesting_of(const Shape& shape) {
  if (!shape.tuple) return "1";
  std::string out = "(";
  int row = 0;
  auto close_row = [&] {
    if (row > 0) out += (out.back() == '(' ? "" : ",") + std::to_string(row);
    row = 0;
  };
  for (const Shape* part : shape.parts) {
    if (!part->tuple) {
      ++row;
      continue;
    }
    close_row();
    if (out.back() != '(') out += ',';
    out += nesting_of(*part);
  }
  close_row();
  return out + ")";
}

}  // namespace partita::core::text::hlo
