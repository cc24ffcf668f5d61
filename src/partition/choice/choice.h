// One way to compute an op, and what lowering patterns can do with an op's factors.
#pragma once

#include <cstdint>
#include <vector>

#include "complete/factor_axes.h"
#include "cost/prices.h"
#include "ir/program.h"
#include "rules/rule.h"
#include "shard/sharding.h"

namespace partita::core::partition {

struct Choice {
  FactorAxes axes;                        // on each factor
  std::vector<const Sharding*> operands;  // what each operand is resharded to; null for what is no tensor
  std::vector<const Sharding*> results;   // what the local op gives; unreduced where a factor is reduced
  double cost = 0;
};

// What the lowering pattern of an op can do with a factor (its column of the op table: lower/lowering_patterns.h).
class LoweringCapabilities {
 public:
  virtual ~LoweringCapabilities() = default;
  // Whether the op can be computed with the factor divided in `shards` parts.
  virtual bool can_divide(const Op& op, const Rule& rule, int factor, int64_t shards) const = 0;
  // What the pattern sends besides reshards of operands and reductions of results: halos and the like. Of several
  // algorithms the one that is cheapest by the weights.
  virtual Price exchange(const Op& op, const Rule& rule, const Choice& choice, const PriceWeights& weights) const = 0;
  // Whether the first factor of a dimension that has several may be divided unevenly: 10 = 5·2 in 4 parts of 3, and not
  // of 2·2 as the 5 would be. The lowering pattern moves the boundaries.
  virtual bool moves_boundaries(const Op& op) const = 0;
};

}  // namespace partita::core::partition
