// Types of MLIR's own.
#include <fmt/format.h>

#include <bit>

#include "text/bytecode/reader.h"

namespace partita::core::text::bytecode {
namespace {

constexpr std::string_view kNoValue = "not the type of a value in a tensor program";

std::vector<int64_t> dims_of(Cursor& in) {
  std::vector<int64_t> dims(in.count());
  for (int64_t& dim : dims) dim = in.signed_varint();
  return dims;
}

}  // namespace

bool Reader::decode_builtin_type(Entry& out, Cursor& in) {
  const uint64_t code = in.varint();
  if (std::optional<ElementType> element = element_of_builtin(code)) return set_element(out, *element);
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
    case BuiltinType::kIndex: return set_index(out);
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
  if (of->what == Entry::What::kRefused) return refuse(out, fmt::format("tensor<{}>", of->attr.text()), of->why);
  std::vector<int64_t> sizes(dims.begin(), dims.end());
  for (int64_t& size : sizes) size = size < 0 ? ir::kDynamic : size;
  if (!encoding.empty() && !stablehlo::add_bounds(context_.opaque_attr(encoding), sizes)) {
    return refuse(out, fmt::format("a tensor with the encoding {}", encoding), "such encodings are not supported");
  }
  if (!stablehlo::has_possible_size(sizes)) {
    return fail(out.bytes.data(), core::Code::kBadType, "the type has more elements than any memory holds");
  }
  if (of->what == Entry::What::kIndex) {
    out.what = Entry::What::kIndex;
    out.count = ir::checked_element_count(sizes).value_or(0);
    out.spelled.type = context_.tensor(ElementType::kS64, sizes);
    out.attr = context_.opaque_attr(fmt::format("tensor<{}{}index>", fmt::join(sizes, "x"), sizes.empty() ? "" : "x"));
    return true;
  }
  if (of->what != Entry::What::kElement) {
    return fail(out.bytes.data(), core::Code::kBadType,
                fmt::format("'{}' is not an element type", of->attr ? of->attr.text() : "?"));
  }
  if (of->quantized != nullptr) {
    if (const std::string why = of->quantized->mistake(sizes); !why.empty() || buffer) {
      return fail(out.bytes.data(), core::Code::kBadType, buffer ? "a buffer of a quantised type" : why);
    }
  }
  out.what = Entry::What::kValueType;
  const ir::Quantization* how = of->quantized != nullptr ? of->quantized->quantization() : nullptr;
  out.spelled.type = buffer ? context_.buffer(of->element, sizes) : context_.tensor(of->element, sizes, how);
  out.attr = context_.opaque_attr(out.spelled.type.to_string());
  return true;
}

// Of shapes: as wide as i64, which is what values of it are here.
bool Reader::set_index(Entry& out) {
  out.what = Entry::What::kIndex;
  out.count = 1;
  out.attr = context_.opaque_attr("index");
  return true;
}

// The dialect of quantised types and VHLO have the same fields.
bool Reader::decode_quantized(Entry& out, bool per_axis, Cursor& in) {
  QuantizedElement& made = quantized_.emplace_back();
  const bool is_signed = (in.varint() & 1) != 0;
  const Entry* storage = entry(type_ref(in));
  const Entry* expressed = entry(type_ref(in));
  const uint64_t dimension = per_axis ? in.varint() : 0;
  if (!per_axis) {
    made.scales = {std::bit_cast<double>(in.signed_varint())};
    made.zero_points = {in.signed_varint()};
  }
  made.how.min = in.signed_varint();
  made.how.max = in.signed_varint();
  if (per_axis) {
    made.scales.resize(in.count());
    for (double& scale : made.scales) scale = std::bit_cast<double>(in.signed_varint());
    made.zero_points.resize(in.count());
    for (int64_t& zero : made.zero_points) zero = in.signed_varint();
  }
  if (storage == nullptr || expressed == nullptr || in.failed()) return false;
  if (storage->what != Entry::What::kElement || expressed->what != Entry::What::kElement ||
      !is_integer(storage->element) || dimension > INT8_MAX) {
    return broken(out.bytes.data(), "a quantised type is made of other types");
  }
  made.storage = storage->element;
  if (!is_signed && element_class(made.storage) == ElementClass::kSigned) {
    made.storage = ir::element_type_from_mlir(fmt::format("u{}", mlir_spelling(made.storage))).value_or(made.storage);
  }
  made.how.expressed = expressed->element;
  made.how.dimension = per_axis ? static_cast<int>(dimension) : -1;
  if (!set_element(out, made.storage)) return false;
  out.quantized = &made;
  out.attr = context_.opaque_attr("!quant.uniform<…>");
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
