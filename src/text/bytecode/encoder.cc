#include "text/bytecode/encoder.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "ir/numeric/float_formats.h"
#include "text/common/attr_writer.h"
#include "text/stablehlo/lexer.h"

namespace partita::core::text::bytecode {

uint64_t Encoder::attr(Attr attr) {
  if (auto known = attrs_.find(attr.id()); known != attrs_.end()) return known->second;
  const uint64_t number = make(attr);
  attrs_.emplace(attr.id(), number);
  return number;
}

uint64_t Encoder::type(Type type) {
  if (auto known = types_.find(type.id()); known != types_.end()) return known->second;
  const uint64_t number = make_type(type);
  types_.emplace(type.id(), number);
  return number;
}

// What there is no code for: its text, as MLIR prints it.
uint64_t Encoder::text_attr(std::string_view dialect, std::string_view text) {
  return tables_.attr(dialect, false, std::string(text) + '\0');
}
uint64_t Encoder::text_type(std::string_view dialect, std::string_view text) {
  return tables_.type(dialect, false, std::string(text) + '\0');
}

uint64_t Encoder::string(std::string_view text) {
  Bytes out;
  out.varint(BuiltinAttr::kString);
  out.varint(tables_.string(text));
  return builtin(out);
}

uint64_t Encoder::array(std::span<const uint64_t> elements) {
  Bytes out;
  out.varint(BuiltinAttr::kArray);
  out.varint(elements.size());
  for (uint64_t element : elements) out.varint(element);
  return builtin(out);
}

uint64_t Encoder::dict(std::span<const std::pair<std::string_view, uint64_t>> entries) {
  Bytes out;
  out.varint(BuiltinAttr::kDictionary);
  out.varint(entries.size());
  for (const auto& [name, value] : entries) {
    out.varint(string(name));
    out.varint(value);
  }
  return builtin(out);
}

uint64_t Encoder::of_type(uint64_t type) {
  Bytes out;
  out.varint(BuiltinAttr::kType);
  out.varint(type);
  return builtin(out);
}

// @a::@b: the string of the first, and symbols.
uint64_t Encoder::symbol(std::string_view text) {
  constexpr std::string_view kBetween = "::@";
  Bytes out;
  const size_t first = std::min(text.find(kBetween), text.size());
  std::vector<uint64_t> nested;
  for (size_t at = first; at < text.size();) {
    const size_t from = at + kBetween.size();
    at = std::min(text.find(kBetween, from), text.size());
    nested.push_back(symbol(text.substr(from, at - from)));
  }
  out.varint(nested.empty() ? BuiltinAttr::kFlatSymbol : BuiltinAttr::kSymbol);
  out.varint(string(text.substr(0, first)));
  if (!nested.empty()) out.varint(nested.size());
  for (uint64_t each : nested) out.varint(each);
  return builtin(out);
}

// --- numbers

void Encoder::integer(int64_t value, std::string_view suffix, Bytes& out) {
  const int bits = suffix == "index" ? 64 : bit_width(ir::element_type_from_mlir(suffix).value_or(ElementType::kS64));
  constexpr int kByte = 8;
  const uint64_t mask = bits == 64 ? ~uint64_t{0} : (uint64_t{1} << bits) - 1;
  if (bits <= kByte) {
    out.byte(static_cast<uint8_t>(static_cast<uint64_t>(value) & mask));
  } else {
    out.signed_varint(static_cast<int64_t>(static_cast<uint64_t>(value) & mask));
  }
}

void Encoder::real(double value, ElementType element, Bytes& out) {
  const uint64_t bits = encode_one(element, value);
  if (bit_width(element) <= 8) {
    out.byte(static_cast<uint8_t>(bits));
  } else {
    out.signed_varint(static_cast<int64_t>(bits));
  }
}

// A splat is one element; of i1 it is all bits, and otherwise eight elements share a byte.
void Encoder::elements(const Literal& literal, Bytes& out) {
  const ElementType element = literal.type.element();
  std::string bytes(reinterpret_cast<const char*>(literal.data->data()), literal.data->size());
  if (element == ElementType::kPred) {
    if (bytes.size() == 1) {
      bytes[0] = bytes[0] != 0 ? '\xFF' : '\0';
    } else {
      std::string packed((bytes.size() + 7) / 8, '\0');
      for (size_t i = 0; i < bytes.size(); ++i) {
        if (bytes[i] != 0) packed[i / 8] = static_cast<char>(packed[i / 8] | (1 << (i % 8)));
      }
      bytes = std::move(packed);
    }
  } else if (bit_width(element) < 8) {
    const int mask = (1 << bit_width(element)) - 1;
    for (char& byte : bytes) byte = static_cast<char>(byte & mask);
  }
  out.blob(bytes);
}

// array<i64: 0, 1>, or the tensor of indices that a layout is.
uint64_t Encoder::ints(Attr attr) {
  const std::string_view suffix = attr.suffix().text();
  const std::span<const int64_t> values = attr.ints();
  std::string data;
  const size_t width = suffix == "index" ? 8 : static_cast<size_t>(byte_width(*ir::element_type_from_mlir(suffix)));
  for (int64_t value : values) data.append(reinterpret_cast<const char*>(&value), width);
  Bytes out;
  if (suffix == "index") {
    const int64_t count = std::ssize(values);
    out.varint(BuiltinAttr::kDense);
    out.varint(tensor(std::span(&count, 1), integer_type(suffix)));
  } else {
    out.varint(BuiltinAttr::kDenseArray);
    out.varint(integer_type(suffix));
    out.varint(values.size());
  }
  out.blob(data);
  return builtin(out);
}

uint64_t Encoder::elided(Type type, std::string_view resource) {
  Bytes out;
  out.varint(BuiltinAttr::kResource);
  out.varint(this->type(type));
  out.varint(tables_.declared_resource(resource));
  return builtin(out);
}

uint64_t Encoder::make(Attr attr) {
  Bytes out;
  switch (attr.kind()) {
    case AttrKind::kUnit: out.varint(BuiltinAttr::kUnit); break;
    case AttrKind::kBool:
      out.varint(BuiltinAttr::kInteger);
      out.varint(element(ElementType::kPred));
      integer(attr.as_int(), "i1", out);
      break;
    case AttrKind::kInt:
      out.varint(BuiltinAttr::kInteger);
      out.varint(integer_type(attr.suffix().text()));
      integer(attr.as_int(), attr.suffix().text(), out);
      break;
    case AttrKind::kFloat: {
      const ElementType element = ir::element_type_from_mlir(attr.suffix().text()).value_or(ElementType::kF64);
      out.varint(BuiltinAttr::kFloat);
      out.varint(this->element(element));
      real(attr.as_float(), element, out);
      break;
    }
    case AttrKind::kString: return string(attr.text());
    case AttrKind::kSymbol: return symbol(attr.text());
    case AttrKind::kType: return of_type(type(attr.as_type()));
    case AttrKind::kInts: return ints(attr);
    case AttrKind::kArray: {
      std::vector<uint64_t> elements;
      for (Attr each : attr.elements()) elements.push_back(this->attr(each));
      return array(elements);
    }
    case AttrKind::kDict: {
      std::vector<std::pair<std::string_view, uint64_t>> entries;
      for (const NamedAttr& each : attr.entries()) entries.emplace_back(each.name.text(), this->attr(each.value));
      return dict(entries);
    }
    case AttrKind::kDense:
      out.varint(BuiltinAttr::kDense);
      out.varint(type(attr.literal().type));
      elements(attr.literal(), out);
      break;
    case AttrKind::kOpaque: return opaque(attr.text());
  }
  return builtin(out);
}

// --- attributes of dialects, from their texts

bool Encoder::struct_fields(const StructLayout& layout, std::string_view text, Bytes& out) {
  std::string_view head = layout.head;
  if (!text.starts_with(head) || !text.ends_with('>')) return false;
  stablehlo::Lexer lexer(text, head.size(), text.size() - 1);
  std::vector<std::string_view> given(layout.fields.size());
  while (!lexer.at_end()) {
    const std::string_view name = lexer.word();
    const auto field = std::ranges::find(layout.fields, name, &FieldLayout::name);
    if (field == layout.fields.end() || !lexer.accept('=')) return false;
    const char* from = lexer.position();
    const char* to = from;
    for (int depth = 0; to < lexer.end() && (depth > 0 || *to != ','); ++to) {
      depth += *to == '[' || *to == '<' ? 1 : *to == ']' || *to == '>' ? -1 : 0;
    }
    given[static_cast<size_t>(field - layout.fields.begin())] = {from, static_cast<size_t>(to - from)};
    lexer.move_to(to);
    if (!lexer.accept(',') && !lexer.at_end()) return false;
  }
  auto read_int = [](std::string_view& rest, int64_t& value) {
    rest.remove_prefix(std::min(rest.find_first_not_of(" [,"), rest.size()));
    const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), value);
    if (error != std::errc()) return false;
    rest.remove_prefix(static_cast<size_t>(end - rest.data()));
    return true;
  };
  for (size_t i = 0; i < given.size(); ++i) {
    std::string_view rest = given[i];
    int64_t value = 0;
    switch (layout.fields[i].form) {
      case FieldForm::kInt:
        if (!rest.empty() && !read_int(rest, value)) return false;
        out.signed_varint(value);
        break;
      case FieldForm::kInts: {
        std::vector<int64_t> values;
        while (read_int(rest, value)) values.push_back(value);
        if (rest.find_first_not_of(" ]") != std::string_view::npos) return false;
        out.varint(values.size());
        for (int64_t each : values) out.signed_varint(each);
        break;
      }
      case FieldForm::kType: {
        const std::optional<ElementType> element = ir::element_type_from_mlir(rest);
        out.varint(element ? this->element(*element) : text_type("builtin", rest));
        break;
      }
      case FieldForm::kFlag: out.byte(rest == "true" ? 1 : 0); break;
    }
  }
  return true;
}

