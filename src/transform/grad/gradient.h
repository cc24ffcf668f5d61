// Gradients of programs: vector-Jacobian products.
//
//   @main(x, y) -> (f, g)          becomes          @main(x, y, ct of f, ct of g) -> (ct of x, ct of y)
//
// Loops become scans on the way and whiles again at the end (transform/loops); what is not differentiated stays as it
// is.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "base/result.h"
#include "ir/program.h"
#include "transform/grad/backward.h"

namespace partita::core::transform {

// The cotangents of `inputs`, given those of `outputs` (null: zero). All stand in `region`, at whose end, before its
// return, the backward ops are put. Null for an input on which nothing depends. Loops must be scans (raise_loops).
Result<std::vector<Value*>> append_vjp(Region& region, std::span<Value* const> inputs, std::span<Value* const> outputs,
                                       std::span<Value* const> cotangents, const GradOptions& options = {});

struct FunctionGradOptions {
  std::optional<std::vector<int>> wrt;  // arguments; nothing: all floats
  std::optional<std::vector<int>> of;   // results; nothing: all floats
  bool value = false;                   // the function's results come first
  GradOptions how;
};

// What a function was differentiated for and of, by number.
struct GradientEnds {
  std::vector<int> wrt, of;
  size_t forward_values = 0;  // ids below this are of values that were there before, those of loops apart
};

// Makes the function its own vector-Jacobian product: arguments, then a cotangent for each result of `of`; gives a
// gradient for each argument of `wrt`. Cotangents and gradients have the shardings of what they belong to.
Result<GradientEnds> differentiate(Function& function, const FunctionGradOptions& options);

}  // namespace partita::core::transform

namespace partita::core {
using transform::GradientEnds;
using transform::GradOptions;
}  // namespace partita::core
