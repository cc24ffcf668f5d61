// c64 and c128; the functions themselves are in math/special.h.
#include "eval/math/special.h"
#include "eval/pointwise_kernels.h"

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
T negate(T a) {
  return -a;
}
template <typename T>
T conj(T a) {
  return std::conj(a);
}
template <typename T>
T real_part(std::complex<T> a) {
  return a.real();
}
template <typename T>
T imag_part(std::complex<T> a) {
  return a.imag();
}

template <typename T, T (*F)(T)>
inline constexpr Kernel kUnary = unary_loop<T, T, F>;
template <typename T, T (*F)(T, T)>
inline constexpr Kernel kBinary = binary_loop<T, T, F>;

template <typename P>  // the part: float or double
constexpr KernelColumn make_kernels() {
  using enum OpKind;
  using T = std::complex<P>;
  KernelColumn column;
  column.add(binary_loop<T, T, add<T>>, {kAdd});
  column.add(binary_loop<T, T, subtract<T>>, {kSubtract});
  column.add(kBinary<T, math::multiply>, {kMultiply});
  column.add(kBinary<T, math::divide>, {kDivide});
  column.add(kBinary<T, math::power>, {kPower});
  column.add(kBinary<T, math::atan2>, {kAtan2});
  column.add(binary_loop<T, T, lexicographic_maximum<P>>, {kMaximum});
  column.add(binary_loop<T, T, lexicographic_minimum<P>>, {kMinimum});
  column.add(unary_loop<T, T, negate<T>>, {kNegate});
  column.add(unary_loop<T, T, conj<T>>, {kConj});
  column.add(unary_loop<T, P, real_part<P>>, {kReal});
  column.add(unary_loop<T, P, imag_part<P>>, {kImag});
  column.add(unary_loop<T, P, math::abs>, {kAbs});
  column.add(kUnary<T, math::sign>, {kSign});
  column.add(kUnary<T, math::square>, {kSquare});
  column.add(kUnary<T, math::exp>, {kExponential});
  column.add(kUnary<T, math::expm1>, {kExponentialMinusOne});
  column.add(kUnary<T, math::log>, {kLog});
  column.add(kUnary<T, math::log1p>, {kLogPlusOne});
  column.add(kUnary<T, math::logistic>, {kLogistic});
  column.add(kUnary<T, math::sqrt>, {kSqrt});
  column.add(kUnary<T, math::rsqrt>, {kRsqrt});
  column.add(kUnary<T, math::cbrt>, {kCbrt});
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
  column.add(kUnary<T, math::asin_acos_kernel>, {kAsinAcosKernel});
  column.add(kUnary<T, math::sinh>, {kSinh});
  column.add(kUnary<T, math::cosh>, {kCosh});
  column.add(nullptr, {kRemainder});  // none, because it is nowhere defined
  column.add_none(kComplexes);
  return column;
}

template <typename P>
inline constexpr KernelColumn kKernels = make_kernels<P>();
static_assert(ir::is_total<kKernels<float>>());

}  // namespace

Kernel complex_kernel(OpKind kind, ElementType type) {
  if (type == ElementType::kC64) return kKernels<float>[kind];
  if (type == ElementType::kC128) return kKernels<double>[kind];
  return nullptr;
}

}  // namespace partita::core::eval
