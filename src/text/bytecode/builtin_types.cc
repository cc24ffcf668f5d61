// Types of MLIR's own.
#include <fmt/format.h>

#include "text/bytecode/reader.h"

namespace partita::core::text::bytecode {
namespace {

// Codes, in a scope of their own.
struct BuiltinType {
  enum : uint64_t {
    kInteger,
    kIndex,
    kFunction,
    kBF16,
    kF16,
    kF32,
    kF64,
    kF80,
    kF128,
    kComplex,
    kMemRef,
    kMemRefIn,
    kNone,
    kTensor,
    kTensorEncoded,
    kTuple,
    kUnrankedMemRef,
    kUnrankedMemRefIn,
    kUnranked,
    kVector,
    kScalableVector,
    kTF32,
    kF8E5M2,
    kF8E4M3,
    kF8E4M3FN,
    kF8E5M2FNUZ,
    kF8E4M3FNUZ,
    kF8E4M3B11FNUZ,
    kF8E3M4,
    kF4E2M1FN,
    kF6E2M3FN,
    kF6E3M2FN,
    kF8E8M0FNU,
  };
};

std::optional<ElementType> float_type(uint64_t code) {
  switch (code) {
    case BuiltinType::kBF16: return ElementType::kBF16;
    case BuiltinType::kF16: return ElementType::kF16;
    case BuiltinType::kF32: return ElementType::kF32;
    case BuiltinType::kF64: return ElementType::kF64;
    case BuiltinType::kF8E5M2: return ElementType::kF8E5M2;
    case BuiltinType::kF8E4M3: return ElementType::kF8E4M3;
    case BuiltinType::kF8E4M3FN: return ElementType::kF8E4M3FN;
    case BuiltinType::kF8E5M2FNUZ: return ElementType::kF8E5M2FNUZ;
    case BuiltinType::kF8E4M3FNUZ: return ElementType::kF8E4M3FNUZ;
    case BuiltinType::kF8E4M3B11FNUZ: return ElementType::kF8E4M3B11FNUZ;
    case BuiltinType::kF8E3M4: return ElementType::kF8E3M4;
    case BuiltinType::kF4E2M1FN: return ElementType::kF4E2M1FN;
    case BuiltinType::kF6E2M3FN: return ElementType::kF6E2M3FN;
    case BuiltinType::kF6E3M2FN: return ElementType::kF6E3M2FN;
    case BuiltinType::kF8E8M0FNU: return ElementType::kF8E8M0FNU;
    default: return std::nullopt;
  }
}

constexpr std::string_view kNoValue = "not the type of a value in a tensor program";

std::vector<int64_t> dims_of(Cursor& in) {
  std::vector<int64_t> dims(in.count());
  for (int64_t& dim : dims) dim = in.signed_varint();
  return dims;
}

}  // namespace

bool Reader::decode_builtin_type(Entry& out, Cursor& in) {
  const uint64_t code = in.varint();
  if (std::optional<ElementType> element = float_type(code)) return set_element(out, *element);
  switch (code) {
    case BuiltinType::kInteger: {
      const uint64_t coded = in.varint();
      const std::string text = fmt::format("{}{}", (coded & 3) == 2 ? "ui" : "i", coded >> 2);
      std::optional<ElementType> element = ir::element_type_from_mlir(text);
      if (element) {
        if (!set_element(out, *element)) return false;
        if ((coded & 3) == 1) out.attr = context_.opaque_attr("s" + text);
        return true;
      }
      return refuse(out, text, "integers of this width are not supported");
    }
    case BuiltinType::kIndex:
      out.what = Entry::What::kIndex;
      out.count = 1;
      out.attr = context_.opaque_attr("index");
      return true;
    case BuiltinType::kNone:
      out.what = Entry::What::kNone;
      out.attr = context_.opaque_attr("none");
      return true;
    case BuiltinType::kFunction: return set_function(out, in);
    case BuiltinType::kComplex: return set_complex(out, type_ref(in));
    case BuiltinType::kTensor: {
      const std::vector<int64_t> dims = dims_of(in);
      return set_tensor(out, dims, type_ref(in), {}, false);
    }
    case BuiltinType::kTensorEncoded: {
      const uint32_t encoding = attr_ref(in);
      const std::vector<int64_t> dims = dims_of(in);
      return set_tensor(out, dims, type_ref(in), attr_text(encoding), false);
    }
    case BuiltinType::kMemRef:
    case BuiltinType::kMemRefIn: {
      if (code == BuiltinType::kMemRefIn) attr_ref(in);
      const std::vector<int64_t> dims = dims_of(in);
      const uint32_t element = type_ref(in);
      attr_ref(in);  // its layout
      return set_tensor(out, dims, element, {}, true);
    }
    case BuiltinType::kTuple: return set_tuple(out, in);
    case BuiltinType::kTF32: return refuse(out, "tf32", kNoValue);
    case BuiltinType::kUnranked: {
      const std::string_view element = type_text(type_ref(in));
      return !waiting() &&
             refuse(out, fmt::format("tensor<*x{}>", element), "tensors without a rank are not supported");
    }
    default: in.take(in.left()); return refuse(out, "!builtin.type", kNoValue);
  }
}

// A type may stand in attributes and in functions that are never read; where a value has it, that is said there.
bool Reader::refuse(Entry& out, const std::string& text, std::string_view why) {
  if (waiting()) return false;
  out.what = Entry::What::kRefused;
  out.attr = context_.opaque_attr(text);
  out.why = why;
  return true;
}

bool Reader::set_element(Entry& out, ElementType element) {
  out.what = Entry::What::kElement;
  out.element = element;
  out.attr = context_.opaque_attr(mlir_spelling(element));
  return true;
}

bool Reader::set_complex(Entry& out, uint32_t part) {
  const Entry* of = entry(part);
  if (of == nullptr) return false;
  if (of->what == Entry::What::kElement && of->element == ElementType::kF32) {
    return set_element(out, ElementType::kC64);
  }
  if (of->what == Entry::What::kElement && of->element == ElementType::kF64) {
    return set_element(out, ElementType::kC128);
  }
  return fail(out.bytes.data(), core::Code::kBadType, "complex numbers are made of f32 or f64");
}

bool Reader::set_tensor(Entry& out, std::span<const int64_t> dims, uint32_t element, std::string_view encoding,
                        bool buffer) {
  const Entry* of = entry(element);
  if (of == nullptr || waiting()) return false;
  std::string text = buffer ? "memref<" : "tensor<";
  bool dynamic = false;
  for (int64_t dim : dims) {
    dynamic |= dim < 0;
    text += dim < 0 ? "?x" : fmt::format("{}x", dim);
  }
  text += of->attr ? of->attr.text() : std::string_view();
  text += encoding.empty() ? ">" : fmt::format(", {}>", encoding);
  if (dynamic) return refuse(out, text, "dynamic dimensions are not supported; export with static shapes");
  if (of->what == Entry::What::kRefused) return refuse(out, text, of->why);
  const std::optional<int64_t> count = ir::checked_element_count(dims);
  if (!count) {
    return fail(out.bytes.data(), core::Code::kBadType, "the type has more elements than any memory holds");
  }
  if (!encoding.empty()) {
    return refuse(out, text, "bounds and other encodings of a type are not supported; export with static shapes");
  }
  if (of->what == Entry::What::kIndex) {
    out.what = Entry::What::kIndex;
    out.count = *count;
    out.attr = context_.opaque_attr(fmt::format("tensor<{}xindex>", fmt::join(dims, "x")));
    return true;
  }
  if (of->what != Entry::What::kElement) {
    return fail(out.bytes.data(), core::Code::kBadType,
                fmt::format("'{}' is not an element type", of->attr ? of->attr.text() : "?"));
  }
  out.what = Entry::What::kValueType;
  out.spelled.type = buffer ? context_.buffer(of->element, dims) : context_.tensor(of->element, dims);
  out.attr = context_.opaque_attr(out.spelled.type.to_string());
  return true;
}

namespace {

template <typename Text>
std::string listed(std::span<const uint32_t> types, const Text& text) {
  std::string out;
  for (uint32_t type : types) {
    if (!out.empty()) out += ", ";
    out += text(type);
  }
  return out;
}

}  // namespace

bool Reader::set_function(Entry& out, Cursor& in) {
  out.arguments.resize(in.count());
  for (uint32_t& type : out.arguments) type = type_ref(in);
  out.results.resize(in.count());
  for (uint32_t& type : out.results) type = type_ref(in);
  auto text = [&](uint32_t type) { return type_text(type); };
  const std::string arguments = listed(out.arguments, text), results = listed(out.results, text);
  if (waiting() || in.failed()) return false;
  out.what = Entry::What::kFunction;
  out.attr = context_.opaque_attr(out.results.size() == 1 ? fmt::format("({}) -> {}", arguments, results)
                                                          : fmt::format("({}) -> ({})", arguments, results));
  return set_nested(out);
}

bool Reader::set_tuple(Entry& out, Cursor& in) {
  std::vector<SpelledType> parts(in.count());
  std::string text = "tuple<";
  for (SpelledType& part : parts) {
    const Entry* of = entry(type_ref(in));
    if (of == nullptr) continue;
    if (of->what == Entry::What::kRefused) return refuse(out, "tuple<…>", of->why);
    if (of->what != Entry::What::kValueType) {
      return fail(out.bytes.data(), core::Code::kBadType, "a tuple of what is no value");
    }
    part = of->spelled;
    if (text.size() > 6) text += ", ";
    text += of->attr.text();
  }
  if (waiting() || in.failed() || !set_nested(out)) return false;
  out.what = Entry::What::kValueType;
  out.spelled = tuple_of(std::move(parts));
  out.attr = context_.opaque_attr(text + ">");
  return true;
}

bool Reader::set_future(Entry& out, Cursor& in) {
  std::vector<Type> flat;
  for (size_t i = 0, n = in.count(); i < n; ++i) {
    const Entry* of = entry(type_ref(in));
    if (of == nullptr) continue;
    if (of->what == Entry::What::kRefused) return refuse(out, "!stablehlo.future<…>", of->why);
    if (of->what != Entry::What::kValueType) {
      return fail(out.bytes.data(), core::Code::kBadType, "a future of what is no value");
    }
    append_flat(of->spelled, flat);
  }
  if (waiting() || in.failed() || !set_nested(out)) return false;
  out.what = Entry::What::kValueType;
  out.spelled.type = context_.future(flat);
  out.attr = context_.opaque_attr(out.spelled.type.to_string());
  return true;
}

}  // namespace partita::core::text::bytecode
