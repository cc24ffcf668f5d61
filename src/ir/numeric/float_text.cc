#include "ir/numeric/float_text.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <limits>

#include "ir/numeric/float_formats.h"

namespace partita::core::ir {

namespace {

uint64_t low_bits(int count) { return count == 64 ? ~uint64_t{0} : (uint64_t{1} << count) - 1; }

ElementType real_part_type(ElementType type) {
  if (type == ElementType::kC64) return ElementType::kF32;
  if (type == ElementType::kC128) return ElementType::kF64;
  return type;
}

template <typename Integer>
std::optional<Integer> whole_integer(std::string_view text, int base) {
  Integer value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

// from_chars does not say whether a number is too large or too small for its type. The power of ten of the first digit
// that is not zero does: above 0 in 1e400 and 0.001e400, below in 1e-400.
bool is_huge(std::string_view text) {
  const size_t exponent_at = std::min(text.find_first_of("eE"), text.size());
  const std::string_view digits = text.substr(0, exponent_at);
  const auto point = static_cast<int64_t>(std::min(digits.find('.'), digits.size()));
  const auto first = static_cast<int64_t>(std::min(digits.find_first_of("123456789"), digits.size()));
  std::string_view exponent_text = text.substr(std::min(exponent_at + 1, text.size()));
  const bool negative = exponent_text.starts_with('-');
  if (negative || exponent_text.starts_with('+')) exponent_text.remove_prefix(1);
  constexpr int64_t kBeyondAnyText = int64_t{1} << 62;
  const int64_t written =
      exponent_text.empty() ? 0 : whole_integer<int64_t>(exponent_text, 10).value_or(kBeyondAnyText);
  return point - first + (negative ? -written : std::min(written, kBeyondAnyText)) > 0;
}

// Digits with an optional point and exponent; the sign is gone already.
template <typename Real>
std::optional<Real> parse_decimal(std::string_view text) {
  if (text.empty() || !(text[0] == '.' || (text[0] >= '0' && text[0] <= '9'))) return std::nullopt;
  Real value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (end != text.data() + text.size() || error == std::errc::invalid_argument) return std::nullopt;
  if (error == std::errc::result_out_of_range) return is_huge(text) ? std::numeric_limits<Real>::infinity() : Real{0};
  return value;
}

// The text after "nan": nothing, or a payload in parentheses, the quiet bit included.
std::optional<uint64_t> parse_nan(std::string_view payload_text, ElementType type, bool negative) {
  const FloatFormat& format = float_format(type);
  if (format.specials == FloatSpecials::kNone) return std::nullopt;
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const uint64_t usual = encode_one(type, negative ? -nan : nan);
  if (payload_text.empty()) return usual;
  if (!payload_text.starts_with("(0x") || !payload_text.ends_with(')')) return std::nullopt;
  const auto payload = whole_integer<uint64_t>(payload_text.substr(3, payload_text.size() - 4), 16);
  if (!payload || *payload == 0 || *payload > low_bits(format.mantissa_bits)) return std::nullopt;
  if (format.specials != FloatSpecials::kInfinityAndNan) return usual;
  return (usual & ~low_bits(format.mantissa_bits)) | *payload;
}

// A positive finite number as d.ddd × 10^exponent, as few digits as read back to the same bits.
struct Digits {
  char text[32];
  int count = 0;
  int exponent = 0;
};

Digits digits_from_scientific(const char* begin, const char* end) {
  Digits result;
  const char* at = begin;
  for (; at != end && *at != 'e'; ++at) {
    if (*at != '.') result.text[result.count++] = *at;
  }
  if (at != end) ++at;
  if (at != end && *at == '+') ++at;
  std::from_chars(at, end, result.exponent);
  while (result.count > 1 && result.text[result.count - 1] == '0') --result.count;
  return result;
}

Digits shortest_digits(ElementType type, uint64_t magnitude, double value) {
  char buffer[64];
  if (type == ElementType::kF64) {
    return digits_from_scientific(buffer, std::to_chars(buffer, buffer + 64, value, std::chars_format::scientific).ptr);
  }
  if (type == ElementType::kF32) {
    const auto narrow = static_cast<float>(value);
    return digits_from_scientific(buffer,
                                  std::to_chars(buffer, buffer + 64, narrow, std::chars_format::scientific).ptr);
  }
  constexpr int kEnoughForHalf = 9;
  char* end = buffer;
  for (int precision = 0; precision <= kEnoughForHalf; ++precision) {
    end = std::to_chars(buffer, buffer + 64, value, std::chars_format::scientific, precision).ptr;
    if (parse_float(std::string_view(buffer, end - buffer), type) == magnitude) break;
  }
  return digits_from_scientific(buffer, end);
}

void append_fixed(std::string& out, const Digits& digits) {
  if (digits.exponent < 0) {
    out.append("0.").append(-digits.exponent - 1, '0');
    out.append(digits.text, digits.count);
    return;
  }
  for (int i = 0; i <= std::max(digits.exponent, digits.count - 1); ++i) {
    if (i == digits.exponent + 1) out.push_back('.');
    out.push_back(i < digits.count ? digits.text[i] : '0');
  }
}

void append_scientific(std::string& out, const Digits& digits) {
  out.push_back(digits.text[0]);
  if (digits.count > 1) out.append(1, '.').append(digits.text + 1, digits.count - 1);
  out.append(digits.exponent < 0 ? "e-" : "e+");
  const int exponent = std::abs(digits.exponent);
  if (exponent < 10) out.push_back('0');
  out.append(std::to_string(exponent));
}

// As printf's %g lays out numbers: no exponent where the digits, or up to six places, reach the point.
void append_shortest(std::string& out, const Digits& digits) {
  if (digits.exponent >= -4 && digits.exponent < std::max(digits.count, 6)) {
    append_fixed(out, digits);
  } else {
    append_scientific(out, digits);
  }
}

struct Parts {
  bool negative;
  uint64_t magnitude;  // the bits without the sign
  double value;        // of the magnitude
};

Parts split(ElementType type, uint64_t bits) {
  const FloatFormat& format = float_format(type);
  bits &= low_bits(format.bits());
  const uint64_t sign = format.has_sign() ? uint64_t{1} << (format.bits() - 1) : 0;
  const double value = decode_one(type, bits);
  if (std::isnan(value)) return {(bits & sign) != 0, bits & ~sign, value};
  return {(bits & sign) != 0, bits & ~sign, std::fabs(value)};
}

}  // namespace

std::optional<uint64_t> parse_float(std::string_view text, ElementType type) {
  type = real_part_type(type);
  const FloatFormat& format = float_format(type);
  if (text.starts_with("0x") || text.starts_with("0X")) {
    const auto bits = whole_integer<uint64_t>(text.substr(2), 16);
    if (!bits || *bits > low_bits(format.bits())) return std::nullopt;
    return bits;
  }
  const bool negative = text.starts_with('-');
  if (negative || text.starts_with('+')) text.remove_prefix(1);
  if (text.starts_with("nan")) return parse_nan(text.substr(3), type, negative);
  if (type == ElementType::kF32) {
    const auto value = text == "inf" ? std::numeric_limits<float>::infinity() : parse_decimal<float>(text);
    if (!value) return std::nullopt;
    return std::bit_cast<uint32_t>(negative ? -*value : *value);
  }
  const auto value = text == "inf" ? std::numeric_limits<double>::infinity() : parse_decimal<double>(text);
  if (!value) return std::nullopt;
  return encode_one(type, negative ? -*value : *value);
}

void append_mlir_float(std::string& out, ElementType type, uint64_t bits) {
  type = real_part_type(type);
  const Parts parts = split(type, bits);
  if (!std::isfinite(parts.value)) {
    char buffer[20];
    char* end = std::to_chars(buffer, buffer + 20, bits & low_bits(float_format(type).bits()), 16).ptr;
    std::transform(buffer, end, buffer, [](char c) { return c >= 'a' ? static_cast<char>(c - 'a' + 'A') : c; });
    out.append("0x").append(buffer, end);
    return;
  }
  if (parts.negative) out.push_back('-');
  const Digits shortest = shortest_digits(type, parts.magnitude, parts.value);
  constexpr int kSeven = 7;
  if (shortest.count <= kSeven) {
    char buffer[32];
    char* end = std::to_chars(buffer, buffer + 32, parts.value, std::chars_format::scientific, kSeven - 1).ptr;
    const std::string_view text(buffer, end - buffer);
    if (parse_float(text, type) == parts.magnitude) {
      out.append(text);
      return;
    }
  }
  const size_t start = out.size();
  append_shortest(out, shortest);
  if (out.find('.', start) == std::string::npos) out.append(".0");  // without a point it would be an integer
}

void append_hlo_float(std::string& out, ElementType type, uint64_t bits) {
  type = real_part_type(type);
  const FloatFormat& format = float_format(type);
  const Parts parts = split(type, bits);
  if (std::isnan(parts.value)) {
    if (format.specials == FloatSpecials::kNanNegativeZero) {
      out.append("nan");
      return;
    }
    out.append(parts.negative ? "-nan" : "nan");
    const uint64_t payload = parts.magnitude & low_bits(format.mantissa_bits);
    if (format.specials == FloatSpecials::kInfinityAndNan && payload != uint64_t{1} << (format.mantissa_bits - 1)) {
      char buffer[20];
      out.append("(0x").append(buffer, std::to_chars(buffer, buffer + 20, payload, 16).ptr).append(")");
    }
    return;
  }
  if (parts.negative) out.push_back('-');
  if (std::isinf(parts.value)) {
    out.append("inf");
  } else {
    append_shortest(out, shortest_digits(type, parts.magnitude, parts.value));
  }
}

}  // namespace partita::core::ir
