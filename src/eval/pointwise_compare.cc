// compare, select and clamp.
#include <bit>
#include <cmath>

#include "eval/pointwise_kernels.h"

namespace partita::core::eval {
namespace {

template <Direction D, typename T>
bool ordered(T a, T b) {
  if constexpr (D == Direction::kEq) return a == b;
  if constexpr (D == Direction::kNe) return a != b;
  if constexpr (D == Direction::kGe) return a >= b;
  if constexpr (D == Direction::kGt) return a > b;
  if constexpr (D == Direction::kLe) return a <= b;
  if constexpr (D == Direction::kLt) return a < b;
}
// By the real part, where that is equal by the imaginary one.
template <Direction D, typename P>
bool ordered_complex(std::complex<P> a, std::complex<P> b) {
  if constexpr (D == Direction::kEq) return a == b;
  if constexpr (D == Direction::kNe) return a != b;
  return a.real() == b.real() ? ordered<D>(a.imag(), b.imag()) : ordered<D>(a.real(), b.real());
}

// -NaN < -inf < … < -0 < +0 < … < +inf < +NaN: sign and magnitude as one signed integer.
template <Direction D, typename Storage>
void total_order(const void* const* operands, void* result, int64_t n, const KernelArgs& args) {
  using Signed = int64_t;
  const Storage* a = static_cast<const Storage*>(operands[0]);
  const Storage* b = static_cast<const Storage*>(operands[1]);
  bool* r = static_cast<bool*>(result);
  uint64_t sign = uint64_t{1} << (args.bits - 1);
  auto key = [sign](Storage bits) {
    uint64_t magnitude = bits & (sign - 1);
    return static_cast<Signed>((bits & sign) != 0 ? ~magnitude : magnitude);
  };
  for (int64_t i = 0; i < n; ++i) r[i] = ordered<D, Signed>(key(a[i]), key(b[i]));
}

template <Direction D>
Kernel for_type(ElementType type) {
  switch (type) {
    case ElementType::kPred: return binary_loop<bool, bool, ordered<D, bool>>;
    case ElementType::kS8: return binary_loop<int8_t, bool, ordered<D, int8_t>>;
    case ElementType::kS16: return binary_loop<int16_t, bool, ordered<D, int16_t>>;
    case ElementType::kS32: return binary_loop<int32_t, bool, ordered<D, int32_t>>;
    case ElementType::kS64: return binary_loop<int64_t, bool, ordered<D, int64_t>>;
    case ElementType::kU8: return binary_loop<uint8_t, bool, ordered<D, uint8_t>>;
    case ElementType::kU16: return binary_loop<uint16_t, bool, ordered<D, uint16_t>>;
    case ElementType::kU32: return binary_loop<uint32_t, bool, ordered<D, uint32_t>>;
    case ElementType::kU64: return binary_loop<uint64_t, bool, ordered<D, uint64_t>>;
    case ElementType::kF32: return binary_loop<float, bool, ordered<D, float>>;
    case ElementType::kF64: return binary_loop<double, bool, ordered<D, double>>;
    case ElementType::kC64: return binary_loop<Complex64, bool, ordered_complex<D, float>>;
    case ElementType::kC128: return binary_loop<Complex128, bool, ordered_complex<D, double>>;
    default: return nullptr;
  }
}
template <Direction D>
Kernel total_for_width(int bytes) {
  switch (bytes) {
    case 1: return total_order<D, uint8_t>;
    case 2: return total_order<D, uint16_t>;
    case 4: return total_order<D, uint32_t>;
    case 8: return total_order<D, uint64_t>;
    default: return nullptr;
  }
}

struct Bytes16 {
  uint64_t halves[2];
};
template <typename T>
void select_loop(const void* const* operands, void* result, int64_t n, const KernelArgs&) {
  const bool* which = static_cast<const bool*>(operands[0]);
  const T* on_true = static_cast<const T*>(operands[1]);
  const T* on_false = static_cast<const T*>(operands[2]);
  T* r = static_cast<T*>(result);
  for (int64_t i = 0; i < n; ++i) r[i] = which[i] ? on_true[i] : on_false[i];
}

template <typename T>
T clamp_one(T low, T x, T high) {
  return ieee_minimum(ieee_maximum(x, low), high);
}
template <typename P>
std::complex<P> clamp_one(std::complex<P> low, std::complex<P> x, std::complex<P> high) {
  return lexicographic_minimum(lexicographic_maximum(x, low), high);
}
template <typename T>
void clamp_loop(const void* const* operands, void* result, int64_t n, const KernelArgs&) {
  const T* low = static_cast<const T*>(operands[0]);
  const T* x = static_cast<const T*>(operands[1]);
  const T* high = static_cast<const T*>(operands[2]);
  T* r = static_cast<T*>(result);
  for (int64_t i = 0; i < n; ++i) r[i] = clamp_one(low[i], x[i], high[i]);
}

}  // namespace

Kernel compare_kernel(Direction direction, ElementType type) {
  switch (direction) {
    case Direction::kEq: return for_type<Direction::kEq>(type);
    case Direction::kNe: return for_type<Direction::kNe>(type);
    case Direction::kGe: return for_type<Direction::kGe>(type);
    case Direction::kGt: return for_type<Direction::kGt>(type);
    case Direction::kLe: return for_type<Direction::kLe>(type);
    case Direction::kLt: return for_type<Direction::kLt>(type);
  }
  return nullptr;
}

Kernel total_order_kernel(Direction direction, ElementType type) {
  int bytes = byte_width(type);
  switch (direction) {
    case Direction::kEq: return total_for_width<Direction::kEq>(bytes);
    case Direction::kNe: return total_for_width<Direction::kNe>(bytes);
    case Direction::kGe: return total_for_width<Direction::kGe>(bytes);
    case Direction::kGt: return total_for_width<Direction::kGt>(bytes);
    case Direction::kLe: return total_for_width<Direction::kLe>(bytes);
    case Direction::kLt: return total_for_width<Direction::kLt>(bytes);
  }
  return nullptr;
}

Kernel select_kernel(int byte_width) {
  switch (byte_width) {
    case 1: return select_loop<uint8_t>;
    case 2: return select_loop<uint16_t>;
    case 4: return select_loop<uint32_t>;
    case 8: return select_loop<uint64_t>;
    case 16: return select_loop<Bytes16>;
    default: return nullptr;
  }
}

Kernel clamp_kernel(ElementType type) {
  switch (type) {
    case ElementType::kPred: return clamp_loop<bool>;
    case ElementType::kS8: return clamp_loop<int8_t>;
    case ElementType::kS16: return clamp_loop<int16_t>;
    case ElementType::kS32: return clamp_loop<int32_t>;
    case ElementType::kS64: return clamp_loop<int64_t>;
    case ElementType::kU8: return clamp_loop<uint8_t>;
    case ElementType::kU16: return clamp_loop<uint16_t>;
    case ElementType::kU32: return clamp_loop<uint32_t>;
    case ElementType::kU64: return clamp_loop<uint64_t>;
    case ElementType::kF32: return clamp_loop<float>;
    case ElementType::kF64: return clamp_loop<double>;
    case ElementType::kC64: return clamp_loop<Complex64>;
    case ElementType::kC128: return clamp_loop<Complex128>;
    default: return nullptr;
  }
}

}  // namespace partita::core::eval
