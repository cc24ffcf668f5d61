// Special functions of real numbers: digamma, zeta, erf_inv and their kin (special.h).
#include <cmath>
#include <cstdint>
#include <limits>

#include "eval/math/special.h"
#include "eval/math/wide.h"

namespace partita::core::eval::math {

namespace {

template <typename W>
constexpr W kPi = W(3.141592653589793238462643383279502884L);
template <typename W>
constexpr W kNan = std::numeric_limits<W>::quiet_NaN();
template <typename W>
constexpr W kInfinity = std::numeric_limits<W>::infinity();

// The library's double functions are good to the last place, all but a few; for those float alone is worth a wider one.
template <typename T>
using Plain = double;

double log_gamma(double x) {
  int sign;  // std::lgamma would write the sign to a global
  return ::lgamma_r(x, &sign);
}
long double log_gamma(long double x) {
  int sign;
  return ::lgammal_r(x, &sign);
}

// B(2k) of Bernoulli's numbers for k = 1 to 12.
template <typename W>
constexpr W kBernoulli[] = {W(1) / 6,       W(-1) / 30,       W(1) / 42,       W(-1) / 30,
                            W(5) / 66,      W(-691) / 2730,   W(7) / 6,        W(-3617) / 510,
                            W(43867) / 798, W(-174611) / 330, W(854513) / 138, W(-236364091) / 2730};

// ψ(x) = ln x - 1/2x - Σ B(2k) / 2k x^2k for large x, reached by ψ(x) = ψ(x+1) - 1/x; the other side by reflection.
template <typename W>
W wide_digamma(W x) {
  if (std::isnan(x) || x == -kInfinity<W>) return kNan<W>;
  if (x <= 0 && x == std::floor(x)) return kNan<W>;
  if (x < 0) {
    const W fraction = x - std::round(x);
    return wide_digamma(1 - x) - kPi<W> / std::tan(kPi<W> * fraction);
  }
  constexpr W kLarge = 20;
  W below = 0;
  for (; x < kLarge; x += 1) below += 1 / x;
  const W inverse_square = 1 / (x * x);
  W series = 0, power = inverse_square;
  for (int k = 1; k <= 12; ++k, power *= inverse_square) series += kBernoulli<W>[k - 1] / (2 * k) * power;
  return std::log(x) - 1 / (2 * x) - series - below;
}

// Euler and Maclaurin: the first terms one by one, the rest as an integral with corrections. q > 0, x > 1.
template <typename W>
W zeta_of_positive(W x, W q) {
  if (std::isinf(x)) return q > 1 ? W(0) : q == 1 ? W(1) : kInfinity<W>;
  if (std::isinf(q)) return 0;
  W sum = 0;
  // The corrections fall off once q is well above x; when x is huge the terms themselves do, long before.
  for (const W start = q; q < 20 || (q < x && q < start + 100); q += 1) {
    const W term = std::pow(q, -x);
    sum += term;
    if (term < sum * std::numeric_limits<W>::epsilon() / 64) return sum;
  }
  const W term = std::pow(q, -x);
  sum += q * term / (x - 1) + term / 2;
  W factor = x * term / q;  // x(x+1)…(x+2k-2) q^(-x-2k+1) / (2k)! is factor / (2k)!
  W factorial = 2;
  for (int k = 1; k <= 12; ++k) {
    const W correction = kBernoulli<W>[k - 1] * factor / factorial;
    sum += correction;
    if (std::abs(correction) < std::abs(sum) * std::numeric_limits<W>::epsilon() / 64) break;
    factor *= (x + 2 * k - 1) * (x + 2 * k) / (q * q);
    factorial *= (2 * k + 1) * (2 * k + 2);
  }
  return sum;
}

template <typename W>
W wide_zeta(W x, W q) {
  if (std::isnan(x) || std::isnan(q)) return kNan<W>;
  if (x == 1) return kInfinity<W>;
  if (x < 1) return kNan<W>;
  if (q > 0) return zeta_of_positive(x, q);
  const bool even = std::fmod(x, W(2)) == 0;
  if (q == std::floor(q)) return even ? kInfinity<W> : kNan<W>;
  if (x != std::floor(x)) return kNan<W>;
  // The sum over all integers k of (q+k)^-x depends on q's fraction only; the terms that are too many are those below
  // q.
  const W fraction = q - std::floor(q);
  const W surplus = zeta_of_positive(x, 1 - fraction) - zeta_of_positive(x, 1 - q);
  return zeta_of_positive(x, fraction) + (even ? surplus : -surplus);
}

// Halley's steps on erf(y) = x, or for the tail on erfc(y) = 1 - x, which keeps its digits there.
template <typename W>
W wide_erf_inv(W x) {
  if (std::isnan(x) || std::abs(x) > 1) return kNan<W>;
  if (std::abs(x) == 1) return x * kInfinity<W>;
  if (x == 0) return x;
  const W magnitude = std::abs(x), rest = 1 - magnitude;
  const W l = std::log(rest * (1 + magnitude)), a = W(0.147);
  const W half = 2 / (kPi<W> * a) + l / 2;
  W y = std::sqrt(std::sqrt(half * half - l / a) - half);
  if (magnitude < W(1e-3)) y = magnitude * std::sqrt(kPi<W>) / 2;
  for (int step = 0; step < 4; ++step) {
    const W error = magnitude < W(0.5) ? std::erf(y) - magnitude : rest - std::erfc(y);
    const W u = error * std::sqrt(kPi<W>) / 2 * std::exp(y * y);
    y -= u / (1 + y * u);
  }
  return std::copysign(y, x);
}

// exp(-x) I(x) for order 0 or 1 and x ≥ 0: the power series, whose terms are all positive, or for large x the
// asymptotic one.
template <typename W>
W scaled_bessel(int order, W x) {
  if (std::isnan(x)) return x;
  if (std::isinf(x)) return 0;
  constexpr W kLarge = 40;
  if (x < kLarge) {
    const W quarter_square = x * x / 4;
    W term = order == 0 ? W(1) : x / 2, sum = term;
    for (int k = 1; term > sum * std::numeric_limits<W>::epsilon() / 64; ++k) {
      term *= quarter_square / (W(k) * (k + order));
      sum += term;
    }
    return std::exp(-x) * sum;
  }
  const W mu = 4 * order * order;
  W term = 1, sum = 1;
  for (int k = 1; k <= 40 && std::abs(term) > std::numeric_limits<W>::epsilon() / 64; ++k) {
    term *= -(mu - W(2 * k - 1) * (2 * k - 1)) / (k * 8 * x);
    sum += term;
  }
  return sum / std::sqrt(2 * kPi<W> * x);
}

}  // namespace

#define PARTITA_PLAIN(name)                                     \
  template <typename T>                                         \
  T name(T x) {                                                 \
    return static_cast<T>(std::name(static_cast<Plain<T>>(x))); \
  }
PARTITA_PLAIN(exp)
PARTITA_PLAIN(expm1)
PARTITA_PLAIN(log)
PARTITA_PLAIN(log1p)
PARTITA_PLAIN(sqrt)
PARTITA_PLAIN(sin)
PARTITA_PLAIN(cos)
PARTITA_PLAIN(tan)
PARTITA_PLAIN(sinh)
PARTITA_PLAIN(tanh)
PARTITA_PLAIN(asin)
PARTITA_PLAIN(acos)
PARTITA_PLAIN(atan)
PARTITA_PLAIN(asinh)
PARTITA_PLAIN(acosh)
PARTITA_PLAIN(atanh)
PARTITA_PLAIN(erf)
#undef PARTITA_PLAIN

// In single precision as CHLO defines it, e^(x + ln ½) + e^(-x + ln ½): rounding the exponent moves the result by up to
// half of x in units of the last place, and those who compute it so (JAX, XLA, StableHLO's interpreter) agree with each
// other and not with the exact value.
template <typename T>
T cosh(T x) {
  if constexpr (sizeof(T) > sizeof(float)) {
    return static_cast<T>(std::cosh(static_cast<Plain<T>>(x)));
  } else {
    const float log_half = -0.69314718F, own = static_cast<float>(x);
    const float up = own + log_half, down = log_half - own;
    const auto grown = static_cast<float>(std::exp(static_cast<double>(up)));
    const auto shrunk = static_cast<float>(std::exp(static_cast<double>(down)));
    return static_cast<T>(grown + shrunk);
  }
}

template <typename T>
T cbrt(T x) {
  return static_cast<T>(std::cbrt(static_cast<Wide<T>>(x)));
}

template <typename T>
T erfc(T x) {
  return static_cast<T>(std::erfc(static_cast<Wide<T>>(x)));
}

template <typename T>
T rsqrt(T x) {
  return static_cast<T>(1 / std::sqrt(static_cast<Wide<T>>(x)));
}

template <typename T>
T logistic(T x) {
  return static_cast<T>(1 / (1 + std::exp(-static_cast<Wide<T>>(x))));
}

template <typename T>
T sign(T x) {
  return std::isnan(x) || x == 0 ? x : std::copysign(T(1), x);
}

template <typename T>
T square(T x) {
  return x * x;
}

template <typename T>
T power(T x, T y) {
  return static_cast<T>(std::pow(static_cast<Plain<T>>(x), static_cast<Plain<T>>(y)));
}

template <typename T>
T atan2(T y, T x) {
  return static_cast<T>(std::atan2(static_cast<Plain<T>>(y), static_cast<Plain<T>>(x)));
}

template <typename T>
T remainder(T x, T y) {
  return std::fmod(x, y);
}

template <typename T>
T next_after(T from, T to) {
  return std::nextafter(from, to);
}

template <typename T>
T erf_inv(T x) {
  return static_cast<T>(wide_erf_inv<Wide<T>>(x));
}

template <typename T>
T lgamma(T x) {
  return static_cast<T>(log_gamma(static_cast<Wide<T>>(x)));
}

template <typename T>
T digamma(T x) {
  return static_cast<T>(wide_digamma<Wide<T>>(x));
}

template <typename T>
T polygamma(T n, T x) {
  using W = Wide<T>;
  if (n < 0 || n != std::floor(n)) return kNan<T>;
  if (n == 0) return digamma(x);
  const W sign = std::fmod(n, T(2)) == 0 ? -1 : 1;
  return static_cast<T>(sign * std::exp(log_gamma(static_cast<W>(n) + 1)) * wide_zeta<W>(static_cast<W>(n) + 1, x));
}

template <typename T>
T zeta(T x, T q) {
  return static_cast<T>(wide_zeta<Wide<T>>(x, q));
}

template <typename T>
T bessel_i0e(T x) {
  return static_cast<T>(scaled_bessel<Wide<T>>(0, std::abs(x)));
}

template <typename T>
T bessel_i1e(T x) {
  return std::copysign(static_cast<T>(scaled_bessel<Wide<T>>(1, std::abs(x))), x);
}

#define PARTITA_UNARY(name)       \
  template float name<>(float x); \
  template double name<>(double x);
#define PARTITA_BINARY(name)               \
  template float name<>(float x, float y); \
  template double name<>(double x, double y);
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
PARTITA_UNARY(erf)
PARTITA_UNARY(erfc)
PARTITA_UNARY(erf_inv)
PARTITA_UNARY(lgamma)
PARTITA_UNARY(digamma)
PARTITA_UNARY(bessel_i0e)
PARTITA_UNARY(bessel_i1e)
PARTITA_BINARY(power)
PARTITA_BINARY(atan2)
PARTITA_BINARY(remainder)
PARTITA_BINARY(next_after)
PARTITA_BINARY(polygamma)
PARTITA_BINARY(zeta)
#undef PARTITA_PLAIN
#undef PARTITA_UNARY
#undef PARTITA_BINARY

}  // namespace partita::core::eval::math
