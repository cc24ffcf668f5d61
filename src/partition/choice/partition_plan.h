// What is decided before anything is lowered: how every value is stored, how every op is computed, and what is
// rematerialized rather than resharded.
//
// The constructor does the search. The completed program must outlive the plan; lowering only reads it.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "base/maps.h"
#include "complete/completion.h"
#include "complete/graph.h"
#include "partition/choice/global_plan.h"
#include "partition/choice/plan_kind.h"
#include "partition/choice/rematerialization.h"
#include "shard/pool.h"

namespace partita::core::partition {

class Pricing;
class StrategySelector;

class PartitionPlan {
 public:
  // A program larger than `unfolded` is folded before all of it is decided at once. `pricing`: what is minimised; null:
  // the bytes that are sent.
  PartitionPlan(const Function& entry, const Completion& completion, const LoweringCapabilities& capabilities,
                PlanKind kind = PlanKind::kChosen, size_t unfolded = kUnfolded, const Pricing* pricing = nullptr);
  ~PartitionPlan();
  PartitionPlan(PartitionPlan&&) noexcept;

  // Plans that by their prices take hardly more, to be compared when they are lowered; a later call gives none.
  std::vector<PartitionPlan> take_rivals();
  // What it was found by: "prices", or "hints" alone.
  std::string_view name() const { return global_.name; }

  // The storage sharding of the value. Maximal shardings count as replicated: every device computes. Null for what is
  // no tensor.
  const Sharding* storage_sharding(const Value* value) const;
  const Sharding* storage_sharding(const Sharding* sharding, Type type) const;
  // How the op is computed, its values being stored as above.
  const Choice& choice(const Op& op) const;
  // How the value is rematerialized in this sharding; null where it is resharded (choice/rematerialization.h).
  const Choice* rematerialization(const Value* value, const Sharding* wanted) const {
    return rematerializations_.find(value, wanted);
  }
  const LoweringCapabilities& capabilities() const { return capabilities_; }
  const Pricing& pricing() const;
  const PriceWeights& weights() const;
  // Of a byte that is held at the peak (choice/memory_pressure.h); 0 where nothing was decided for all of the program.
  double held_price() const { return global_.held_price; }
  const StrategySelector& selector() const { return *selector_; }
  RuleCache& rules() const { return completion_.rules(); }
  ShardingPool& pool() const { return completion_.pool(); }

 private:
  PartitionPlan(const PartitionPlan& like, GlobalPlan global);

  void decide();
  const Choice& by_itself(const Op& op);
  const Choice*& decided(const Op& op);
  void decide_ops_without_edge(const Region& region);
  void decide_rematerializations(const PropagationEdge& edge);

  const Function& entry_;
  const Completion& completion_;
  const LoweringCapabilities& capabilities_;
  std::shared_ptr<StrategySelector> selector_;  // owns the choices; its answers do not depend on earlier calls
  GlobalPlan global_;
  std::vector<const Choice*> decided_;                           // by id of an op's first result; null: not decided
  PointerMap<const Op*, const Choice*> decided_without_result_;  // of ops without results
  Rematerializations rematerializations_;
  std::vector<const Sharding*> stored_;  // scratch of by_itself(): of the op's operands and results
};

}  // namespace partita::core::partition

namespace partita::core {
using partition::PartitionPlan;
}  // namespace partita::core
