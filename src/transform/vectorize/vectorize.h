// A function of one example as a function of many: its values get a new first dimension.
//
//   f(x: [d], w: [d]) = sum(x * w)          vectorized over x:   f(x: [n, d], w: [d]) = sum over 1 of x * broadcast(w)
//
// Values that depend on nothing mapped stay as they are. What has no form with one more dimension is done row by row,
// in a scan.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "ir/build/tensor_builder.h"

namespace partita::core::transform {

// A value of the vectorized program: where it is mapped, its first dimension runs over the examples.
struct Batched {
  Value* value = nullptr;
  bool mapped = false;
};

struct VectorizeOptions {
  int64_t size = 0;
  // How the new dimension lies on the devices: the axes that hints inside get for it, as "x" or "x, y"; empty: it is
  // left open.
  std::string axis;
};

// The ops of `body` for many examples, at the builder's place, on these arguments; what it returns. The body itself
// stays as it is, and may use values from outside: they are the same for all examples.
Result<std::vector<Batched>> vectorize(Region& body, std::span<const Batched> arguments, TensorBuilder& place,
                                       const VectorizeOptions& options);

// The value with its first dimension, all rows the same where it has none.
Value* as_mapped(TensorBuilder& b, const Batched& value, int64_t size);

}  // namespace partita::core::transform
