#include "ir/build/element_bytes.h"

#include <cmath>
#include <cstring>

#include "ir/numeric/float_formats.h"

namespace partita::core::ir {
namespace {

Bytes float_bytes(ElementType element, double value) {
  uint64_t bits = encode_one(element, value);
  Bytes bytes(8);
  std::memcpy(bytes.data(), &bits, 8);
  bytes.resize(bit_width(element) <= 8 ? 1 : bit_width(element) / 8);
  return bytes;
}

int64_t smallest_integer(ElementType element) {
  if (element_class(element) != ElementClass::kSigned) return 0;
  return static_cast<int64_t>(~uint64_t{0} << (bit_width(element) - 1));
}
int64_t largest_integer(ElementType element) {
  if (element == ElementType::kPred) return 1;
  int bits = bit_width(element) - (element_class(element) == ElementClass::kSigned ? 1 : 0);
  return static_cast<int64_t>(bits >= 64 ? ~uint64_t{0} : (uint64_t{1} << bits) - 1);
}

// The largest number of a float type: infinity where it has one.
double highest(ElementType element) {
  const FloatFormat& format = float_format(element);
  if (format.specials == FloatSpecials::kInfinityAndNan) return HUGE_VAL;
  uint64_t best = 0;
  double most = 0;
  for (uint64_t bits = 0; bits < uint64_t{1} << (format.bits() - (format.has_sign() ? 1 : 0)); ++bits) {
    double value = decode_one(element, bits);
    if (value > most) {
      most = value;
      best = bits;
    }
  }
  return decode_one(element, best);
}

bool has_negative_zero(ElementType element) {
  const FloatSpecials specials = float_format(element).specials;
  return has_zero(element) && specials != FloatSpecials::kNanNegativeZero;
}

}  // namespace

Bytes integer_bytes(ElementType element, int64_t value) {
  Bytes bytes(8);
  std::memcpy(bytes.data(), &value, 8);  // little-endian: the low bytes are the narrower integer
  bytes.resize(byte_width(element));
  return bytes;
}

Bytes element_bytes(ElementType element, double value) {
  if (is_complex(element)) {
    ElementType part = part_type(element);
    Bytes bytes = float_bytes(part, value);
    Bytes imaginary = float_bytes(part, value == 0 ? value : 0);  // -0.0 has both parts -0.0
    bytes.insert(bytes.end(), imaginary.begin(), imaginary.end());
    return bytes;
  }
  if (is_float(element)) return float_bytes(element, value);
  return integer_bytes(element, static_cast<int64_t>(value));
}

Bytes identity_bytes(ElementType element, ReductionKind kind) {
  const bool floats = is_float(element);
  const bool is_signed = element_class(element) == ElementClass::kSigned;
  switch (kind) {
    case ReductionKind::kSum:
      if (floats) return element_bytes(element, has_negative_zero(element) ? -0.0 : 0.0);
      return is_complex(element) ? element_bytes(element, -0.0) : integer_bytes(element, 0);
    case ReductionKind::kProduct: return element_bytes(element, 1.0);
    case ReductionKind::kMax:
      if (floats && !float_format(element).has_sign()) return integer_bytes(element, 0);
      return floats ? element_bytes(element, -highest(element)) : integer_bytes(element, smallest_integer(element));
    case ReductionKind::kMin:
      return floats ? element_bytes(element, highest(element)) : integer_bytes(element, largest_integer(element));
    case ReductionKind::kAnd: return integer_bytes(element, is_signed ? -1 : largest_integer(element));
    case ReductionKind::kOr:
    case ReductionKind::kXor: return integer_bytes(element, 0);
  }
  return {};
}

}  // namespace partita::core::ir
