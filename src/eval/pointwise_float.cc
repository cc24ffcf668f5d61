// f32 and f64; the functions themselves are in math/special.h.
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

#include "eval/math/special.h"
#include "eval/pointwise_kernels.h"
#include "ir/numeric/float_formats.h"

namespace partita::core::eval {
namespace {

template <typename T>
T add(T a, T b) {
  return a + b;
}
template <typename T>
T subtract(T a, T b) {
  return a - b;
}
template <typename T>
T multiply(T a, T b) {
  return a * b;
}
template <typename T>
T divide(T a, T b) {
  return a / b;
}
template <typename T>
T negate(T a) {
  return -a;
}
template <typename T>
T absolute(T a) {
  return std::fabs(a);
}
template <typename T>
T identity(T a) {
  return a;
}
template <typename T>
T zero_imaginary(T) {
  return 0;
}
template <typename T>
T round_even(T a) {
  return std::nearbyint(a);
}
template <typename T>
T round_away(T a) {
  return std::round(a);
}
template <typename T>
T floor_of(T a) {
  return std::floor(a);
}
template <typename T>
T ceil_of(T a) {
  return std::ceil(a);
}
template <typename T>
bool is_finite(T a) {
  return std::isfinite(a);
}
template <typename T>
bool is_inf(T a) {
  return std::isinf(a);
}
template <typename T>
bool is_pos_inf(T a) {
  return a == std::numeric_limits<T>::infinity();
}
template <typename T>
bool is_neg_inf(T a) {
  return a == -std::numeric_limits<T>::infinity();
}
template <typename T>
std::complex<T> make_complex(T a, T b) {
  return {a, b};
}

template <typename T, T (*F)(T)>
inline constexpr Kernel kUnary = unary_loop<T, T, F>;
template <typename T, T (*F)(T, T)>
inline constexpr Kernel kBinary = binary_loop<T, T, F>;

template <typename T>
void reduce_precision_loop(const void* const* operands, void* result, int64_t n, const KernelArgs& args) {
  const T* a = static_cast<const T*>(operands[0]);
  T* r = static_cast<T*>(result);
  for (int64_t i = 0; i < n; ++i) r[i] = ir::reduce_precision(a[i], args.exponent_bits, args.mantissa_bits);
}

template <typename T>
constexpr KernelColumn make_kernels() {
  using enum OpKind;
  KernelColumn column;
  column.add(binary_loop<T, T, add<T>>, {kAdd});
  column.add(binary_loop<T, T, subtract<T>>, {kSubtract});
  column.add(binary_loop<T, T, multiply<T>>, {kMultiply});
  column.add(binary_loop<T, T, divide<T>>, {kDivide});
  column.add(kBinary<T, math::remainder>, {kRemainder});
  column.add(binary_loop<T, T, ieee_maximum<T>>, {kMaximum});
  column.add(binary_loop<T, T, ieee_minimum<T>>, {kMinimum});
  column.add(kBinary<T, math::power>, {kPower});
  column.add(kBinary<T, math::atan2>, {kAtan2});
  column.add(kBinary<T, math::next_after>, {kNextAfter});
  column.add(binary_loop<T, std::complex<T>, make_complex<T>>, {kComplex});
  column.add(unary_loop<T, T, negate<T>>, {kNegate});
  column.add(unary_loop<T, T, absolute<T>>, {kAbs});
  column.add(kUnary<T, math::sign>, {kSign});
  column.add(kUnary<T, math::square>, {kSquare});
  column.add(unary_loop<T, T, identity<T>>, {kReal, kConj});
  column.add(unary_loop<T, T, zero_imaginary<T>>, {kImag});
  column.add(unary_loop<T, T, floor_of<T>>, {kFloor});
  column.add(unary_loop<T, T, ceil_of<T>>, {kCeil});
  column.add(unary_loop<T, T, round_even<T>>, {kRoundNearestEven});
  column.add(unary_loop<T, T, round_away<T>>, {kRoundNearestAfz});
  column.add(kUnary<T, math::sqrt>, {kSqrt});
  column.add(kUnary<T, math::rsqrt>, {kRsqrt});
  column.add(kUnary<T, math::cbrt>, {kCbrt});
  column.add(kUnary<T, math::exp>, {kExponential});
  column.add(kUnary<T, math::expm1>, {kExponentialMinusOne});
  column.add(kUnary<T, math::log>, {kLog});
  column.add(kUnary<T, math::log1p>, {kLogPlusOne});
  column.add(kUnary<T, math::logistic>, {kLogistic});
  column.add(kUnary<T, math::sin>, {kSine});
  column.add(kUnary<T, math::cos>, {kCosine});
  column.add(kUnary<T, math::tan>, {kTan});
  column.add(kUnary<T, math::tanh>, {kTanh});
  column.add(kUnary<T, math::acos>, {kAcos});
  column.add(kUnary<T, math::acosh>, {kAcosh});
  column.add(kUnary<T, math::asin>, {kAsin});
  column.add(kUnary<T, math::asinh>, {kAsinh});
  column.add(kUnary<T, math::atan>, {kAtan});
  column.add(kUnary<T, math::atanh>, {kAtanh});
  column.add(kUnary<T, math::sinh>, {kSinh});
  column.add(kUnary<T, math::cosh>, {kCosh});
  column.add(kUnary<T, math::erf>, {kErf});
  column.add(kUnary<T, math::erfc>, {kErfc});
  column.add(kUnary<T, math::erf_inv>, {kErfInv});
  column.add(kUnary<T, math::lgamma>, {kLgamma});
  column.add(kUnary<T, math::digamma>, {kDigamma});
  column.add(kUnary<T, math::bessel_i1e>, {kBesselI1e});
  column.add(kBinary<T, math::polygamma>, {kPolygamma});
  column.add(kBinary<T, math::zeta>, {kZeta});
  column.add(unary_loop<T, bool, is_finite<T>>, {kIsFinite});
  column.add(unary_loop<T, bool, is_inf<T>>, {kIsInf});
  column.add(unary_loop<T, bool, is_pos_inf<T>>, {kIsPosInf});
  column.add(unary_loop<T, bool, is_neg_inf<T>>, {kIsNegInf});
  column.add(reduce_precision_loop<T>, {kReducePrecision});
  column.add_none(kFloats);
  return column;
}

template <typename T>
inline constexpr KernelColumn kKernels = make_kernels<T>();
static_assert(ir::is_total<kKernels<float>>());

template <typename Storage>
void narrow_next_after(const void* const* operands, void* result, int64_t n, const KernelArgs& args) {
  const Storage* a = static_cast<const Storage*>(operands[0]);
  const Storage* b = static_cast<const Storage*>(operands[1]);
  Storage* r = static_cast<Storage*>(result);
  for (int64_t i = 0; i < n; ++i) r[i] = static_cast<Storage>(next_after(args.operand[0], a[i], b[i]));
}

uint64_t load_bits(const void* memory, int64_t i, int width) {
  uint64_t bits = 0;
  std::memcpy(&bits, static_cast<const std::byte*>(memory) + i * width, width);
  return bits;
}

// Up or down by chance: a number a third of the way from one integer (or narrow float) to the next goes to the next for
// a third of all random numbers. `chance` is that part of the way, the random number read as a fraction decides.
bool goes_up(double chance, uint64_t random, int random_bits) {
  return static_cast<double>(random) < std::ldexp(chance, random_bits);
}

int64_t stochastic_integer(double x, uint64_t random, int random_bits, ElementType to) {
  bool is_signed = element_class(to) == ElementClass::kSigned;
  int bits = bit_width(to);
  double limit = std::ldexp(1.0, is_signed ? bits - 1 : bits);  // first number above the range
  auto largest =
      static_cast<int64_t>(is_signed || bits < 64 ? (uint64_t{1} << (is_signed ? bits - 1 : bits)) - 1 : ~uint64_t{0});
  int64_t smallest = is_signed ? -largest - 1 : 0;
  if (x != x) return 0;
  if (x >= limit) return largest;
  if (x <= (is_signed ? -limit : 0)) return smallest;
  double magnitude = std::fabs(x);
  double whole = std::floor(magnitude);
  if (goes_up(magnitude - whole, random, random_bits)) whole += 1;
  if (whole >= limit) return x < 0 ? smallest : largest;
  auto integer = static_cast<int64_t>(static_cast<uint64_t>(whole));
  return x < 0 ? -integer : integer;
}

uint64_t stochastic_float(double x, uint64_t random, int random_bits, ElementType to) {
  uint64_t nearest = encode_one(to, x);
  double rounded = decode_one(to, nearest);
  if (!(std::isfinite(x) && std::isfinite(rounded)) || rounded == x) return nearest;
  // On the other side of x: magnitudes are ordered as their bit patterns are. Zero takes the sign of x with it.
  uint64_t other = std::fabs(x) > std::fabs(rounded) ? nearest + 1 : nearest - 1;
  if (rounded == 0 && x < 0) other = uint64_t{1} << (float_format(to).bits() - 1) | 1;
  double far = decode_one(to, other);
  if (far != far && std::fabs(rounded) > std::fabs(x)) far = decode_one(to, other = 0);  // -0 of a format without
  if (!std::isfinite(far)) return nearest;
  bool nearest_is_outer = std::fabs(rounded) > std::fabs(x);
  double outer = nearest_is_outer ? rounded : far;
  double inner = nearest_is_outer ? far : rounded;
  bool up = goes_up((x - inner) / (outer - inner), random, random_bits);
  return up == nearest_is_outer ? nearest : other;
}

void stochastic_convert(const void* const* operands, void* result, int64_t n, const KernelArgs& args) {
  int from_width = byte_width(args.operand[0]);
  int random_width = byte_width(args.operand[1]);
  int random_bits = bit_width(args.operand[1]);
  int to_width = byte_width(args.result);
  for (int64_t i = 0; i < n; ++i) {
    double x = decode_one(args.operand[0], load_bits(operands[0], i, from_width));
    uint64_t random = load_bits(operands[1], i, random_width);
    uint64_t bits = is_float(args.result)
                        ? stochastic_float(x, random, random_bits, args.result)
                        : static_cast<uint64_t>(stochastic_integer(x, random, random_bits, args.result));
    std::memcpy(static_cast<std::byte*>(result) + i * to_width, &bits, to_width);
  }
}

}  // namespace

Kernel float_kernel(OpKind kind, ElementType type) {
  if (type == ElementType::kF32) return kKernels<float>[kind];
  if (type == ElementType::kF64) return kKernels<double>[kind];
  return nullptr;
}

Kernel narrow_next_after_kernel(ElementType type) {
  return byte_width(type) == 1 ? narrow_next_after<uint8_t> : narrow_next_after<uint16_t>;
}

Kernel stochastic_convert_kernel() { return stochastic_convert; }

}  // namespace partita::core::eval
