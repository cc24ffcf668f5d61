// Comparing results: integers and booleans exactly, floats within a tolerance, NaN equal to NaN.
//
// |got - want| <= atol + rtol·|want|, where rtol defaults to 64·ε and atol to 64·ε·max|want| of the tensor, ε of its
// element type; values that are given are raised to at least 4·ε and 4·ε·max|want|, so that a bf16 sum in another order
// passes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "eval/tensor.h"

namespace partita {

struct Tolerance {
  std::optional<double> rtol;
  std::optional<double> atol;
};

struct Difference {
  int64_t count = 0;              // elements that differ
  std::vector<int64_t> at;        // index of the one that differs most
  std::string got, want;          // there
  double largest = 0;             // |got - want| there
  std::string to_string() const;  // "3 of 20 elements differ, most at [1, 2]: got 1.5, want 2"
  int64_t total = 0;
};

// Both of one type. Nothing where they agree.
std::optional<Difference> compare(const Tensor& got, const Tensor& want, const Tolerance& tolerance);

}  // namespace partita