uint64_t Encoder::opaque(std::string_view text) {
  const size_t end = text.starts_with('#') ? std::min(text.find_first_of(".<"), text.size()) : 0;
  if (end == 0) {
    if (text.starts_with("loc(")) return location_text(text.substr(4, text.size() - 5));
    return text_attr("builtin", text);
  }
  const std::string_view dialect = text.substr(1, end - 1);
  if (dialect != "stablehlo") return text_attr(dialect, text);
  for (const EnumLayout& each : enum_layouts()) {
    for (size_t i = 0; i < each.words.size(); ++i) {
      if (text != fmt::format("#stablehlo<{} {}>", each.mnemonic, each.words[i])) continue;
      Bytes out;
      out.varint(each.code);
      out.varint(i);
      return tables_.attr(dialect, true, out.text());
    }
  }
  for (const StructLayout& layout : struct_layouts()) {
    Bytes out;
    out.varint(layout.code);
    if (struct_fields(layout, text, out)) return tables_.attr(dialect, true, out.text());
  }
  return text_attr(dialect, text);
}

// --- types

uint64_t Encoder::integer_type(std::string_view suffix) {
  if (suffix != "index") return element(ir::element_type_from_mlir(suffix).value_or(ElementType::kS64));
  Bytes out;
  out.varint(BuiltinType::kIndex);
  return tables_.type("builtin", true, out.text());
}

