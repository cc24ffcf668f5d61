// Elementary functions of f32 to 2 units in the last place, written once for whatever can add: F is float in the tile
// interpreter, whose loops the compiler vectorizes, and a recorded value in the emitter. So both compute the same bits.
//
// Needed of F: + - * /, < and ==, F(float), and fma, sqrt, magnitude, select, bits_of; of its integers I (those of a
// float, wrapping): + - &, |, I(uint32_t), and shift_left, shift_right (with the sign), float_of. Polynomials are
// minimax fits over the ranges given; nothing branches, so every lane takes the same way.
#pragma once

#include <bit>
#include <cstdint>

#define PARTITA_LANE [[gnu::always_inline]] inline

namespace partita::core::engine::loop::lane {

// What float needs.
PARTITA_LANE float fma(float a, float b, float c) { return __builtin_fmaf(a, b, c); }
PARTITA_LANE float sqrt(float a) { return __builtin_sqrtf(a); }
PARTITA_LANE float magnitude(float a) { return __builtin_fabsf(a); }
PARTITA_LANE float select(bool which, float a, float b) { return which ? a : b; }
PARTITA_LANE uint32_t bits_of(float a) { return std::bit_cast<uint32_t>(a); }
PARTITA_LANE float float_of(uint32_t a) { return std::bit_cast<float>(a); }
PARTITA_LANE uint32_t shift_left(uint32_t a, int by) { return a << by; }
PARTITA_LANE uint32_t shift_right(uint32_t a, int by) { return static_cast<uint32_t>(static_cast<int32_t>(a) >> by); }

template <typename F>
using IntegerOf = decltype(bits_of(F(0.0f)));

inline constexpr float kInfinity = __builtin_inff();
inline constexpr float kNan = __builtin_nanf("");
// Adding it rounds to a whole number, which then stands in the low bits.
inline constexpr float kRounder = 0x1.8p23f;
inline constexpr uint32_t kRounderBits = 0x4b400000u;
inline constexpr float kLn2High = 0x1.62e430p-1f, kLn2Low = -0x1.05c610p-29f;

template <typename F>
PARTITA_LANE F horner(F, float last) {
  return F(last);
}
// first + x (second + x (…))
template <typename F, typename... Rest>
PARTITA_LANE F horner(F x, float first, Rest... rest) {
  return fma(horner(x, rest...), x, F(first));
}

template <typename F>
PARTITA_LANE F power_of_2(IntegerOf<F> n) {
  return float_of(shift_left(n + IntegerOf<F>(127u), 23));
}
template <typename F>
PARTITA_LANE F with_sign_of(F magnitude_of, F x) {
  return float_of(bits_of(magnitude_of) | (bits_of(x) & IntegerOf<F>(0x80000000u)));
}

// x = n ln 2 + r with r within half of ln 2; r + r² (1/2 + r/6 + …) is e^r - 1.
template <typename F>
struct ReducedExponent {
  F n, minus_one;
  IntegerOf<F> integer;
};
template <typename F>
PARTITA_LANE ReducedExponent<F> reduce_exponent(F x) {
  const F t = fma(x, F(0x1.715476p0f), F(kRounder));
  const F n = t - F(kRounder);
  const F r = fma(n, F(-kLn2Low), fma(n, F(-kLn2High), x));
  const F q = horner(r, 0.5f, 0x1.555556p-3f, 0x1.55548p-5f, 0x1.11108p-7f, 0x1.6d969ap-10f, 0x1.a1b50cp-13f);
  return {n, fma(r * r, q, r), bits_of(t) - IntegerOf<F>(kRounderBits)};
}

template <typename F>
PARTITA_LANE F exp(F x) {
  x = select(x < F(-105.0f), F(-105.0f), x);
  x = select(F(89.0f) < x, F(89.0f), x);
  const ReducedExponent<F> it = reduce_exponent(x);
  // In two steps: 2^128 is no float, and small results round once, in the second.
  const IntegerOf<F> half = shift_right(it.integer, 1);
  return (F(1.0f) + it.minus_one) * power_of_2<F>(half) * power_of_2<F>(it.integer - half);
}

template <typename F>
PARTITA_LANE F expm1(F x) {
  const F from = x;
  x = select(x < F(-20.0f), F(-20.0f), x);
  x = select(F(89.0f) < x, F(89.0f), x);
  const ReducedExponent<F> it = reduce_exponent(x);
  const F scale = power_of_2<F>(it.integer - IntegerOf<F>(1u));
  const F half = fma(scale, it.minus_one, scale - F(0.5f));
  const F result = select(it.n == F(0.0f), it.minus_one, half + half);
  return select(from == F(0.0f), from, result);
}

// ln(1 + f) + e ln 2 for f from √½ - 1 to √2 - 1.
template <typename F>
PARTITA_LANE F log_of_parts(F f, F e) {
  const F square = f * f;
  const F p = horner(f, 0x1.555546p-2f, -0x1.ffffeep-3f, 0x1.99a546p-3f, -0x1.5562ep-3f, 0x1.2332b4p-3f,
                     -0x1.fb438ep-4f, 0x1.e651a4p-4f, -0x1.e2e7cep-4f, 0x1.1b3e5ap-4f);
  const F small = fma(F(-0.5f), square, fma(e, F(kLn2Low), square * f * p));
  return fma(e, F(kLn2High), f + small);
}
// x = m 2^e with m from √½ to √2, for normal positive x.
template <typename F>
struct MantissaAndExponent {
  F m, e;
  IntegerOf<F> integer;
};
template <typename F>
PARTITA_LANE MantissaAndExponent<F> split(F x) {
  using I = IntegerOf<F>;
  const I above = bits_of(x) - I(0x3f3504f3u);  // √½
  const I e = shift_right(above, 23);
  return {float_of((above & I(0x007fffffu)) + I(0x3f3504f3u)), float_of(e + I(kRounderBits)) - F(kRounder), e};
}
template <typename F>
PARTITA_LANE F log_at_edges(F x, F inside) {
  return select(F(0.0f) < x, select(x < F(kInfinity), inside, x), select(x == F(0.0f), F(-kInfinity), F(kNan)));
}

template <typename F>
PARTITA_LANE F log(F x) {
  const F scaled = select(x < F(0x1p-126f), x * F(0x1p23f), x);
  const MantissaAndExponent<F> it = split(scaled);
  const F e = it.e + select(x < F(0x1p-126f), F(-23.0f), F(0.0f));
  return log_at_edges(x, log_of_parts(it.m - F(1.0f), e));
}

template <typename F>
PARTITA_LANE F log1p(F x) {
  using I = IntegerOf<F>;
  const F u = F(1.0f) + x;
  const F lost = x - (u - F(1.0f));  // in rounding u
  const MantissaAndExponent<F> it = split(u);
  const F correction = select(u < F(0x1p25f), lost * float_of(shift_left(I(127u) - it.integer, 23)), F(0.0f));
  F f = it.m - F(1.0f) + correction, e = it.e;
  const F near = select(F(-0.2925f) < x, select(x < F(0.414f), F(1.0f), F(0.0f)), F(0.0f));
  f = select(near == F(1.0f), x, f);
  e = select(near == F(1.0f), F(0.0f), e);
  const F result = log_at_edges(u, log_of_parts(f, e));
  return select(x == F(0.0f), x, result);
}

template <typename F>
PARTITA_LANE F tanh(F x) {
  const F a = magnitude(x), square = a * a;
  const F p =
      horner(square, -0x1.555554p-2f, 0x1.1110d6p-3f, -0x1.ba084p-5f, 0x1.64cfcp-6f, -0x1.132f82p-7f, 0x1.3774fp-9f);
  const F small = fma(a * square, p, a);
  const F large = F(1.0f) - F(2.0f) / (exp(a + a) + F(1.0f));
  return with_sign_of(select(a < F(0.55f), small, large), x);
}

template <typename F>
PARTITA_LANE F logistic(F x) {
  const F e = exp(F(0.0f) - magnitude(x));
  return select(x < F(0.0f), e, F(1.0f)) / (F(1.0f) + e);
}

template <typename F>
PARTITA_LANE F erf(F x) {
  F a = magnitude(x);
  const F p = horner(a * a, 0x1.06eba8p-3f, -0x1.812744p-2f, 0x1.ce2e8ep-4f, -0x1.b81a7p-6f, 0x1.55429p-8f,
                     -0x1.aec7d8p-11f, 0x1.6cd974p-14f);
  const F small = fma(a, p, a);
  a = select(F(4.0f) < a, F(4.0f), a);
  // -ln erfc
  const F q = horner(a, -0x1.56782p-13f, 0x1.212446p+0f, 0x1.4454cap-1f, 0x1.bb0142p-4f, -0x1.9a3aap-6f, 0x1.0f5402p-8f,
                     -0x1.c0d914p-12f, 0x1.5896a2p-16f);
  const F large = F(1.0f) - exp(F(0.0f) - q);
  return with_sign_of(select(a < F(0.875f), small, large), x);
}

// 1 / √x, rounded twice.
template <typename F>
PARTITA_LANE F rsqrt(F x) {
  return F(1.0f) / sqrt(x);
}

// Beyond it sin and cos lose digits here.
inline constexpr float kLargestAngle = 65536.0f;

// The sine of x + shift π/2 for |x| up to kLargestAngle.
template <typename F>
PARTITA_LANE F sine(F x, uint32_t shift) {
  using I = IntegerOf<F>;
  const F t = fma(x, F(0x1.45f306p-1f), F(kRounder));
  const F n = t - F(kRounder);
  F r = fma(n, F(-0x1.921fb6p+0f), x);
  r = fma(n, F(0x1.777a5cp-25f), r);
  r = fma(n, F(0x1.ee59dap-50f), r);
  const F square = r * r;
  const F s = fma(r * square, horner(square, -0x1.555556p-3f, 0x1.111108p-7f, -0x1.a00f98p-13f, 0x1.6cd732p-19f), r);
  const F c = fma(square * square, horner(square, 0x1.55554ap-5f, -0x1.6c0c86p-10f, 0x1.9a00cap-16f),
                  fma(square, F(-0.5f), F(1.0f)));
  const I quadrant = bits_of(t) + I(shift);
  const F odd = float_of(shift_left(quadrant & I(1u), 23));
  const F chosen = select(odd == F(0.0f), s, c);
  return float_of(bits_of(chosen) + (shift_left(quadrant & I(2u), 30)));
}
template <typename F>
PARTITA_LANE F sin(F x) {
  return select(x == F(0.0f), x, sine(x, 0));
}
template <typename F>
PARTITA_LANE F cos(F x) {
  return sine(x, 1);
}

}  // namespace partita::core::engine::loop::lane
