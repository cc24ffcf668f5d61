// Loops over 64 numbers, one step of the computation each, so that a compiler makes them vector code. Nothing is
// compiled with fused multiplications (-ffp-contract=off), so that every machine gives the same bits.
#include "eval/math/normals.h"

#include <bit>
#include <cmath>

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(__SANITIZE_ADDRESS__) && \
    !defined(__SANITIZE_THREAD__)
#define PARTITA_CLONES __attribute__((target_clones("arch=x86-64-v4", "avx2", "default")))
#else
#define PARTITA_CLONES
#endif

namespace partita::core::eval::math {
namespace {

constexpr size_t kN = kNormalsAtOnce;

// A whole number below 2^53 as a double: its halves are put into mantissas, as vector units have no such conversion.
inline double as_double(uint64_t whole) {
  const double low = std::bit_cast<double>((whole & 0xFFFFFFFF) | 0x4330000000000000) - 0x1p52;
  const double high = std::bit_cast<double>(whole >> 32 | 0x4330000000000000) - 0x1p52;
  return high * 0x1p32 + low;
}

// ln m = 2 artanh((m-1)/(m+1)) for m near 1, plus whole multiples of ln 2.
inline double log_of(double x) {
  const uint64_t bits = std::bit_cast<uint64_t>(x);
  double exponent = as_double(bits >> 52) - 1022;
  double mantissa = std::bit_cast<double>((bits & 0x000FFFFFFFFFFFFF) | 0x3FE0000000000000);  // 1/2 to 1
  const bool below = mantissa < 0.70710678118654752;
  mantissa = below ? mantissa * 2 : mantissa;
  exponent = below ? exponent - 1 : exponent;
  const double ratio = (mantissa - 1) / (mantissa + 1), square = ratio * ratio;
  double series = 0;
  for (int k = 21; k >= 1; k -= 2) series = series * square + 1.0 / k;
  return exponent * 0.69314718055994530942 + 2 * ratio * series;
}

struct RoundKeys {
  uint64_t low[10], high[10];
};

// Philox-4x32 of ten rounds, the counters being index and attempt; then Marsaglia's polar method.
PARTITA_CLONES void attempts(const RoundKeys& keys, const uint64_t* indices, uint64_t attempt, double* out,
                             uint8_t* accepted) {
  double x[kN], square[kN];
  for (size_t i = 0; i < kN; ++i) {
    uint64_t c0 = indices[i] & 0xFFFFFFFF, c1 = indices[i] >> 32, c2 = attempt, c3 = 0;  // 32 bits each
#pragma GCC unroll 10
    for (int round = 0; round < 10; ++round) {
      const uint64_t a = uint64_t{0xD2511F53} * c0, b = uint64_t{0xCD9E8D57} * c2;
      c0 = b >> 32 ^ c1 ^ keys.low[round];
      c1 = b & 0xFFFFFFFF;
      c2 = a >> 32 ^ c3 ^ keys.high[round];
      c3 = a & 0xFFFFFFFF;
    }
    x[i] = as_double((c0 | c1 << 32) >> 11) * 0x1p-52 - 1;
    const double y = as_double((c2 | c3 << 32) >> 11) * 0x1p-52 - 1;
    square[i] = x[i] * x[i] + y * y;
  }
  for (size_t i = 0; i < kN; ++i) accepted[i] = (square[i] > 0) & (square[i] < 1);
  // What is not accepted gets a number, too, and is drawn again by the caller.
  for (size_t i = 0; i < kN; ++i) square[i] = ((square[i] > 0) & (square[i] < 1)) ? square[i] : 0.5;
  for (size_t i = 0; i < kN; ++i) out[i] = x[i] * std::sqrt(-2 * log_of(square[i]) / square[i]);
}

}  // namespace

double portable_log(double x) { return log_of(x); }

// The clones are not called from outside: GCC exports their resolver, whatever the visibility of the function.
void normal_attempts(std::array<uint32_t, 2> key, const uint64_t* indices, uint32_t attempt, double* out,
                     uint8_t* accepted) {
  RoundKeys keys{};
  uint64_t low = key[0], high = key[1];
  for (int round = 0; round < 10; ++round) {
    keys.low[round] = low;
    keys.high[round] = high;
    low = (low + 0x9E3779B9) & 0xFFFFFFFF;
    high = (high + 0xBB67AE85) & 0xFFFFFFFF;
  }
  attempts(keys, indices, attempt, out, accepted);
}

}  // namespace partita::core::eval::math
