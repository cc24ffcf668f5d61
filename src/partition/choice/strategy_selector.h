// How an op is computed: which mesh axes divide which of its factors.
//
// Completion gives the storage shardings. For h[b: x] · w[k: x] -> [b: x] the axis x could divide b (w is gathered,
// nothing else moves) or k (an all-to-all moves x of h from b to k, the partial results are reduce-scattered). The
// cost of a strategy is what it moves plus what it computes; the cheapest is taken. Equal ops with equal shardings are
// decided once.
//
// In an annotated plan the hints come first: of a product's three tensors two have x on b, so that b it is, whatever
// that costs. Only axes that no two of them agree on are placed by cost. A sum is made where its operand lies.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "complete/factor_axes.h"
#include "cost/prices.h"
#include "ir/program.h"
#include "partition/choice/plan_kind.h"
#include "rules/rule.h"
#include "shard/pool.h"

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

class StrategySelector {
 public:
  StrategySelector(RuleCache& rules, ShardingPool& pool, const LoweringCapabilities& capabilities,
                   PlanKind kind = PlanKind::kChosen, const PriceWeights& weights = kDefaultWeights);
  ~StrategySelector();
  StrategySelector(const StrategySelector&) = delete;
  StrategySelector& operator=(const StrategySelector&) = delete;

  // The weights of the cost that is minimised.
  const PriceWeights& weights() const { return weights_; }

  // `operands` and `results` are the storage shardings; null for what is no tensor. Stable for the selector's life.
  const Choice& choose(const Op& op, std::span<const Sharding* const> operands,
                       std::span<const Sharding* const> results);

  // An unreduced axis that flows through a linear op: these operands (a mask of Rule::linear) are unreduced over it,
  // and so are the results.
  struct Flow {
    AxisRef axis;
    uint64_t operands = 0;
  };
  // The choice with these axes on the factors and these unreduced values flowing through; nothing where there is none.
  // Cost is not set.
  std::optional<Choice> build(const Op& op, const FactorAxes& axes, std::span<const Flow> flows, const MeshPtr& mesh,
                              const AxisRefs& manual) const;
  // The same, kept for the selector's life; null where there is none.
  const Choice* make(const Op& op, const FactorAxes& axes, std::span<const Flow> flows, const MeshPtr& mesh,
                     const AxisRefs& manual);

 private:
  struct Memo;
  RuleCache& rules_;
  ShardingPool& pool_;
  const LoweringCapabilities& capabilities_;
  const PlanKind kind_;
  const PriceWeights weights_;
  std::unique_ptr<Memo> memo_;
};

// Outside of conversions nothing moves between manual code and the rest: `from` with the manual axes of `to`,
// dimensions that they divide become unsharded. Equal to `from` where the two agree.
const Sharding* with_manual_of(const Sharding* from, const Sharding& to, ShardingPool& pool);

// What resharding a tensor weighs, its parts in manual code included.
double reshard_price(Type type, const Sharding* from, const Sharding* to, ShardingPool& pool,
                     const PriceWeights& weights);

// Updates that are scattered in parts are summed in another order, which in narrow floats makes a visible difference.
// What it may cost, in bytes, to keep the order: a multiple of a result divided in this many parts, up to a limit.
double order_penalty(const Op& op, const Factor& factor, double parts);

}  // namespace partita::core::partition