uint64_t Encoder::element(ElementType element) {
  constexpr uint64_t kNewest = 22;  // from here on MLIR numbers what it had as text before
  Bytes out;
  if (is_complex(element)) {
    out.varint(BuiltinType::kComplex);
    out.varint(this->element(part_type(element)));
  } else if (!is_float(element)) {
    const bool is_unsigned = element_class(element) == ElementClass::kUnsigned;
    out.varint(BuiltinType::kInteger);
    out.varint(static_cast<uint64_t>(bit_width(element)) << 2 | (is_unsigned ? 2 : 0));
  } else {
    const std::optional<uint64_t> code = find_element(element)->builtin;
    if (!code || *code >= kNewest) return text_type("builtin", mlir_spelling(element));
    out.varint(*code);
  }
  return tables_.type("builtin", true, out.text());
}

uint64_t Encoder::tensor(std::span<const int64_t> dims, uint64_t element) {
  Bytes out;
  out.varint(BuiltinType::kTensor);
  out.varint(dims.size());
  for (int64_t dim : dims) out.signed_varint(dim);
  out.varint(element);
  return tables_.type("builtin", true, out.text());
}

uint64_t Encoder::make_type(Type type) {
  Bytes out;
  switch (type.kind()) {
    case TypeKind::kToken: out.varint(0); return tables_.type("stablehlo", true, out.text());
    case TypeKind::kFuture:
      out.varint(1);
      out.varint(type.parts().size());
      for (Type part : type.parts()) out.varint(this->type(part));
      return tables_.type("stablehlo", true, out.text());
    case TypeKind::kOpaque: return text_type("mhlo", type.to_string());
    case TypeKind::kBuffer: return text_type("builtin", type.to_string());
    case TypeKind::kTensor: break;
  }
  if (type.quantization() != nullptr ||
      std::ranges::any_of(type.dims(), [](int64_t size) { return ir::is_dynamic(size) && size != ir::kDynamic; })) {
    return text_type("builtin", type.to_string());
  }
  return tensor(type.dims(), element(type.element()));
}

