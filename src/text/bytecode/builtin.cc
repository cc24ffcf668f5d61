// Attributes and locations of MLIR's own.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <span>

#include "ir/numeric/float_formats.h"
#include "ir/numeric/float_text.h"
#include "text/bytecode/reader.h"
#include "text/common/attr_writer.h"

namespace partita::core::text::bytecode {
namespace {

std::string quoted(std::string_view text) {
  std::string out;
  AttrWriter(out).string(text);
  return out;
}

}  // namespace

bool Reader::decode_builtin_attr(Entry& out, Cursor& in) {
  const uint64_t code = in.varint();
  switch (code) {
    case BuiltinAttr::kArray: {
      const std::vector<Attr> elements = attrs(in);
      return !waiting() && !in.failed() && set_attr(out, context_.array(elements));
    }
    case BuiltinAttr::kDictionary: {
      std::vector<NamedAttr> entries(in.count());
      for (NamedAttr& each : entries) {
        each.name = context_.name(attr_text(attr_ref(in)));
        each.value = attr(attr_ref(in));
      }
      return !waiting() && !in.failed() && set_dictionary(out, entries);
    }
    case BuiltinAttr::kString: return set_attr(out, context_.string(string(in.varint(), in)));
    case BuiltinAttr::kTypedString: {
      const std::string_view text = string(in.varint(), in);
      type_ref(in);
      return set_attr(out, context_.string(text));
    }
    case BuiltinAttr::kFlatSymbol: {
      const std::string_view name = attr_text(attr_ref(in));
      return !waiting() && set_attr(out, context_.symbol(name));
    }
    case BuiltinAttr::kSymbol: {
      std::string name(attr_text(attr_ref(in)));
      for (size_t i = 0, n = in.count(); i < n; ++i) name += fmt::format("::@{}", attr_text(attr_ref(in)));
      return !waiting() && set_attr(out, context_.symbol(name));
    }
    case BuiltinAttr::kType: {
      out.type = type_ref(in);
      const Entry* type = entry(out.type);
      if (type == nullptr) return false;
      const bool is_value = type->what == Entry::What::kValueType && type->spelled.tuple == nullptr;
      return set_attr(out, is_value ? context_.type(type->spelled.type) : type->attr);
    }
    case BuiltinAttr::kUnit: return set_attr(out, context_.unit());
    case BuiltinAttr::kInteger: return decode_integer(out, in);
    case BuiltinAttr::kFloat: return decode_float(out, in);
    case BuiltinAttr::kResource: return decode_resource(out, in);
    case BuiltinAttr::kDenseArray: return decode_dense_array(out, in);
    case BuiltinAttr::kDense: return decode_elements(out, type_ref(in), in);
    case BuiltinAttr::kDistinct: {
      const std::string text = fmt::format("distinct[0]<{}>", attr_text(attr_ref(in)));
      return set_text(out, text);
    }
    case BuiltinAttr::kDenseString:
    case BuiltinAttr::kSparse:
      return fail(out.bytes.data(), core::Code::kUnsupportedType,
                  "sparse literals and literals of texts are not supported; write the elements out as numbers");
    default: return decode_location(out, code, in);
  }
}

// As the text has it between the parentheses of loc(…).
bool Reader::decode_location(Entry& out, uint64_t code, Cursor& in) {
  std::string text;
  switch (code) {
    case BuiltinAttr::kCallSite: {
      const uint32_t callee = attr_ref(in), caller = attr_ref(in);
      text = fmt::format("callsite({} at {})", location_text(callee), location_text(caller));
      break;
    }
    case BuiltinAttr::kFileLine: {
      const std::string file = quoted(attr_text(attr_ref(in)));
      const uint64_t line = in.varint();
      text = fmt::format("{}:{}:{}", file, line, in.varint());
      break;
    }
    case BuiltinAttr::kFileRange: {
      text = quoted(attr_text(attr_ref(in)));
      std::vector<uint64_t> numbers(in.count());
      for (uint64_t& number : numbers) number = in.varint();
      const size_t n = numbers.size();
      if (n > 0) text += fmt::format(":{}:{}", numbers[0], n > 1 ? numbers[1] : 0);
      if (n == 3) text += fmt::format(" to :{}", numbers[2]);
      if (n == 4) text += fmt::format(" to {}:{}", numbers[2], numbers[3]);
      break;
    }
    case BuiltinAttr::kFused:
    case BuiltinAttr::kFusedWith: {
      std::string inner;
      for (size_t i = 0, n = in.count(); i < n && !in.failed(); ++i) {
        inner += (i > 0 ? ", " : "") + location_text(attr_ref(in));
      }
      std::string metadata;
      if (code == BuiltinAttr::kFusedWith) {
        if (Attr value = attr(attr_ref(in))) metadata = fmt::format("<{}>", mlir_attribute_text(value));
      }
      text = fmt::format("fused{}[{}]", metadata, inner);
      break;
    }
    case BuiltinAttr::kNamed: {
      text = quoted(attr_text(attr_ref(in)));
      const std::string inner = location_text(attr_ref(in));
      if (inner != "unknown") text += fmt::format("({})", inner);
      break;
    }
    case BuiltinAttr::kUnknown: text = "unknown"; break;
    default: return unknown_code(out, code);
  }
  if (!set_text(out, std::move(text))) return false;
  out.what = Entry::What::kLocation;
  return true;
}

// The pattern of an integer of a known width: a byte, or varints of what it is without its sign.
std::optional<uint64_t> Reader::apint(Cursor& in, int bits) {
  if (bits <= 8) return in.byte();
  if (bits <= 64) {
    const auto value = static_cast<uint64_t>(in.signed_varint());
    return bits == 64 ? value : value & ((uint64_t{1} << bits) - 1);
  }
  const uint64_t words = in.varint();
  uint64_t value = 0;
  for (uint64_t i = 0; i < words && !in.failed(); ++i) {
    const int64_t word = in.signed_varint();
    if (i == 0) value = static_cast<uint64_t>(word);
    if (i > 0 && word != 0) return std::nullopt;
  }
  return value;
}

bool Reader::decode_integer(Entry& out, Cursor& in) {
  const Entry* type = entry(type_ref(in));
  if (type == nullptr) return false;
  if (type->what == Entry::What::kIndex) return set_attr(out, context_.integer(in.signed_varint(), "index"));
  if (type->what != Entry::What::kElement) return broken(out.bytes.data(), "an integer has a type of another kind");
  const ElementType element = type->element;
  const int bits = bit_width(element);
  std::optional<uint64_t> value = apint(in, bits);
  if (!value || is_float(element) || is_complex(element)) {
    return broken(out.bytes.data(), "an integer does not fit into its type");
  }
  if (element == ElementType::kPred) return set_attr(out, context_.boolean((*value & 1) != 0));
  auto number = static_cast<int64_t>(*value);
  if (element_class(element) == ElementClass::kSigned) number = number << (64 - bits) >> (64 - bits);
  return set_attr(out, context_.integer(number, mlir_spelling(element)));
}

bool Reader::decode_float(Entry& out, Cursor& in) {
  const Entry* type = entry(type_ref(in));
  if (type == nullptr) return false;
  if (type->what != Entry::What::kElement || !is_float(type->element)) {
    return broken(out.bytes.data(), "a number has a type of another kind");
  }
  const std::optional<uint64_t> bits = apint(in, bit_width(type->element));
  return set_attr(out, context_.real(decode_one(type->element, *bits), mlir_spelling(type->element)));
}

// array<i64: 0, 1>
bool Reader::decode_dense_array(Entry& out, Cursor& in) {
  const Entry* type = entry(type_ref(in));
  const uint64_t count = in.varint();
  const std::string_view bytes = in.blob();
  if (type == nullptr) return false;
  if (type->what != Entry::What::kElement || is_complex(type->element)) {
    return broken(out.bytes.data(), "an array has elements of no known type");
  }
  const auto width = static_cast<size_t>(byte_width(type->element));
  if (bytes.size() / width != count || bytes.size() % width != 0) {
    return broken(bytes.data(), "an array does not have its elements");
  }
  const ElementClass kind = element_class(type->element);
  std::vector<int64_t> values(count);
  std::string text = fmt::format("array<{}", mlir_spelling(type->element));
  for (size_t i = 0; i < count; ++i) {
    uint64_t bits = 0;
    std::memcpy(&bits, bytes.data() + i * width, width);
    const int unused = 64 - 8 * static_cast<int>(width);
    values[i] = kind == ElementClass::kSigned ? static_cast<int64_t>(bits << unused) >> unused
                                              : static_cast<int64_t>(kind == ElementClass::kBool ? bits & 1 : bits);
    if (kind != ElementClass::kFloat) continue;
    text += i > 0 ? ", " : ": ";
    ir::append_mlir_float(text, type->element, bits);
  }
  if (kind == ElementClass::kFloat) return set_text(out, text + ">");
  return set_attr(out, context_.ints(values, mlir_spelling(type->element)));
}

bool Reader::set_dictionary(Entry& out, std::span<const NamedAttr> entries) {
  const bool named = std::ranges::none_of(entries, [](const NamedAttr& each) { return each.name.text().empty(); });
  return named ? set_attr(out, context_.dict(entries)) : broken(out.bytes.data(), "an attribute has no name");
}

// A tensor and the bytes of its elements.
bool Reader::decode_elements(Entry& out, uint32_t type, Cursor& in) {
  const Entry* of = entry(type);
  const std::string_view bytes = in.blob();
  return of != nullptr && decode_dense(out, *of, bytes);
}

bool Reader::decode_dense(Entry& out, const Entry& type, std::string_view bytes) {
  if (type.what == Entry::What::kIndex) {  // of a tensor of indices: a layout
    constexpr int64_t kMost = 1024;
    const size_t given = bytes.size() / 8;
    std::vector<int64_t> values(given);
    if (given > 0) std::memcpy(values.data(), bytes.data(), 8 * given);  // none have no address
    if (given == 1) values.resize(static_cast<size_t>(std::clamp<int64_t>(type.count, 1, kMost)), values[0]);
    if (type.count == 0) values.clear();
    return set_attr(out, context_.ints(values, "index"));
  }
  if (type.what != Entry::What::kValueType || !type.spelled.type || !type.spelled.type.is_tensor()) {
    return broken(bytes.data(), "a literal has a type that is no tensor");
  }
  const Type tensor = type.spelled.type;
  Blob data(bytes.size());
  std::ranges::copy(std::as_bytes(std::span(bytes)), data.begin());
  Blob elements;
  bool splat = false;
  return take_elements(tensor, std::move(data), bytes.data(), elements, splat) &&
         set_attr(out, make_dense(tensor, std::move(elements)));
}

bool Reader::decode_resource(Entry& out, Cursor& in) {
  const Entry* type = entry(type_ref(in));
  const uint64_t handle = in.varint();
  if (type == nullptr) return false;
  if (handle >= resources_.size()) return broken(out.bytes.data(), "a literal names a resource that is not there");
  const Resource& resource = resources_[handle];
  if (resource.value.data() != nullptr) return decode_dense(out, *type, resource.value);
  Attr elided = context_.opaque_attr(stablehlo::elided_text(resource.key));
  elided_types_[elided.id()] = type->spelled.type;
  return set_attr(out, elided);
}

}  // namespace partita::core::text::bytecode
