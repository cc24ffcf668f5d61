#include "text/stablehlo/quantized.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>

namespace partita::core::text::stablehlo {
namespace {

template <typename Number>
bool read_number(Lexer& lexer, Number& out) {
  const std::string_view text = lexer.number();
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
  return !text.empty() && error == std::errc() && end == text.data() + text.size();
}

bool read_scale(Lexer& lexer, QuantizedElement& out) {
  if (!read_number(lexer, out.scales.emplace_back())) return false;
  int64_t& zero_point = out.zero_points.emplace_back(0);
  return !lexer.accept(':') || read_number(lexer, zero_point);
}

// i8, u8, si8 or ui8.
std::optional<ElementType> storage_type(std::string_view word) {
  if (word.starts_with("si")) word.remove_prefix(1);
  if (word.starts_with('u') && !word.starts_with("ui"))
    return ir::element_type_from_mlir(fmt::format("ui{}", word.substr(1)));
  return ir::element_type_from_mlir(word);
}

}  // namespace

const ir::Quantization* QuantizedElement::quantization() {
  how.scales = scales;
  how.zero_points = zero_points;
  return &how;
}

std::string QuantizedElement::mistake(std::span<const int64_t> dims) const {
  constexpr int kMostBits = 32;
  if (!is_integer(storage) || bit_width(storage) > kMostBits)
    return "a quantised type stores integers of up to 32 bits";
  if (!is_float(how.expressed)) return "a quantised type stands for floats";
  if (how.min >= how.max) return "the range of what a quantised type stores is empty";
  for (double scale : scales) {
    if (!std::isfinite(scale) || scale <= 0) return "a scale of a quantised type is positive and finite";
  }
  for (int64_t zero : zero_points) {
    if (zero < how.min || zero > how.max) return "a zero point of a quantised type is outside of what it stores";
  }
  if (scales.empty() || scales.size() != zero_points.size()) return "a quantised type has a scale";
  if (how.dimension < 0) return scales.size() == 1 ? "" : "a quantised type without a dimension has one scale";
  if (how.dimension >= std::ssize(dims)) return "the dimension of a quantised type is none of the tensor's";
  const int64_t size = dims[static_cast<size_t>(how.dimension)];
  if (!ir::is_dynamic(size) && size != std::ssize(scales)) {
    return fmt::format("{} scales for a dimension of {}", scales.size(), size);
  }
  return {};
}

bool parse_quantized(Lexer& lexer, QuantizedElement& out, std::string& why) {
  why = "a quantised type looks like !quant.uniform<i8:f32, 0.5:3>";
  if (!lexer.accept('<')) return false;
  const std::optional<ElementType> storage = storage_type(lexer.word());
  if (!storage || !is_integer(*storage) || bit_width(*storage) > 32) {
    why = "a quantised type stores integers of up to 32 bits";
    return false;
  }
  out.storage = *storage;
  const int bits = bit_width(*storage);
  const bool is_signed = element_class(*storage) == ElementClass::kSigned;
  out.how.min = is_signed ? -(int64_t{1} << (bits - 1)) : 0;
  out.how.max = (int64_t{1} << (is_signed ? bits - 1 : bits)) - 1;
  if (lexer.accept('<')) {
    if (!read_number(lexer, out.how.min) || !lexer.accept(':') || !read_number(lexer, out.how.max) ||
        !lexer.accept('>')) {
      return false;
    }
  }
  if (!lexer.accept(':')) return false;
  const std::optional<ElementType> expressed = ir::element_type_from_mlir(lexer.word());
  if (!expressed) return false;
  out.how.expressed = *expressed;
  if (lexer.accept(':')) {
    if (lexer.peek() == '{') {
      why = "types that are quantised in blocks of several dimensions are not supported";
      return false;
    }
    if (!read_number(lexer, out.how.dimension) || out.how.dimension < 0) return false;
  }
  if (!lexer.accept(',')) return false;
  if (out.how.dimension < 0) return read_scale(lexer, out) && lexer.accept('>');
  if (!lexer.accept('{')) return false;
  do {
    if (!read_scale(lexer, out)) return false;
  } while (lexer.accept(','));
  return lexer.accept('}') && lexer.accept('>');
}

}  // namespace partita::core::text::stablehlo
