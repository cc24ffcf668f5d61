#include "text/stablehlo/quantized.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <tuple>
#include <utility>

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

// What integers of a type with up to 32 bits hold: -128 to 127.
std::pair<int64_t, int64_t> range_of(ElementType storage) {
  const int bits = bit_width(storage);
  if (element_class(storage) != ElementClass::kSigned) return {0, (int64_t{1} << bits) - 1};
  return {-(int64_t{1} << (bits - 1)), (int64_t{1} << (bits - 1)) - 1};
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
  const auto [least, most] = range_of(storage);
  if (how.min < least || how.max > most) {
    return fmt::format("a quantised type stores {} to {}, its integers hold {} to {}", how.min, how.max, least, most);
  }
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
  std::tie(out.how.min, out.how.max) = range_of(*storage);
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
