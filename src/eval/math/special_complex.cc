// Elementary functions of complex numbers, computed in a wider type where cancellation would lose digits (special.h).
#include <cmath>
#include <limits>

#include "eval/math/special.h"
#include "eval/math/wide.h"

namespace partita::core::eval::math {

namespace {

template <typename T>
using WideComplex = std::complex<Wide<T>>;

template <typename T>
WideComplex<T> widen(std::complex<T> z) {
  return {static_cast<Wide<T>>(z.real()), static_cast<Wide<T>>(z.imag())};
}
template <typename T>
std::complex<T> narrow(WideComplex<T> z) {
  return {static_cast<T>(z.real()), static_cast<T>(z.imag())};
}

// By the formula, infinities and all: C's own product mends some NaNs that tensor programs keep.
template <typename W>
std::complex<W> product(std::complex<W> x, std::complex<W> y) {
  return {x.real() * y.real() - x.imag() * y.imag(), x.real() * y.imag() + x.imag() * y.real()};
}

// 2x + x² + y², that is |1+z|² - 1, with the rounding errors of squares and sums carried along: it may nearly cancel.
template <typename W>
W excess_of_square(W x, W y) {
  W sum = 2 * x, error = 0;
  const auto add = [&](W term) {
    const W total = sum + term, part = total - sum;
    error += (sum - (total - part)) + (term - part);
    sum = total;
  };
  const W xx = x * x, yy = y * y;
  add(xx);
  add(yy);
  return sum + (error + std::fma(x, x, -xx) + std::fma(y, y, -yy));
}

}  // namespace

#define PARTITA_LIBRARY(name)                 \
  template <typename T>                       \
  std::complex<T> name(std::complex<T> z) {   \
    return narrow<T>(std::name(widen<T>(z))); \
  }
PARTITA_LIBRARY(exp)
PARTITA_LIBRARY(log)
PARTITA_LIBRARY(sqrt)
PARTITA_LIBRARY(sin)
PARTITA_LIBRARY(cos)
PARTITA_LIBRARY(tan)
PARTITA_LIBRARY(sinh)
PARTITA_LIBRARY(cosh)
PARTITA_LIBRARY(tanh)
PARTITA_LIBRARY(asin)
PARTITA_LIBRARY(acos)
PARTITA_LIBRARY(atan)
PARTITA_LIBRARY(asinh)
PARTITA_LIBRARY(acosh)
PARTITA_LIBRARY(atanh)
#undef PARTITA_LIBRARY

template <typename T>
std::complex<T> expm1(std::complex<T> z) {
  using W = Wide<T>;
  const W x = z.real(), y = z.imag(), half_sine = std::sin(y / 2);
  if (y == 0) return {static_cast<T>(std::expm1(x)), z.imag()};
  // exp(x) cos(y) - 1 without the loss near zero.
  const W real = std::expm1(x) * std::cos(y) - 2 * half_sine * half_sine;
  return {static_cast<T>(real), static_cast<T>(std::exp(x) * std::sin(y))};
}

template <typename T>
std::complex<T> log1p(std::complex<T> z) {
  using W = Wide<T>;
  const W x = z.real(), y = z.imag(), imaginary = std::atan2(y, 1 + x);
  // Far out the squares may overflow and one does not count.
  const bool near = std::abs(x) < W(1e4) && std::abs(y) < W(1e4);
  const W real = near ? std::log1p(excess_of_square(x, y)) / 2 : std::log(std::hypot(1 + x, y));
  return {static_cast<T>(real), static_cast<T>(imaginary)};
}

template <typename T>
std::complex<T> rsqrt(std::complex<T> z) {
  if (z.real() == 0 && z.imag() == 0) {
    return {std::numeric_limits<T>::infinity(), std::numeric_limits<T>::quiet_NaN()};
  }
  return narrow<T>(WideComplex<T>(1) / std::sqrt(widen<T>(z)));
}

template <typename T>
std::complex<T> cbrt(std::complex<T> z) {
  using W = Wide<T>;
  const WideComplex<T> w = widen<T>(z);
  const W size = std::cbrt(std::abs(w)), angle = std::arg(w) / 3;
  return narrow<T>({size * std::cos(angle), size * std::sin(angle)});
}

template <typename T>
std::complex<T> logistic(std::complex<T> z) {
  return narrow<T>(WideComplex<T>(1) / (WideComplex<T>(1) + std::exp(-widen<T>(z))));
}

template <typename T>
std::complex<T> sign(std::complex<T> z) {
  using W = Wide<T>;
  const WideComplex<T> w = widen<T>(z);
  const W size = std::abs(w);
  if (size == 0) return z;
  if (std::isnan(w.real()) || std::isnan(w.imag())) {
    return {std::numeric_limits<T>::quiet_NaN(), std::numeric_limits<T>::quiet_NaN()};
  }
  return {static_cast<T>(w.real() / size), static_cast<T>(w.imag() / size)};
}

template <typename T>
std::complex<T> square(std::complex<T> z) {
  return multiply(z, z);
}

template <typename T>
std::complex<T> power(std::complex<T> x, std::complex<T> y) {
  if (y.real() == 0 && y.imag() == 0) return 1;
  if (x.real() == 0 && x.imag() == 0 && y.real() > 0) return 0;
  return narrow<T>(std::exp(product(widen<T>(y), std::log(widen<T>(x)))));
}

// -i log((x + iy) / sqrt(x² + y²))
template <typename T>
std::complex<T> atan2(std::complex<T> y, std::complex<T> x) {
  using W = Wide<T>;
  const WideComplex<T> a = widen<T>(x), b = widen<T>(y);
  const WideComplex<T> direction = (a + WideComplex<T>(-b.imag(), b.real())) / std::sqrt(product(a, a) + product(b, b));
  const WideComplex<T> logarithm = std::log(direction);
  const W real = logarithm.imag(), imaginary = -logarithm.real();
  return narrow<T>({real, imaginary});
}

template <typename T>
std::complex<T> multiply(std::complex<T> x, std::complex<T> y) {
  const T a = x.real(), b = x.imag(), c = y.real(), d = y.imag();
  return {std::fma(a, c, -(b * d)), std::fma(b, c, a * d)};
}

template <typename T>
std::complex<T> divide(std::complex<T> x, std::complex<T> y) {
  return narrow<T>(widen<T>(x) / widen<T>(y));
}

template <typename T>
std::complex<T> asin_acos_kernel(std::complex<T> z) {
  const WideComplex<T> w = widen<T>(z), one(1);
  const WideComplex<T> root = product(std::sqrt(one - w), std::sqrt(one + w));
  return narrow<T>({root.real(), std::abs(std::asin(w).imag())});
}

template <typename T>
T abs(std::complex<T> z) {
  return static_cast<T>(std::abs(widen<T>(z)));
}

#define PARTITA_UNARY(name)                                        \
  template std::complex<float> name<float>(std::complex<float> z); \
  template std::complex<double> name<double>(std::complex<double> z);
#define PARTITA_BINARY(name)                                                              \
  template std::complex<float> name<float>(std::complex<float> x, std::complex<float> y); \
  template std::complex<double> name<double>(std::complex<double> x, std::complex<double> y);
PARTITA_UNARY(exp)
PARTITA_UNARY(expm1)
PARTITA_UNARY(log)
PARTITA_UNARY(log1p)
PARTITA_UNARY(sqrt)
PARTITA_UNARY(rsqrt)
PARTITA_UNARY(cbrt)
PARTITA_UNARY(logistic)
PARTITA_UNARY(sin)
PARTITA_UNARY(cos)
PARTITA_UNARY(tan)
PARTITA_UNARY(sinh)
PARTITA_UNARY(cosh)
PARTITA_UNARY(tanh)
PARTITA_UNARY(asin)
PARTITA_UNARY(acos)
PARTITA_UNARY(atan)
PARTITA_UNARY(asinh)
PARTITA_UNARY(acosh)
PARTITA_UNARY(atanh)
PARTITA_UNARY(sign)
PARTITA_UNARY(square)
PARTITA_UNARY(asin_acos_kernel)
PARTITA_BINARY(power)
PARTITA_BINARY(atan2)
PARTITA_BINARY(multiply)
PARTITA_BINARY(divide)
#undef PARTITA_LIBRARY
#undef PARTITA_UNARY
#undef PARTITA_BINARY
template float abs<float>(std::complex<float> z);
template double abs<double>(std::complex<double> z);

}  // namespace partita::core::eval::math
