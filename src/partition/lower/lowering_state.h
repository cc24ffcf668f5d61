// The state of lowering: the local copies of each global value, and where new code goes.
//
// A global value may have several local copies: in its storage sharding, and in each sharding that some op asked for. A
// copy is made in the region in which the value is defined, so that a collective on a value from before a loop runs
// once and not in every trip.
#pragma once

#include <deque>
#include <span>
#include <vector>

#include "base/maps.h"
#include "complete/completion.h"
#include "partition/choice/partition_plan.h"
#include "partition/local/local_builder.h"
#include "partition/lower/partitioned.h"
#include "partition/reshard/plan.h"

namespace partita::core::partition {

// An op about to be computed: its operands are in the shardings of the choice.
struct LocalOp {
  const Op& op;
  const Rule& rule;
  const Choice& choice;
  std::vector<Value*> operands;

  // The axes on a factor, and the shardings that operands and results are computed in.
  const AxisRefs& axes(int factor) const { return choice.axes[factor]; }
  const Sharding& operand_sharding(int i) const { return *choice.operands[i]; }
  const Sharding& result_sharding(int i) const { return *choice.results[i]; }
};

class LoweringState {
 public:
  LoweringState(const Module& module, const Completion& completion, const PartitionPlan& plan,
                const PartitionOptions& options, Partitioned& out, Function& function);
  ~LoweringState();
  LoweringState(const LoweringState&) = delete;
  LoweringState& operator=(const LoweringState&) = delete;

  LocalBuilder& builder() { return builder_; }
  Context& context() { return builder_.context(); }
  ShardingPool& pool() { return completion_.pool(); }
  reshard::Planner& planner() { return planner_; }
  const Completion& completion() const { return completion_; }
  bool strict() const { return options_.strict; }
  const PriceWeights& weights() const { return plan_.weights(); }

  // By the plan.
  const Sharding* storage_sharding(const Value* global) const { return plan_.storage_sharding(global); }
  const Sharding* storage_sharding(const Sharding* sharding, Type type) const {
    return plan_.storage_sharding(sharding, type);
  }

  // Replicated along all axes that are not manual for the value.
  const Sharding* replicated(const Value* global);
  const Sharding* replicated(const Sharding& sharding);

  // The value in this sharding, resharded or rematerialized unless it exists. `wanted` is interned.
  Value* get(const Value* global, const Sharding* wanted);
  void define(const Value* global, const Sharding* sharding, Value* local);
  // Reshards a local value, at the current place.
  Value* reshard(Value* local, Type global, const Sharding* from, const Sharding* to);

  // The ways to lower an op; the table in lowering_patterns.cc has one for each kind.
  Status lower_plain(const Op& op);       // by its pattern, on operands in the shardings of the choice
  Status lower_nothing(const Op& op);     // emits nothing: made where it is used, or without effect
  Status lower_identity(const Op& op);    // result i is operand i, in the result's sharding
  Status lower_per_device(const Op& op);  // plain, if all partitions agree on the result or the code is manual
  Status lower_broadcast(const Op& op);
  Status lower_slice(const Op& op);
  Status lower_concatenate(const Op& op);
  Status lower_while(const Op& op);
  Status lower_branches(const Op& op);
  Status lower_manual(const Op& op);
  Status lower_barrier(const Op& op);
  Status lower_custom_call(const Op& op);

  // All ops of a region but its return, into the region `into` of the local program.
  Status lower_region(const Region& region, Region& into);
  // Ends it with a return of these values.
  void lower_return(const Op& ret, std::span<const Value* const> values, std::span<const Sharding* const> wanted);

 private:
  struct LocalCopy {
    const Sharding* sharding;
    Value* local;
  };
  struct Scope {
    const Region* global;
    LocalBuilder::Place place;  // where code for this region goes while a nested one is lowered
  };

  Status lower_op(const Op& op);
  Status check_same_on_all(const Op& op) const;
  Status lower_conversion(const Op& op);
  // kManualForm where a value outside of manual code and its shard inside do not have one local type.
  Status check_boundary(const Op& op, Type full, const Sharding& outside, Type shard, const Sharding& inside) const;
  Value* make_constant(const Value* global, const Sharding* wanted);
  struct NearestCopy {
    const LocalCopy* copy = nullptr;
    double price = 0;
  };
  // The one that is cheapest to reshard. The only one, as the plan knows it, is not priced again.
  NearestCopy nearest_copy(const Value* global, const Sharding* wanted);
  Value* rematerialize(const Op& op, const Choice& choice);
  size_t scope_of(const Value* global) const;

  const Module& module_;
  const Completion& completion_;
  const PartitionPlan& plan_;
  const PartitionOptions& options_;
  Partitioned& out_;
  LocalBuilder builder_;
  reshard::Planner planner_;
  std::vector<std::vector<LocalCopy>> copies_;  // by id of the global value
  std::vector<Scope> scopes_;
};

}  // namespace partita::core::partition
