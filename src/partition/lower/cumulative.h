// Cumulative ops: reduce_window with a window as long as the dimension, padded so that output i is elements 0 to i.
//
//   cumsum of 8 on 4 devices:  each scans its 2 elements, the last of which is its total; to these it adds what the
//                              totals of the devices before it come to
#pragma once

#include <optional>
#include <vector>

#include "partition/lower/lowering_patterns.h"

namespace partita::core::partition {

// Along its only divided dimension, by a combiner whose identity the initial value is.
struct Cumulative {
  int dim;
  bool reverse;
  OpKind combiner;
  std::vector<ReductionKind> kinds;  // per input
};
std::optional<Cumulative> cumulative_of(const Op& op, const Rule& rule, const FactorAxes& axes);

// `row` has size 1 along `dim`, one per device of the axes: what the rows of the devices before this one (after it)
// come to, without the dimension; the identity where there is none.
Value* device_prefix(LocalBuilder& b, Value* row, int dim, const MeshPtr& mesh, const AxisRefs& axes, OpKind combiner,
                     ReductionKind kind, bool reverse);
// What it sends.
Price prefix_price(int64_t shards, double row_bytes, const PriceWeights& weights);

}  // namespace partita::core::partition
