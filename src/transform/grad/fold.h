// Folds along a dimension, written out as ops on halves of it: what reductions, windows and scans by any associative
// function are differentiated as. The order of elements is kept.
//
//   fold   [a b c d e]     (a∘b)∘(c∘d), e     …                     log n levels, about n applications in all
//   scan   the same, with all the prefixes: a, a∘b, a∘b∘c, …        about 2n
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "base/result.h"
#include "ir/build/tensor_builder.h"
#include "ir/combiner.h"

namespace partita::core::transform {

// Tensors of one shape, combined element by element; one or several at once.
using Tensors = std::vector<Value*>;
using Combine = std::function<Result<Tensors>(const Tensors& left, const Tensors& right)>;

// Leaves 1 of the dimension, which must not be empty.
Result<Tensors> fold(TensorBuilder& b, Tensors values, int dim, const Combine& combine);
// All prefixes, or all suffixes.
Result<Tensors> scan(TensorBuilder& b, const Tensors& values, int dim, bool reverse, const Combine& combine);

// Every `step`th slice along a dimension, `count` of them from `start`.
Tensors take(TensorBuilder& b, const Tensors& values, int dim, int64_t start, int64_t count, int64_t step = 1);

// Whether a value is known to change nothing when it is combined: 0 for a sum, the infinity for a minimum, …
bool is_identity(const Value* value, OpKind combiner);

}  // namespace partita::core::transform
