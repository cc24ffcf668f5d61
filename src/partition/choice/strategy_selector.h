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

#include "ir/program.h"
#include "partition/choice/choice.h"
#include "partition/choice/plan_kind.h"
#include "partition/choice/pricing.h"
#include "rules/rule.h"
#include "shard/pool.h"

namespace partita::core::partition {

class StrategySelector {
 public:
  StrategySelector(RuleCache& rules, ShardingPool& pool, const LoweringCapabilities& capabilities,
                   PlanKind kind = PlanKind::kChosen, Pricing pricing = {});
  ~StrategySelector();
  StrategySelector(const StrategySelector&) = delete;
  StrategySelector& operator=(const StrategySelector&) = delete;

  // The cost that is minimised.
  const Pricing& pricing() const { return pricing_; }

  // `operands` and `results` are the storage shardings; null for what is no tensor. Stable for the selector's life.
  const Choice& choose(const Op& op, std::span<const Sharding* const> operands,
                       std::span<const Sharding* const> results) {
    return choose(op, operands, results, kind_);
  }
  // The same for a plan of that kind.
  const Choice& choose(const Op& op, std::span<const Sharding* const> operands,
                       std::span<const Sharding* const> results, PlanKind kind);

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
  const Pricing pricing_;
  std::unique_ptr<Memo> memo_;
};

// Outside of conversions nothing moves between manual code and the rest: `from` with the manual axes of `to`,
// dimensions that they divide become unsharded. Equal to `from` where the two agree.
const Sharding* with_manual_of(const Sharding* from, const Sharding& to, ShardingPool& pool);

// Updates that are scattered in parts are summed in another order, which in narrow floats makes a visible difference.
// What it may cost, in bytes, to keep the order: a multiple of a result divided in this many parts, up to a limit.
double order_penalty(const Op& op, const Factor& factor, double parts);

}  // namespace partita::core::partition
