// The functions of one number that ops compute, for float, double and their complex numbers.
//
// Each is worked out one precision higher (float in double, double in long double where it is made of several steps)
// and rounded once, so results are within one unit in the last place and mostly the nearest number. Where XLA and
// mathematics disagree on an edge (digamma at its poles is NaN), XLA is followed.
//
//   math::rsqrt(4.0f) == 0.5f
//   math::log1p(std::complex<float>(1e-20f, 0)) == std::complex<float>(1e-20f, 0)
//
// Narrower formats are computed in float: see ir/numeric/float_formats.h.
#pragma once

#include <complex>

namespace partita::core::eval::math {

// For T of float and double.
template <typename T>
T exp(T x);
template <typename T>
T expm1(T x);
template <typename T>
T log(T x);
template <typename T>
T log1p(T x);
template <typename T>
T sqrt(T x);
template <typename T>
T rsqrt(T x);
template <typename T>
T cbrt(T x);
template <typename T>
T logistic(T x);  // 1 / (1 + exp(-x))
template <typename T>
T sin(T x);
template <typename T>
T cos(T x);
template <typename T>
T tan(T x);
template <typename T>
T sinh(T x);
template <typename T>
T cosh(T x);
template <typename T>
T tanh(T x);
template <typename T>
T asin(T x);
template <typename T>
T acos(T x);
template <typename T>
T atan(T x);
template <typename T>
T asinh(T x);
template <typename T>
T acosh(T x);
template <typename T>
T atanh(T x);
template <typename T>
T sign(T x);  // -1, 1, zeros as they are, NaN
template <typename T>
T square(T x);
template <typename T>
T power(T x, T y);
template <typename T>
T atan2(T y, T x);
template <typename T>
T remainder(T x, T y);  // with the sign of x
template <typename T>
T next_after(T from, T to);

template <typename T>
T erf(T x);
template <typename T>
T erfc(T x);
template <typename T>
T erf_inv(T x);
template <typename T>
T lgamma(T x);  // of the absolute value of gamma
template <typename T>
T digamma(T x);
template <typename T>
T polygamma(T n, T x);
template <typename T>
T zeta(T x, T q);  // Hurwitz
template <typename T>
T bessel_i0e(T x);  // exp(-|x|) times the modified Bessel function of order 0
template <typename T>
T bessel_i1e(T x);

// The same for complex numbers; branch cuts and signed zeros as in C's complex functions. abs is real.
template <typename T>
std::complex<T> exp(std::complex<T> z);
template <typename T>
std::complex<T> expm1(std::complex<T> z);
template <typename T>
std::complex<T> log(std::complex<T> z);
template <typename T>
std::complex<T> log1p(std::complex<T> z);
template <typename T>
std::complex<T> sqrt(std::complex<T> z);
template <typename T>
std::complex<T> rsqrt(std::complex<T> z);
template <typename T>
std::complex<T> cbrt(std::complex<T> z);
template <typename T>
std::complex<T> logistic(std::complex<T> z);
template <typename T>
std::complex<T> sin(std::complex<T> z);
template <typename T>
std::complex<T> cos(std::complex<T> z);
template <typename T>
std::complex<T> tan(std::complex<T> z);
template <typename T>
std::complex<T> sinh(std::complex<T> z);
template <typename T>
std::complex<T> cosh(std::complex<T> z);
template <typename T>
std::complex<T> tanh(std::complex<T> z);
template <typename T>
std::complex<T> asin(std::complex<T> z);
template <typename T>
std::complex<T> acos(std::complex<T> z);
template <typename T>
std::complex<T> atan(std::complex<T> z);
template <typename T>
std::complex<T> asinh(std::complex<T> z);
template <typename T>
std::complex<T> acosh(std::complex<T> z);
template <typename T>
std::complex<T> atanh(std::complex<T> z);
template <typename T>
std::complex<T> sign(std::complex<T> z);  // z / |z|
template <typename T>
std::complex<T> square(std::complex<T> z);
template <typename T>
std::complex<T> power(std::complex<T> x, std::complex<T> y);
template <typename T>
std::complex<T> atan2(std::complex<T> y, std::complex<T> x);
// By the formula, one product of each part fused into the sum: which one is XLA's choice, and the bits follow it.
template <typename T>
std::complex<T> multiply(std::complex<T> x, std::complex<T> y);
template <typename T>
std::complex<T> divide(std::complex<T> x, std::complex<T> y);
// What asin and acos share (CHLO's _asin_acos_kernel): asin z = atan2(Re z, Re w) ± i Im w.
template <typename T>
std::complex<T> asin_acos_kernel(std::complex<T> z);
template <typename T>
T abs(std::complex<T> z);

}  // namespace partita::core::eval::math
