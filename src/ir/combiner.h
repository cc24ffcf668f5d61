// What the region of a reduce, scatter or all_reduce does, where it is one plain op.
//
//   ^bb0(%a: tensor<f32>, %b: tensor<f32>): %0 = maximum %a, %b; return %0             maximum
#pragma once

#include <optional>

#include "ir/program.h"
#include "shard/reduction_kind.h"

namespace partita::core::ir {

// The one op of a region `(a, b) -> op(a, b)`, where there is just that: add, maximum, and, … Also for (b, a) where the
// op is commutative.
std::optional<OpKind> simple_combiner(const Region& region);

// The same for regions of several pairs, `(a…, b…) -> op(a, b)…`, where one and the same op combines each pair and
// nothing mixes them.
std::optional<OpKind> common_combiner(const Region& region);

// Whether the region gives its second half back, `(a…, b…) -> b…`: what was there is overwritten.
bool is_overwrite(const Region& region);

// The op that combines two parts of an unreduced value.
OpKind combiner_of(ReductionKind kind);

}  // namespace partita::core::ir
