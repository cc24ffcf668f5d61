#include "ir/numeric/float_formats.h"

#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>

#include "base/diagnostics.h"

namespace partita::core::ir {

namespace {

constexpr FloatFormat kF4E2M1FN{2, 1, 1, FloatSpecials::kNone};
constexpr FloatFormat kF6E2M3FN{2, 3, 1, FloatSpecials::kNone};
constexpr FloatFormat kF6E3M2FN{3, 2, 3, FloatSpecials::kNone};
constexpr FloatFormat kF8E3M4{3, 4, 3, FloatSpecials::kInfinityAndNan};
constexpr FloatFormat kF8E4M3{4, 3, 7, FloatSpecials::kInfinityAndNan};
constexpr FloatFormat kF8E4M3FN{4, 3, 7, FloatSpecials::kNanAllOnes};
constexpr FloatFormat kF8E4M3FNUZ{4, 3, 8, FloatSpecials::kNanNegativeZero};
constexpr FloatFormat kF8E4M3B11FNUZ{4, 3, 11, FloatSpecials::kNanNegativeZero};
constexpr FloatFormat kF8E5M2{5, 2, 15, FloatSpecials::kInfinityAndNan};
constexpr FloatFormat kF8E5M2FNUZ{5, 2, 16, FloatSpecials::kNanNegativeZero};
constexpr FloatFormat kF8E8M0FNU{8, 0, 127, FloatSpecials::kNanOnlyNoZero};
constexpr FloatFormat kF16{5, 10, 15, FloatSpecials::kInfinityAndNan};
constexpr FloatFormat kBF16{8, 7, 127, FloatSpecials::kInfinityAndNan};
constexpr FloatFormat kF32{8, 23, 127, FloatSpecials::kInfinityAndNan};
constexpr FloatFormat kF64{11, 52, 1023, FloatSpecials::kInfinityAndNan};

template <typename Real>
using BitsOf = std::conditional_t<sizeof(Real) == 4, uint32_t, uint64_t>;
template <typename Real>
constexpr FloatFormat kOf = sizeof(Real) == 4 ? kF32 : kF64;

template <typename Real>
constexpr Real power_of_two(int exponent) {
  Real value = 1;
  for (; exponent > 0; --exponent) value *= 2;
  for (; exponent < 0; ++exponent) value /= 2;
  return value;
}

// Magnitude bits (all but the sign) of the largest number, and of the value an overflow becomes.
constexpr uint32_t largest_magnitude(const FloatFormat& format) {
  uint32_t ones = (uint32_t{1} << (format.exponent_bits + format.mantissa_bits)) - 1;
  switch (format.specials) {
    case FloatSpecials::kInfinityAndNan: return ones - (uint32_t{1} << format.mantissa_bits);
    case FloatSpecials::kNanAllOnes:
    case FloatSpecials::kNanOnlyNoZero: return ones - 1;
    case FloatSpecials::kNanNegativeZero:
    case FloatSpecials::kNone: break;
  }
  return ones;
}

// From the definition of the format; used to build tables, so it may be slow.
constexpr float decode_by_definition(const FloatFormat& format, uint32_t bits) {
  const uint32_t sign_bit = uint32_t{1} << (format.exponent_bits + format.mantissa_bits);
  const bool negative = format.has_sign() && (bits & sign_bit) != 0;
  const uint32_t magnitude = bits & (sign_bit - 1);
  constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
  if (format.specials == FloatSpecials::kNanNegativeZero && negative && magnitude == 0) return kNan;
  if (magnitude > largest_magnitude(format)) {
    if (format.specials == FloatSpecials::kInfinityAndNan && magnitude == largest_magnitude(format) + 1) {
      return negative ? -std::numeric_limits<float>::infinity() : std::numeric_limits<float>::infinity();
    }
    return negative ? -kNan : kNan;
  }
  const int exponent = magnitude >> format.mantissa_bits;
  const uint32_t mantissa = magnitude & ((uint32_t{1} << format.mantissa_bits) - 1);
  const bool normal = exponent != 0 || format.specials == FloatSpecials::kNanOnlyNoZero;
  const float significand = static_cast<float>(mantissa + (normal ? uint32_t{1} << format.mantissa_bits : 0));
  const float value = significand * power_of_two<float>((normal ? exponent : 1) - format.bias - format.mantissa_bits);
  return negative ? -value : value;
}

// A byte is masked to the format's width, so patterns repeat where the format is narrower.
constexpr std::array<float, 256> decode_table(const FloatFormat& format) {
  std::array<float, 256> table{};
  for (uint32_t byte = 0; byte < 256; ++byte) {
    table[byte] = decode_by_definition(format, byte & ((uint32_t{1} << format.bits()) - 1));
  }
  return table;
}

template <typename Format>
inline constexpr std::array<float, 256> kDecodeTable = decode_table(Format::value);

template <const FloatFormat& kFormat>
struct Narrow {
  static constexpr const FloatFormat& value = kFormat;
  using Stored = std::conditional_t<(kFormat.bits() > 8), uint16_t, uint8_t>;
};

inline float decode_f16(uint16_t bits) {
  // Shifted to where a float has them, exponent and mantissa mean a number 2^112 too small; subnormals come out right
  // too.
  const uint32_t magnitude = static_cast<uint32_t>(bits & 0x7FFF) << 13;
  const uint32_t sign = static_cast<uint32_t>(bits & 0x8000) << 16;
  if (magnitude >= 0x7C00u << 13) return std::bit_cast<float>(sign | 0x7F800000u | magnitude);
  const float value = std::bit_cast<float>(magnitude) * 0x1p112f;
  return std::bit_cast<float>(std::bit_cast<uint32_t>(value) | sign);
}

template <typename Format>
inline float decode_narrow(typename Format::Stored bits) {
  if constexpr (Format::value.bits() <= 8) {
    return kDecodeTable<Format>[bits];
  } else if constexpr (Format::value.mantissa_bits == kBF16.mantissa_bits) {
    return std::bit_cast<float>(static_cast<uint32_t>(bits) << 16);
  } else {
    return decode_f16(bits);
  }
}

template <typename Bits>
constexpr Bits shift_right_to_nearest_even(Bits value, int shift) {
  const Bits odd = (value >> shift) & 1;
  return static_cast<Bits>(value + odd + (Bits{1} << (shift - 1)) - 1) >> shift;
}

// A power of two, the nearest; halfway rounds up. Nothing smaller than 2^-127 exists, so that is where small numbers
// go.
template <typename Real>
inline uint8_t encode_scale(Real value) {
  constexpr uint8_t kNan = 0xFF;
  if (!(value > 0)) return kNan;
  using Bits = BitsOf<Real>;
  constexpr FloatFormat kSource = kOf<Real>;
  if (value < Real(0x1.8p-127)) return 0;
  if (value >= Real(0x1.8p127)) return kNan;
  if (value < Real(0x1p-126))
    return 1;  // a subnormal float from here on down; the bits below are those of normal numbers
  const Bits rounded = (std::bit_cast<Bits>(value) + (Bits{1} << (kSource.mantissa_bits - 1))) >> kSource.mantissa_bits;
  return static_cast<uint8_t>(static_cast<int>(rounded) - kSource.bias + kF8E8M0FNU.bias);
}

template <typename Format, typename Real>
inline typename Format::Stored encode_narrow(Real value) {
  using Bits = BitsOf<Real>;
  using Stored = typename Format::Stored;
  constexpr FloatFormat kTarget = Format::value;
  constexpr FloatFormat kSource = kOf<Real>;
  if constexpr (kTarget.specials == FloatSpecials::kNanOnlyNoZero) {
    return encode_scale(value);
  } else {
    constexpr int kMagnitudeBits = kTarget.exponent_bits + kTarget.mantissa_bits;
    constexpr Stored kSign = static_cast<Stored>(Stored{1} << kMagnitudeBits);
    constexpr Bits kSourceSign = Bits{1} << (kSource.bits() - 1);
    constexpr Bits kSourceInfinity = ((Bits{1} << kSource.exponent_bits) - 1) << kSource.mantissa_bits;
    constexpr int kDropped = kSource.mantissa_bits - kTarget.mantissa_bits;
    constexpr int kRebias = kSource.bias - kTarget.bias;
    constexpr Bits kLargest = largest_magnitude(kTarget);
    // One past the largest is infinity or the all-ones NaN, whichever the format has there.
    constexpr Bits kOverflow = kTarget.specials == FloatSpecials::kNone ? kLargest : kLargest + 1;

    const Bits bits = std::bit_cast<Bits>(value);
    const Stored sign = (bits & kSourceSign) != 0 ? kSign : Stored{0};
    const Bits magnitude = bits & (kSourceSign - 1);
    if (magnitude > kSourceInfinity) {
      switch (kTarget.specials) {
        case FloatSpecials::kNone: return sign ^ kSign;
        case FloatSpecials::kNanNegativeZero: return kSign;
        case FloatSpecials::kNanAllOnes: return sign | static_cast<Stored>(kLargest + 1);
        default: break;
      }
      constexpr Bits kQuiet = (kLargest + 1) | (Bits{1} << (kTarget.mantissa_bits - 1));
      return sign | static_cast<Stored>(kQuiet);
    }

    Bits rounded;
    if (kRebias == 0 || magnitude >= static_cast<Bits>(kRebias + 1) << kSource.mantissa_bits) {
      rounded = shift_right_to_nearest_even<Bits>(magnitude - (static_cast<Bits>(kRebias) << kSource.mantissa_bits),
                                                  kDropped);
    } else {
      // Subnormal in the target: the leading one is written out and moves right by what the exponent lacks.
      const int exponent = magnitude >> kSource.mantissa_bits;
      const int shift = kDropped + kRebias + 1 - exponent;
      if (exponent == 0 || shift > kSource.mantissa_bits + 2) {
        rounded = 0;
      } else {
        const Bits leading = Bits{1} << kSource.mantissa_bits;
        rounded = shift_right_to_nearest_even<Bits>((magnitude & (leading - 1)) | leading, shift);
      }
    }
    if (rounded > kLargest) {
      if (kTarget.specials == FloatSpecials::kNanNegativeZero) return kSign;
      rounded = kOverflow;
    }
    if (kTarget.specials == FloatSpecials::kNanNegativeZero && rounded == 0) return 0;
    return sign | static_cast<Stored>(rounded);
  }
}

// Calls visit(Narrow<…>{}) for a type below 32 bits; false for f32 and f64, which the caller treats itself.
template <typename Visit>
bool visit_narrow(ElementType type, Visit&& visit) {
  switch (type) {
    case ElementType::kF4E2M1FN: visit(Narrow<kF4E2M1FN>{}); return true;
    case ElementType::kF6E2M3FN: visit(Narrow<kF6E2M3FN>{}); return true;
    case ElementType::kF6E3M2FN: visit(Narrow<kF6E3M2FN>{}); return true;
    case ElementType::kF8E3M4: visit(Narrow<kF8E3M4>{}); return true;
    case ElementType::kF8E4M3: visit(Narrow<kF8E4M3>{}); return true;
    case ElementType::kF8E4M3FN: visit(Narrow<kF8E4M3FN>{}); return true;
    case ElementType::kF8E4M3FNUZ: visit(Narrow<kF8E4M3FNUZ>{}); return true;
    case ElementType::kF8E4M3B11FNUZ: visit(Narrow<kF8E4M3B11FNUZ>{}); return true;
    case ElementType::kF8E5M2: visit(Narrow<kF8E5M2>{}); return true;
    case ElementType::kF8E5M2FNUZ: visit(Narrow<kF8E5M2FNUZ>{}); return true;
    case ElementType::kF8E8M0FNU: visit(Narrow<kF8E8M0FNU>{}); return true;
    case ElementType::kF16: visit(Narrow<kF16>{}); return true;
    case ElementType::kBF16: visit(Narrow<kBF16>{}); return true;
    case ElementType::kF32:
    case ElementType::kF64: return false;
    default: break;
  }
  PARTITA_INVARIANT(false, "not a float type");
}

template <typename From, typename To>
void convert_loop(const void* source, void* target, size_t count) {
  const From* from = static_cast<const From*>(source);
  To* to = static_cast<To*>(target);
  for (size_t i = 0; i < count; ++i) to[i] = static_cast<To>(from[i]);
}

template <typename Real>
void decode_to(ElementType type, const void* source, Real* target, size_t count) {
  const bool narrow = visit_narrow(type, [&](auto format) {
    using Format = decltype(format);
    const auto* from = static_cast<const typename Format::Stored*>(source);
    for (size_t i = 0; i < count; ++i) target[i] = decode_narrow<Format>(from[i]);
  });
  if (narrow) return;
  if (type == ElementType::kF32) {
    convert_loop<float, Real>(source, target, count);
  } else {
    convert_loop<double, Real>(source, target, count);
  }
}

template <typename Real>
void encode_from(ElementType type, const Real* source, void* target, size_t count) {
  const bool narrow = visit_narrow(type, [&](auto format) {
    using Format = decltype(format);
    auto* to = static_cast<typename Format::Stored*>(target);
    for (size_t i = 0; i < count; ++i) to[i] = encode_narrow<Format, Real>(source[i]);
  });
  if (narrow) return;
  if (type == ElementType::kF32) {
    convert_loop<Real, float>(source, target, count);
  } else {
    convert_loop<Real, double>(source, target, count);
  }
}

template <typename Real>
Real reduce(Real value, int exponent_bits, int mantissa_bits) {
  using Bits = BitsOf<Real>;
  constexpr FloatFormat kSource = kOf<Real>;
  constexpr Bits kSignBit = Bits{1} << (kSource.bits() - 1);
  constexpr Bits kInfinity = ((Bits{1} << kSource.exponent_bits) - 1) << kSource.mantissa_bits;
  const Bits bits = std::bit_cast<Bits>(value);
  const Bits sign = bits & kSignBit;
  Bits magnitude = bits & (kSignBit - 1);
  if (magnitude > kInfinity) return mantissa_bits > 0 ? value : std::numeric_limits<Real>::infinity();
  if (magnitude == kInfinity) return value;
  if (mantissa_bits < kSource.mantissa_bits) {
    const int dropped = kSource.mantissa_bits - mantissa_bits;
    magnitude = shift_right_to_nearest_even(magnitude, dropped) << dropped;
  }
  if (exponent_bits < kSource.exponent_bits) {
    const int bias = (1 << (exponent_bits - 1)) - 1;
    const int exponent = static_cast<int>(magnitude >> kSource.mantissa_bits) - kSource.bias;
    if (exponent > bias) magnitude = kInfinity;
    if (exponent <= -bias) magnitude = 0;
  }
  return std::bit_cast<Real>(sign | magnitude);
}

}  // namespace

const FloatFormat& float_format(ElementType type) {
  if (type == ElementType::kF32 || type == ElementType::kC64) return kF32;
  if (type == ElementType::kF64 || type == ElementType::kC128) return kF64;
  const FloatFormat* found = nullptr;
  visit_narrow(type, [&](auto format) { found = &decltype(format)::value; });
  return *found;
}

bool has_zero(ElementType type) {
  return !is_float(type) || float_format(type).specials != FloatSpecials::kNanOnlyNoZero;
}

double decode_one(ElementType type, uint64_t bits) {
  double value = 0;
  const bool narrow = visit_narrow(type, [&](auto format) {
    using Format = decltype(format);
    value = decode_narrow<Format>(static_cast<typename Format::Stored>(bits));
  });
  if (narrow) return value;
  return type == ElementType::kF32 ? static_cast<double>(std::bit_cast<float>(static_cast<uint32_t>(bits)))
                                   : std::bit_cast<double>(bits);
}

uint64_t encode_one(ElementType type, double value) {
  uint64_t bits = 0;
  if (visit_narrow(type, [&](auto format) { bits = encode_narrow<decltype(format), double>(value); })) return bits;
  return type == ElementType::kF32 ? std::bit_cast<uint32_t>(static_cast<float>(value))
                                   : std::bit_cast<uint64_t>(value);
}

void decode(ElementType type, const void* source, float* target, size_t count) {
  decode_to(type, source, target, count);
}
void decode(ElementType type, const void* source, double* target, size_t count) {
  decode_to(type, source, target, count);
}
void encode(ElementType type, const float* source, void* target, size_t count) {
  encode_from(type, source, target, count);
}
void encode(ElementType type, const double* source, void* target, size_t count) {
  encode_from(type, source, target, count);
}

uint64_t next_after(ElementType type, uint64_t from, uint64_t to) {
  const double start = decode_one(type, from), goal = decode_one(type, to);
  if (std::isnan(start) || std::isnan(goal)) return encode_one(type, start + goal);
  if (start == goal) return to;
  const FloatFormat& format = float_format(type);
  const uint64_t sign = format.has_sign() ? uint64_t{1} << (format.bits() - 1) : 0;
  // Patterns count away from zero on either side, so that is all there is to it but for zero itself.
  if (start == 0) return goal > 0 ? 1 : sign | 1;
  const bool outward = (goal > start) == (start > 0);
  const uint64_t next = outward ? from + 1 : from - 1;
  const bool minus_zero_is_nan = format.specials == FloatSpecials::kNanNegativeZero && next == sign;
  return minus_zero_is_nan ? 0 : next;
}

float reduce_precision(float value, int exponent_bits, int mantissa_bits) {
  return reduce(value, exponent_bits, mantissa_bits);
}
double reduce_precision(double value, int exponent_bits, int mantissa_bits) {
  return reduce(value, exponent_bits, mantissa_bits);
}

}  // namespace partita::core::ir