uint64_t Encoder::function_type(std::span<const Type> arguments, std::span<const Type> results) {
  Bytes out;
  out.varint(BuiltinType::kFunction);
  for (std::span<const Type> types : {arguments, results}) {
    std::vector<uint64_t> numbers;
    for (Type each : types) numbers.push_back(type(each));
    out.varint(numbers.size());
    for (uint64_t number : numbers) out.varint(number);
  }
  return tables_.type("builtin", true, out.text());
}

// --- locations

uint64_t Encoder::location(Attr location) {
  if (!location) return location_text("unknown");
  if (auto known = locations_.find(location.id()); known != locations_.end()) return known->second;
  const uint64_t number = location_text(mlir_attribute_text(location));
  locations_.emplace(location.id(), number);
  return number;
}

uint64_t Encoder::location_text(std::string_view text) {
  std::string_view rest = text;
  if (std::optional<uint64_t> number = make_location(rest, 0); number && rest.empty()) return *number;
  return text_attr("builtin", fmt::format("loc({})", text));
}

namespace {

bool take(std::string_view& text, std::string_view prefix) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  if (!text.starts_with(prefix)) return false;
  text.remove_prefix(prefix.size());
  return true;
}

bool take_number(std::string_view& text, uint64_t& value) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc()) return false;
  text.remove_prefix(static_cast<size_t>(end - text.data()));
  return true;
}

}  // namespace

// "f.py":1:2, "name"(child), callsite(a at b), fused[a, b], unknown; nothing for what is written in another way, and
// for strings with escapes.
std::optional<uint64_t> Encoder::make_location(std::string_view& text, int depth) {
  constexpr int kDeepest = 64;
  if (depth > kDeepest) return std::nullopt;
  Bytes out;
  if (take(text, "unknown")) {
    out.varint(BuiltinAttr::kUnknown);
  } else if (take(text, "callsite(")) {
    const std::optional<uint64_t> callee = make_location(text, depth + 1);
    if (!callee || !take(text, "at")) return std::nullopt;
    const std::optional<uint64_t> caller = make_location(text, depth + 1);
    if (!caller || !take(text, ")")) return std::nullopt;
    out.varint(BuiltinAttr::kCallSite);
    out.varint(*callee);
    out.varint(*caller);
  } else if (take(text, "fused[")) {
    std::vector<uint64_t> parts;
    do {
      const std::optional<uint64_t> part = make_location(text, depth + 1);
      if (!part) return std::nullopt;
      parts.push_back(*part);
    } while (take(text, ","));
    if (!take(text, "]")) return std::nullopt;
    out.varint(BuiltinAttr::kFused);
    out.varint(parts.size());
    for (uint64_t part : parts) out.varint(part);
  } else if (take(text, "\"")) {
    const size_t end = text.find_first_of("\"\\");
    if (end == std::string_view::npos || text[end] == '\\') return std::nullopt;
    const uint64_t name = string(text.substr(0, end));
    text.remove_prefix(end + 1);
    uint64_t line = 0, column = 0;
    if (take(text, ":")) {
      if (!take_number(text, line) || !take(text, ":") || !take_number(text, column)) return std::nullopt;
      out.varint(BuiltinAttr::kFileLine);
      out.varint(name);
      out.varint(line);
      out.varint(column);
    } else {
      std::optional<uint64_t> child = location_text("unknown");
      if (take(text, "(")) {
        child = make_location(text, depth + 1);
        if (!child || !take(text, ")")) return std::nullopt;
      }
      out.varint(BuiltinAttr::kNamed);
      out.varint(name);
      out.varint(*child);
    }
  } else {
    return std::nullopt;
  }
  return builtin(out);
}

}  // namespace partita::core::text::bytecode
