// Comparing tensors element by element: what check.* ops, --expect and --verify do.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "eval/tensor.h"

namespace partita::core::eval {

// When two floats (or the parts of complex numbers) count as equal. Integers and booleans are compared exactly always.
struct ComparisonRule {
  enum class Kind {
    kExact,      // IEEE equality: NaN differs from everything, zeros of either sign are equal
    kSame,       // the same, but NaN equals NaN
    kAbsolute,   // |a - b| <= absolute; NaN equals NaN, infinity itself
    kScaled,     // |a - b| <= absolute, or <= 16 ε |b| where floats lie further apart than that
    kUlp,        // min_ulp <= representable values apart <= max_ulp; NaN equals NaN, infinity itself
    kTolerance,  // |a - b| <= atol + rtol |b|, NaN equals NaN, infinity itself
  };
  Kind kind = Kind::kExact;
  double absolute = 0;
  uint64_t min_ulp = 0;
  uint64_t max_ulp = 0;
  // Where none is given: 64 ε and 64 ε max|b| over the tensor, ε of the element type, or 4 times that of `narrowest`
  // where it is more; both times `growth`.
  // A value that is given is raised to 4 ε and 4 ε max|b|, ε of the element type.
  std::optional<double> rtol;
  std::optional<double> atol;
  double narrowest = 0;  // ε of the narrowest floats the values were computed with
  double growth = 1;     // of the errors of long sums

  static ComparisonRule exact() { return {}; }
  static ComparisonRule same();
  static ComparisonRule within(double absolute, bool scaled = false);
  static ComparisonRule ulps(uint64_t min_ulp, uint64_t max_ulp);
  static ComparisonRule tolerance(std::optional<double> rtol = {}, std::optional<double> atol = {});
};

struct Difference {
  int64_t count = 0;    // elements that differ
  int64_t first = 0;    // the first of them, in row-major order
  double largest = 0;   // |a - b| over finite elements that differ
  std::string message;  // "3 of 12 elements differ; the first, at [0, 2], is 1.5 and should be 2"
};

// Nothing where they are equal by the rule. Types that differ are a difference of all elements.
std::optional<Difference> compare(const Tensor& got, const Tensor& expected, const ComparisonRule& rule);

// One element as people read it: 1.5, -3, true, (1, -2).
std::string element_text(const Tensor& tensor, int64_t index);

}  // namespace partita::core::eval

namespace partita::core {
using eval::ComparisonRule;
}  // namespace partita::core
