// c64 and c128; the functions themselves are in math/special.h.
#include "eval/math/special.h"
#include "eval/pointwise_kernels.h"

namespace partita {
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
Kernel typed(OpKind kind) {
  using T = std::complex<P>;
  switch (kind) {
    case OpKind::kAdd: return binary_loop<T, T, add<T>>;
    case OpKind::kSubtract: return binary_loop<T, T, subtract<T>>;
    case OpKind::kMultiply: return kBinary<T, math::multiply>;
    case OpKind::kDivide: return kBinary<T, math::divide>;
    case OpKind::kPower: return kBinary<T, math::power>;
    case OpKind::kAtan2: return kBinary<T, math::atan2>;
    case OpKind::kMaximum: return binary_loop<T, T, lexicographic_maximum<P>>;
    case OpKind::kMinimum: return binary_loop<T, T, lexicographic_minimum<P>>;
    case OpKind::kNegate: return unary_loop<T, T, negate<T>>;
    case OpKind::kConj: return unary_loop<T, T, conj<T>>;
    case OpKind::kReal: return unary_loop<T, P, real_part<P>>;
    case OpKind::kImag: return unary_loop<T, P, imag_part<P>>;
    case OpKind::kAbs: return unary_loop<T, P, math::abs>;
    case OpKind::kSign: return kUnary<T, math::sign>;
    case OpKind::kSquare: return kUnary<T, math::square>;
    case OpKind::kExponential: return kUnary<T, math::exp>;
    case OpKind::kExponentialMinusOne: return kUnary<T, math::expm1>;
    case OpKind::kLog: return kUnary<T, math::log>;
    case OpKind::kLogPlusOne: return kUnary<T, math::log1p>;
    case OpKind::kLogistic: return kUnary<T, math::logistic>;
    case OpKind::kSqrt: return kUnary<T, math::sqrt>;
    case OpKind::kRsqrt: return kUnary<T, math::rsqrt>;
    case OpKind::kCbrt: return kUnary<T, math::cbrt>;
    case OpKind::kSine: return kUnary<T, math::sin>;
    case OpKind::kCosine: return kUnary<T, math::cos>;
    case OpKind::kTan: return kUnary<T, math::tan>;
    case OpKind::kTanh: return kUnary<T, math::tanh>;
    case OpKind::kAcos: return kUnary<T, math::acos>;
    case OpKind::kAcosh: return kUnary<T, math::acosh>;
    case OpKind::kAsin: return kUnary<T, math::asin>;
    case OpKind::kAsinh: return kUnary<T, math::asinh>;
    case OpKind::kAtan: return kUnary<T, math::atan>;
    case OpKind::kAtanh: return kUnary<T, math::atanh>;
    case OpKind::kAsinAcosKernel: return kUnary<T, math::asin_acos_kernel>;
    case OpKind::kSinh: return kUnary<T, math::sinh>;
    case OpKind::kCosh: return kUnary<T, math::cosh>;
    default: return nullptr;
  }
}

}  // namespace

Kernel complex_kernel(OpKind kind, ElementType type) {
  if (type == ElementType::kC64) return typed<float>(kind);
  if (type == ElementType::kC128) return typed<double>(kind);
  return nullptr;
}

}  // namespace partita
