// Integers of 8 to 64 bits, and booleans. All arithmetic wraps; it is done in unsigned types, where C++ wraps as well.
#include <bit>

#include "eval/math/integer.h"
#include "eval/pointwise_kernels.h"

namespace partita::core::eval {
namespace {

// At least 32 bits: unsigned short would be promoted to int, whose overflow is undefined.
template <typename T>
using Wrapping = std::conditional_t<sizeof(T) < 4, uint32_t, std::make_unsigned_t<T>>;
template <typename T>
inline constexpr int kBits = static_cast<int>(sizeof(T)) * 8;

template <typename T>
T add(T a, T b) {
  return static_cast<T>(static_cast<Wrapping<T>>(a) + static_cast<Wrapping<T>>(b));
}
template <typename T>
T subtract(T a, T b) {
  return static_cast<T>(static_cast<Wrapping<T>>(a) - static_cast<Wrapping<T>>(b));
}
template <typename T>
T multiply(T a, T b) {
  return static_cast<T>(static_cast<Wrapping<T>>(a) * static_cast<Wrapping<T>>(b));
}
template <typename T>
T negate(T a) {
  return subtract<T>(0, a);
}
template <typename T>
T absolute(T a) {
  return a < 0 ? negate(a) : a;
}
template <typename T>
T sign(T a) {
  return static_cast<T>((a > 0) - (a < 0));
}
template <typename T>
T square(T a) {
  return multiply(a, a);
}
template <typename T>
T identity(T a) {
  return a;
}
template <typename T>
T bit_not(T a) {
  return static_cast<T>(~a);
}
template <typename T>
T bit_and(T a, T b) {
  return static_cast<T>(a & b);
}
template <typename T>
T bit_or(T a, T b) {
  return static_cast<T>(a | b);
}
template <typename T>
T bit_xor(T a, T b) {
  return static_cast<T>(a ^ b);
}
template <typename T>
T popcnt(T a) {
  return static_cast<T>(std::popcount(static_cast<std::make_unsigned_t<T>>(a)));
}
// A shift by the width or more, or by a negative number, leaves nothing but copies of the sign.
template <typename T>
bool beyond(T amount) {
  return static_cast<std::make_unsigned_t<T>>(amount) >= static_cast<unsigned>(kBits<T>);
}
template <typename T>
T shift_left(T a, T b) {
  return beyond(b) ? T{0} : static_cast<T>(static_cast<Wrapping<T>>(a) << b);
}
template <typename T>
T shift_right_logical(T a, T b) {
  return beyond(b) ? T{0} : static_cast<T>(static_cast<std::make_unsigned_t<T>>(a) >> b);
}
template <typename T>
T shift_right_arithmetic(T a, T b) {
  auto value = static_cast<std::make_signed_t<T>>(a);
  return static_cast<T>(value >> (beyond(b) ? kBits<T> - 1 : static_cast<int>(b)));
}

// The two ops that must know the true width of a narrow integer.
template <typename T>
void count_leading_zeros(const void* const* operands, void* result, int64_t n, const KernelArgs& args) {
  const T* a = static_cast<const T*>(operands[0]);
  T* r = static_cast<T*>(result);
  for (int64_t i = 0; i < n; ++i) {
    r[i] = static_cast<T>(std::countl_zero(static_cast<std::make_unsigned_t<T>>(a[i])) - (kBits<T> - args.bits));
  }
}
template <typename T>
void multiply_high(const void* const* operands, void* result, int64_t n, const KernelArgs& args) {
  __extension__ using Wide = std::conditional_t<std::is_signed_v<T>, __int128, unsigned __int128>;
  const T* a = static_cast<const T*>(operands[0]);
  const T* b = static_cast<const T*>(operands[1]);
  T* r = static_cast<T*>(result);
  for (int64_t i = 0; i < n; ++i)
    r[i] = static_cast<T>((static_cast<Wide>(a[i]) * static_cast<Wide>(b[i])) >> args.bits);
}

template <typename T>
constexpr KernelColumn make_kernels() {
  using enum OpKind;
  KernelColumn column;
  column.add(binary_loop<T, T, add<T>>, {kAdd});
  column.add(binary_loop<T, T, subtract<T>>, {kSubtract});
  column.add(binary_loop<T, T, multiply<T>>, {kMultiply});
  column.add(binary_loop<T, T, math::divide_integers<T>>, {kDivide});
  column.add(binary_loop<T, T, math::remainder_of_integers<T>>, {kRemainder});
  column.add(binary_loop<T, T, math::power_of_integers<T>>, {kPower});
  column.add(binary_loop<T, T, ieee_maximum<T>>, {kMaximum});
  column.add(binary_loop<T, T, ieee_minimum<T>>, {kMinimum});
  column.add(binary_loop<T, T, bit_and<T>>, {kAnd});
  column.add(binary_loop<T, T, bit_or<T>>, {kOr});
  column.add(binary_loop<T, T, bit_xor<T>>, {kXor});
  column.add(binary_loop<T, T, shift_left<T>>, {kShiftLeft});
  column.add(binary_loop<T, T, shift_right_logical<T>>, {kShiftRightLogical});
  column.add(binary_loop<T, T, shift_right_arithmetic<T>>, {kShiftRightArithmetic});
  column.add(multiply_high<T>, {kMulhi});
  column.add(unary_loop<T, T, negate<T>>, {kNegate});
  column.add(unary_loop<T, T, absolute<T>>, {kAbs});
  column.add(unary_loop<T, T, sign<T>>, {kSign});
  column.add(unary_loop<T, T, bit_not<T>>, {kNot});
  column.add(unary_loop<T, T, popcnt<T>>, {kPopcnt});
  column.add(count_leading_zeros<T>, {kCountLeadingZeros});
  column.add(unary_loop<T, T, square<T>>, {kSquare});
  column.add(unary_loop<T, T, identity<T>>, {kReal, kConj});
  column.add_none(kIntegers);
  return column;
}

template <typename T>
inline constexpr KernelColumn kKernels = make_kernels<T>();
static_assert(ir::is_total<kKernels<int32_t>>());

bool logical_or(bool a, bool b) { return a || b; }
bool logical_and(bool a, bool b) { return a && b; }
bool logical_xor(bool a, bool b) { return a != b; }
bool logical_not(bool a) { return !a; }
bool same(bool a) { return a; }
uint8_t pred_zeros(uint8_t a) { return a == 0; }

// Addition of booleans is or, multiplication is and: arithmetic that saturates at 1.
constexpr KernelColumn make_boolean_kernels() {
  using enum OpKind;
  KernelColumn column;
  column.add(binary_loop<bool, bool, logical_or>, {kAdd, kMaximum, kOr});
  column.add(binary_loop<bool, bool, logical_and>, {kMultiply, kMinimum, kAnd});
  column.add(binary_loop<bool, bool, logical_xor>, {kXor, kSubtract});
  column.add(unary_loop<bool, bool, logical_not>, {kNot});
  column.add(unary_loop<bool, bool, same>, {kAbs, kSign, kSquare, kConj, kPopcnt});
  column.add(unary_loop<uint8_t, uint8_t, pred_zeros>, {kCountLeadingZeros});
  column.add_none(kBools);
  return column;
}

constexpr KernelColumn kBooleanKernels = make_boolean_kernels();
static_assert(ir::is_total<kBooleanKernels>());

}  // namespace

Kernel integer_kernel(OpKind kind, ElementType type) {
  switch (type) {
    case ElementType::kS8: return kKernels<int8_t>[kind];
    case ElementType::kS16: return kKernels<int16_t>[kind];
    case ElementType::kS32: return kKernels<int32_t>[kind];
    case ElementType::kS64: return kKernels<int64_t>[kind];
    case ElementType::kU8: return kKernels<uint8_t>[kind];
    case ElementType::kU16: return kKernels<uint16_t>[kind];
    case ElementType::kU32: return kKernels<uint32_t>[kind];
    case ElementType::kU64: return kKernels<uint64_t>[kind];
    default: return nullptr;
  }
}

Kernel boolean_kernel(OpKind kind) { return kBooleanKernels[kind]; }

}  // namespace partita::core::eval
