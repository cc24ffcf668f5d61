// Loops that a compiler makes vector code: 32-bit integers and single floats throughout, no branches, nothing drawn
// again. Nothing is compiled with fused multiplications (-ffp-contract=off), and what is left of floating point is
// rounded by IEEE 754, so that every machine gives the same bits.
//
//   place 5, key (k0, k1)  →  bits 0x9C3F…  →  u = −0.779 in (−1, 1)  →  0.3 · quantile(u) = −0.367
//
// Not for statistics: 32 bits per number and a hash of two rounds suffice to tell right results from wrong ones.
#include "eval/math/random_inputs.h"

#include <algorithm>
#include <bit>

#include "ir/numeric/float_formats.h"

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(__SANITIZE_ADDRESS__) && \
    !defined(__SANITIZE_THREAD__)
#define PARTITA_INPUT_CLONES __attribute__((target_clones("arch=x86-64-v4", "avx2", "default")))
#else
#define PARTITA_INPUT_CLONES
#endif

namespace partita::core::eval::math {
namespace {

// Places that differ in their low 32 bits alone.
struct Places {
  uint32_t first;
  uint32_t key[2];
};

// Two rounds of multiplication and shift; the second half of the key, in their midst, keeps streams from being the same
// numbers from other places on.
inline uint32_t random_bits_at(const Places& places, uint32_t i) {
  uint32_t x = places.first + i + places.key[0];
  x = (x ^ x >> 16) * 0x7FEB352D;
  x += places.key[1];
  x = (x ^ x >> 15) * 0x846CA68B;
  return x ^ x >> 16;
}

// 0.3 times the quantile of the normal distribution at (1 + u) / 2, but that tails end at 3.25 deviations: a quotient
// with its pole just outside of (−1, 1), fitted by least squares and scaled to a variance of 1. No distribution
// function is off by more than 0.001.
template <typename Real>
inline Real normal_like(uint32_t bits) {
  constexpr double kScale = 0.3, kPole = 1.03125;
  constexpr double kTerms[] = {1.302815, -1.037126, 0.222177, -0.38628};
  const Real u = static_cast<Real>(static_cast<int32_t>(bits | 1)) * Real(0x1p-31), square = u * u;
  Real sum = Real(kScale * kTerms[3]);
  sum = sum * square + Real(kScale * kTerms[2]);
  sum = sum * square + Real(kScale * kTerms[1]);
  sum = sum * square + Real(kScale * kTerms[0]);
  return u * sum / (Real(kPole) - square);
}

// To nearest, ties to even, of numbers that are finite in the narrow type.
inline uint16_t bf16_bits(float value) {
  const uint32_t bits = std::bit_cast<uint32_t>(value);
  return static_cast<uint16_t>((bits + 0x7FFF + (bits >> 16 & 1)) >> 16);
}

inline uint16_t f16_bits(float value) {
  constexpr uint32_t kHalf = 0x3F000000, kRebias = 112 << 10, kSmallestNormal = 0x38800000;
  const uint32_t all = std::bit_cast<uint32_t>(value), bits = all & 0x7FFFFFFF;
  const uint32_t normal = ((bits + 0xFFF + (bits >> 13 & 1)) >> 13) - kRebias;
  // One half has the smallest step of f16 as its own.
  const uint32_t subnormal = std::bit_cast<uint32_t>(std::bit_cast<float>(bits) + 0.5F) - kHalf;
  return static_cast<uint16_t>((bits < kSmallestNormal ? subnormal : normal) | (all >> 16 & 0x8000));
}

PARTITA_INPUT_CLONES void fill_f32(const Places& places, uint32_t count, float* out) {
  for (uint32_t i = 0; i < count; ++i) out[i] = normal_like<float>(random_bits_at(places, i));
}
PARTITA_INPUT_CLONES void fill_f64(const Places& places, uint32_t count, double* out) {
  for (uint32_t i = 0; i < count; ++i) out[i] = normal_like<double>(random_bits_at(places, i));
}
PARTITA_INPUT_CLONES void fill_bf16(const Places& places, uint32_t count, uint16_t* out) {
  for (uint32_t i = 0; i < count; ++i) out[i] = bf16_bits(normal_like<float>(random_bits_at(places, i)));
}
PARTITA_INPUT_CLONES void fill_f16(const Places& places, uint32_t count, uint16_t* out) {
  for (uint32_t i = 0; i < count; ++i) out[i] = f16_bits(normal_like<float>(random_bits_at(places, i)));
}
// Integers below a limit of at most 8, by the upper 29 bits.
PARTITA_INPUT_CLONES void fill_below(const Places& places, uint32_t count, uint32_t limit, uint32_t* out) {
  for (uint32_t i = 0; i < count; ++i) out[i] = (random_bits_at(places, i) >> 3) * limit >> 29;
}

constexpr uint32_t kBlock = 2048;

Places later(const Places& places, uint32_t by) { return {places.first + by, {places.key[0], places.key[1]}}; }

void fill_narrow_floats(ElementType type, const Places& places, uint32_t count, std::byte* out) {
  float values[kBlock];
  const bool has_sign = float_format(type).has_sign();
  for (uint32_t i = 0; i < count; i += kBlock) {
    const uint32_t n = std::min(count - i, kBlock);
    fill_f32(later(places, i), n, values);
    if (!has_sign) {
      for (float& value : values) value = value < 0 ? -value : value;
    }
    ir::encode(type, values, out + static_cast<size_t>(i) * static_cast<size_t>(byte_width(type)), n);
  }
}

template <typename T>
void fill_integers(const Places& places, uint32_t count, uint32_t limit, T* out) {
  uint32_t values[kBlock];
  for (uint32_t i = 0; i < count; i += kBlock) {
    const uint32_t n = std::min(count - i, kBlock);
    fill_below(later(places, i), n, limit, values);
    std::copy_n(values, n, out + i);
  }
}

template <typename T>
T* elements_at(std::byte* target) {
  return reinterpret_cast<T*>(target);
}

void fill_places(ElementType type, const Places& places, uint32_t count, std::byte* out) {
  switch (type) {
    case ElementType::kF32: return fill_f32(places, count, elements_at<float>(out));
    case ElementType::kF64: return fill_f64(places, count, elements_at<double>(out));
    case ElementType::kBF16: return fill_bf16(places, count, elements_at<uint16_t>(out));
    case ElementType::kF16: return fill_f16(places, count, elements_at<uint16_t>(out));
    default: break;
  }
  if (is_float(type)) return fill_narrow_floats(type, places, count, out);
  constexpr uint32_t kSeven = 7;
  const int value_bits = bit_width(type) - (element_class(type) == ElementClass::kSigned ? 1 : 0);
  const uint32_t limit = value_bits < 3 ? uint32_t{1} << value_bits : kSeven;
  switch (byte_width(type)) {
    case 1: return fill_integers(places, count, limit, elements_at<uint8_t>(out));
    case 2: return fill_integers(places, count, limit, elements_at<uint16_t>(out));
    case 4: return fill_integers(places, count, limit, elements_at<uint32_t>(out));
    default: return fill_integers(places, count, limit, elements_at<uint64_t>(out));
  }
}

}  // namespace

void fill_random_input(const RandomStream& stream, ElementType type, uint64_t first, size_t count, void* target) {
  if (is_complex(type)) return fill_random_input(stream, part_type(type), 2 * first, 2 * count, target);
  auto* out = static_cast<std::byte*>(target);
  while (count > 0) {  // once for each 2^32 places, which have a key of their own
    const uint64_t in_key = (uint64_t{1} << 32) - (first & 0xFFFFFFFF);
    const auto n = static_cast<uint32_t>(std::min<uint64_t>({count, in_key, uint64_t{1} << 31}));
    const uint64_t key = stream.word(first >> 32);
    fill_places(type, {static_cast<uint32_t>(first), {static_cast<uint32_t>(key), static_cast<uint32_t>(key >> 32)}}, n,
                out);
    first += n;
    count -= n;
    out += static_cast<size_t>(n) * static_cast<size_t>(byte_width(type));
  }
}

}  // namespace partita::core::eval::math
