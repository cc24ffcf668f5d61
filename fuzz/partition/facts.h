// What is known of a random value, so that rounding can be told from wrong answers.
//
// Arguments are small integers, whatever their type. Sums and products of small integers are exact in any order, so a
// float program made of them has one right answer to the last bit, and a comparison, a sort or a floor decides the same
// on every mesh. An op whose result is not an integer (tanh) still gives the same bits from the same bits; only a sum
// of such depends on the order, and from there on an error is carried along:
//
//   argument       |v| <= 4     error 0      integral
//   tanh of it     |v| <= 1     error 0      the same bits on any mesh
//   sum of 100     |v| <= 100   error 1e-3   100 terms · ε · 100
//
// A sum may still be unreduced where it is multiplied or divided: then each device rounds its part, and the parts are
// added. A product that is not exact is therefore counted as a sum of kParts.
#pragma once

#include "ir/element_type.h"

namespace partita::core::fuzz {

inline constexpr double kParts = 16;  // of an unreduced value, at most

struct Facts {
  double max = 4;    // of the absolute value
  double error = 0;  // by how much two right answers may differ
  bool integral = true;

  bool same_bits() const { return error == 0; }
};

// The distance from 1 to the next number: 0 for integers, of the parts for complex numbers.
double epsilon_of(ElementType type);
// Up to here every integer is a number of the type.
double exact_limit(ElementType type);

// Of a value computed by adding up `terms` numbers, in any order, with these bounds before rounding.
Facts rounded(Facts facts, ElementType type, double terms = 1);
// Whether a value with these facts is worth going on with.
bool usable(const Facts& facts, ElementType type);

// Whether tanh and its kin give the same bits wherever they are computed, or are near: as the engine's are, to 2 units
// in the last place.
enum class Functions { kSame, kNear };
// Of an elementary function's result.
Facts computed(Facts facts, ElementType type, Functions functions);

Facts either(const Facts& a, const Facts& b);  // what holds of both: select, concatenate
Facts sum_of(const Facts& a, const Facts& b, ElementType type);
Facts product_of(const Facts& a, const Facts& b, ElementType type, double terms = 1);
Facts quotient_of(const Facts& a, const Facts& b, ElementType type);  // |b| >= 1

}  // namespace partita::core::fuzz
