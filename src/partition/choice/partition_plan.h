// What is decided before anything is lowered: how every value is stored, and how every op is computed.
//
// The constructor does the search. The completed program must outlive the plan; lowering only reads it.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "base/maps.h"
#include "complete/completion.h"
#include "partition/choice/global_search.h"
#include "partition/choice/strategy_selector.h"

namespace partita::core::partition {

class PartitionPlan {
 public:
  // `global`: decides for all of the program at once (choice/global_search.h), folded where it is larger than
  // `unfolded`; otherwise values keep completion's shardings and each op is decided by itself.
  PartitionPlan(const Completion& completion, const LoweringCapabilities& capabilities, bool global = true,
                size_t unfolded = kUnfolded);

  // The storage sharding of the value. Maximal shardings count as replicated: every device computes. Null for what is
  // no tensor.
  const Sharding* storage_sharding(const Value* value) const;
  const Sharding* storage_sharding(const Sharding* sharding, Type type) const;
  // How the op is computed, its values being stored as above.
  const Choice& choice(const Op& op) const;
  // How to compute the op's one result in this sharding, if the op is elementwise or only moves elements; nothing
  // otherwise. Lowering uses it to rematerialize a value (lower/rematerialize.cc).
  std::optional<Choice> choice_giving(const Op& op, const Sharding* wanted) const;
  const LoweringCapabilities& capabilities() const { return capabilities_; }
  const PriceWeights& weights() const { return selector_->weights(); }

 private:
  const Choice& by_itself(const Op& op) const;
  const Choice*& decided(const Op& op);

  const Completion& completion_;
  const LoweringCapabilities& capabilities_;
  std::unique_ptr<StrategySelector> selector_;  // owns the choices; its answers do not depend on earlier calls
  GlobalPlan global_;
  std::vector<const Choice*> decided_;                           // by id of an op's first result; null: not decided
  PointerMap<const Op*, const Choice*> decided_without_result_;  // of ops without results
};

}  // namespace partita::core::partition

namespace partita::core {
using partition::PartitionPlan;
}  // namespace partita::core
