// A program with another batch size: a dimension of its arguments and all that it is part of.
//
//   resize_batch(module, entry, {0, 0}, 32)      x: 8x16 -> 32x16; labels: 8 -> 32; a mean over 8 becomes one over 32
//
// Types change, and constants, sizes of slices and the numbers that means divide by; the ops stay. What the batch is
// part of is found as marks.h says.
#pragma once

#include <cstdint>
#include <vector>

#include "base/result.h"
#include "ir/program.h"

namespace partita::core::transform {

struct ArgumentDim {
  int argument = 0;
  int dim = 0;
  friend bool operator==(const ArgumentDim&, const ArgumentDim&) = default;
};

// The leading dimension that the arguments of signed integers share: tokens, labels. kUsage where there are none, or
// they differ.
Result<ArgumentDim> guess_batch(const Function& entry);

// Gives it this size. All dimensions of arguments that have changed. kUsage at the op that cannot follow: one that
// takes a part of the batch, holds data along it, or has a size that would not be whole. The module is then of no use.
//
// Floats that equal the number of elements that a sum over the batch adds up, or its reciprocal, and divide or multiply
// something, are taken for the mean's, and change with it.
Result<std::vector<ArgumentDim>> resize_batch(Module& module, Function& entry, ArgumentDim batch, int64_t size);

}  // namespace partita::core::transform
