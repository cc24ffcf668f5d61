// The floating-point formats of tensor elements: what a bit pattern means, and which bit pattern a number becomes.
//
// A format is a handful of numbers. f8E4M3FN, for example, has 4 exponent bits, 3 mantissa bits, bias 7 and no
// infinity; its one NaN is all ones. 464 lies halfway between 448 (0x7E, even) and the next step (0x7F, which is NaN):
//
//   encode_one(ElementType::kF8E4M3FN, 464.0) == 0x7E      // ties go to the even pattern
//   encode_one(ElementType::kF8E4M3FN, 465.0) == 0x7F      // beyond the largest value: NaN, for want of infinity
//   encode_one(ElementType::kF4E2M1FN, 465.0) == 0x7       // a format with neither saturates
//
// Decoding is exact. Encoding rounds once, to nearest with ties to even, from float and from double alike. The rules
// for what a format cannot hold are those of XLA's `convert`: infinity where there is one, else NaN where there is one,
// else the largest value. A NaN becomes the format's quiet NaN with its sign; without NaN it becomes zero (negative for
// a positive NaN, as MX leaves open and ml_dtypes does). f8E8M0FNU has no sign and no zero: both become NaN.
#pragma once

#include <cstddef>
#include <cstdint>

#include "ir/element_type.h"

namespace partita::core::ir {

// Which bit patterns are not numbers.
enum class FloatSpecials : uint8_t {
  kInfinityAndNan,   // top exponent: infinity with mantissa 0, NaN with any other (IEEE 754)
  kNanAllOnes,       // "FN": one NaN per sign, all other bits ones; no infinity
  kNanNegativeZero,  // "FNUZ": one NaN where -0 would be; no infinity, no -0
  kNone,             // "FN" below 8 bits: every pattern is a number
  kNanOnlyNoZero,    // f8E8M0FNU: all ones is NaN; no sign, no zero, no subnormals
};

struct FloatFormat {
  int exponent_bits;
  int mantissa_bits;
  int bias;
  FloatSpecials specials;

  constexpr bool has_sign() const { return specials != FloatSpecials::kNanOnlyNoZero; }
  constexpr int bits() const { return exponent_bits + mantissa_bits + (has_sign() ? 1 : 0); }
};

// The format of a float type (of the parts of a complex type), f32 and f64 included. Any other type is a bug.
const FloatFormat& float_format(ElementType type);

// Of any type: whether 0 is one of its numbers, so that a sum can begin with it.
bool has_zero(ElementType type);

// Of one element. The bits stand in the low end; those above the format's width are ignored. f64 goes through
// unchanged.
double decode_one(ElementType type, uint64_t bits);
uint64_t encode_one(ElementType type, double value);

// Of many, from and to memory as tensors store it (one, two, four or eight bytes each, little-endian). f64 to float
// rounds.
void decode(ElementType type, const void* source, float* target, size_t count);
void decode(ElementType type, const void* source, double* target, size_t count);
void encode(ElementType type, const float* source, void* target, size_t count);
void encode(ElementType type, const double* source, void* target, size_t count);

// The neighbour of `from` in the direction of `to`, in the format itself; `to` when they are equal, NaN when either is.
uint64_t next_after(ElementType type, uint64_t from, uint64_t to);

// The value rounded to a format with an implied bias and infinities, in its own type, as `reduce_precision` does it:
// what falls below the smallest normal number becomes zero of the same sign. NaN stays NaN, or is infinity without
// mantissa bits.
float reduce_precision(float value, int exponent_bits, int mantissa_bits);
double reduce_precision(double value, int exponent_bits, int mantissa_bits);

}  // namespace partita::core::ir

namespace partita::core {
using ir::FloatFormat;
using ir::FloatSpecials;
}  // namespace partita::core
