// Conversions between any two element types. Floats become integers by dropping the fraction; what lies outside the
// range becomes its nearest end and NaN becomes 0. Integers wrap. Everything is rounded once, to nearest.
#include <cmath>
#include <limits>

#include "eval/pointwise_kernels.h"
#include "ir/numeric/float_formats.h"

namespace partita::core::eval {
namespace {

template <typename T>
inline constexpr bool kIsComplex = false;
template <typename P>
inline constexpr bool kIsComplex<std::complex<P>> = true;

template <typename From, typename To>
To convert_one(From from) {
  if constexpr (kIsComplex<From> && kIsComplex<To>) {
    return To(static_cast<typename To::value_type>(from.real()), static_cast<typename To::value_type>(from.imag()));
  } else if constexpr (kIsComplex<From>) {
    return convert_one<typename From::value_type, To>(from.real());
  } else if constexpr (kIsComplex<To>) {
    return To(static_cast<typename To::value_type>(from), 0);
  } else if constexpr (std::is_same_v<To, bool>) {
    return from != 0;
  } else if constexpr (std::is_floating_point_v<From> && std::is_integral_v<To>) {
    // 2^bits is a float, the largest integer need not be one.
    const From above = std::ldexp(From{1}, std::numeric_limits<To>::digits);
    if (from != from) return 0;
    if (from >= above) return std::numeric_limits<To>::max();
    if (from <= (std::is_signed_v<To> ? -above : From{0})) return std::numeric_limits<To>::min();
    return static_cast<To>(from);
  } else {
    return static_cast<To>(from);
  }
}

template <typename From>
Kernel from_type(ElementType to) {
  switch (to) {
    case ElementType::kPred: return unary_loop<From, bool, convert_one<From, bool>>;
    case ElementType::kS8: return unary_loop<From, int8_t, convert_one<From, int8_t>>;
    case ElementType::kS16: return unary_loop<From, int16_t, convert_one<From, int16_t>>;
    case ElementType::kS32: return unary_loop<From, int32_t, convert_one<From, int32_t>>;
    case ElementType::kS64: return unary_loop<From, int64_t, convert_one<From, int64_t>>;
    case ElementType::kU8: return unary_loop<From, uint8_t, convert_one<From, uint8_t>>;
    case ElementType::kU16: return unary_loop<From, uint16_t, convert_one<From, uint16_t>>;
    case ElementType::kU32: return unary_loop<From, uint32_t, convert_one<From, uint32_t>>;
    case ElementType::kU64: return unary_loop<From, uint64_t, convert_one<From, uint64_t>>;
    case ElementType::kF32: return unary_loop<From, float, convert_one<From, float>>;
    case ElementType::kF64: return unary_loop<From, double, convert_one<From, double>>;
    case ElementType::kC64: return unary_loop<From, Complex64, convert_one<From, Complex64>>;
    case ElementType::kC128: return unary_loop<From, Complex128, convert_one<From, Complex128>>;
    default: return nullptr;
  }
}

Kernel direct(ElementType from, ElementType to) {
  switch (from) {
    case ElementType::kPred: return from_type<bool>(to);
    case ElementType::kS8: return from_type<int8_t>(to);
    case ElementType::kS16: return from_type<int16_t>(to);
    case ElementType::kS32: return from_type<int32_t>(to);
    case ElementType::kS64: return from_type<int64_t>(to);
    case ElementType::kU8: return from_type<uint8_t>(to);
    case ElementType::kU16: return from_type<uint16_t>(to);
    case ElementType::kU32: return from_type<uint32_t>(to);
    case ElementType::kU64: return from_type<uint64_t>(to);
    case ElementType::kF32: return from_type<float>(to);
    case ElementType::kF64: return from_type<double>(to);
    case ElementType::kC64: return from_type<Complex64>(to);
    case ElementType::kC128: return from_type<Complex128>(to);
    default: return nullptr;
  }
}

// A 64-bit integer as a double that rounds to any narrower float as the integer itself would: bits that do not fit are
// dropped, and leave a 1 in the last place if any was set ("round to odd").
template <typename T>
double sticky_double(T value) {
  bool negative = value < 0;
  uint64_t magnitude = negative ? uint64_t{0} - static_cast<uint64_t>(value) : static_cast<uint64_t>(value);
  int drop = 0;
  while ((magnitude >> drop) >= (uint64_t{1} << 53)) ++drop;
  uint64_t kept = magnitude >> drop;
  if ((kept << drop) != magnitude) kept |= 1;
  double result = std::ldexp(static_cast<double>(kept), drop);
  return negative ? -result : result;
}

// Saturation of a float that becomes a narrow integer: the byte it was converted to is held within the narrow range.
void clamp_to_width(ElementType to, void* bytes, int64_t n) {
  int bits = bit_width(to);
  if (element_class(to) == ElementClass::kSigned) {
    int8_t* b = static_cast<int8_t*>(bytes);
    auto largest = static_cast<int8_t>((1 << (bits - 1)) - 1);
    for (int64_t i = 0; i < n; ++i)
      b[i] = std::min<int8_t>(std::max<int8_t>(b[i], static_cast<int8_t>(-largest - 1)), largest);
  } else {
    uint8_t* b = static_cast<uint8_t*>(bytes);
    auto largest = static_cast<uint8_t>((1 << bits) - 1);
    for (int64_t i = 0; i < n; ++i) b[i] = std::min(b[i], largest);
  }
}

// Where a narrow type takes part: source -> its computing type -> the target's computing type -> target. Narrow floats
// are rounded from the source itself where that is wider than f32.
void narrow_convert(const void* const* operands, void* result, int64_t n, const KernelArgs& args) {
  ElementType from = args.operand[0];
  ElementType to = args.result;
  ElementType wide_from = computing_type(from);
  alignas(16) std::byte source_block[kPointwiseBlock * 16];
  alignas(16) std::byte target_block[kPointwiseBlock * 16];
  for (int64_t at = 0; at < n; at += kPointwiseBlock) {
    int64_t count = std::min(kPointwiseBlock, n - at);
    const void* source = static_cast<const std::byte*>(operands[0]) + at * byte_width(from);
    void* target = static_cast<std::byte*>(result) + at * byte_width(to);
    if (wide_from != from) {
      widen(from, source, source_block, count, false);
      source = source_block;
    }
    if (computing_type(to) == to) {
      direct(wide_from, to)(&source, target, count, args);
    } else if (is_float(to)) {
      double* numbers = reinterpret_cast<double*>(target_block);
      if (wide_from == ElementType::kS64) {
        for (int64_t i = 0; i < count; ++i) numbers[i] = sticky_double(static_cast<const int64_t*>(source)[i]);
      } else if (wide_from == ElementType::kU64) {
        for (int64_t i = 0; i < count; ++i) numbers[i] = sticky_double(static_cast<const uint64_t*>(source)[i]);
      } else {
        direct(wide_from, ElementType::kF64)(&source, numbers, count, args);
      }
      encode(to, numbers, target, count);
    } else {
      bool saturates = is_float(from) || is_complex(from);
      direct(wide_from, computing_type(to))(&source, target_block, count, args);
      if (saturates) clamp_to_width(to, target_block, count);
      narrow(to, target_block, target, count);
    }
  }
}

}  // namespace

Kernel convert_kernel(ElementType from, ElementType to) {
  Kernel kernel = direct(from, to);
  return kernel != nullptr ? kernel : narrow_convert;
}

}  // namespace partita::core::eval
