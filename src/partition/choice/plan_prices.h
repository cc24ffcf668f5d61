// What a plan has chosen for each op and value, what that takes by the prices of choosing, and what the next best would
// take instead, all else being kept.
//
//   %y = dot_general   [x, y] · [y, -] -> [x, -] unreduced sum(y)   5.4 us, 3.1 of them sent
//                      next: [x, -] · [-, -] -> [x, -]              2.2 us more
//
// Equal parts of a large program are one row, and counted (folded_graph.h). An op's next best may have another sharding
// of its results; a value's may have its ops computed otherwise.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "partition/choice/folded_graph.h"
#include "partition/choice/partition_plan.h"

namespace partita::core::partition {

struct PricedOp {
  size_t edge = 0;  // of the folded graph
  const Op* op = nullptr;
  double count = 1;       // ops that are alike
  double trip_count = 1;  // how often each of them runs
  const Choice* chosen = nullptr;
  double price = 0;  // of all of them
  double sent = 0;   // of that: resharding of operands that no op before has brought, and of results; what it exchanges
};
struct PricedValue {
  NodeId node = 0;  // of the folded graph
  const Value* value = nullptr;
  double count = 1;
  const Sharding* chosen = nullptr;
  bool is_given = false;  // by a hint, or as an argument or a result of the program: there is no other
  double price = 0;       // of resharding it for its uses, and its makers' results to it; ops count that as well
  double bytes = 0;       // that a device holds of one of them
};
struct NextChoice {
  const Choice* choice = nullptr;
  double more = 0;    // price, without that of what is held
  bool fits = false;  // below what was chosen, with that price as well: the search has not found it
};
struct NextSharding {
  const Sharding* sharding = nullptr;
  double more = 0;
  bool fits = false;
};

class PlanPrices {
 public:
  // Both must outlive it.
  PlanPrices(const Completion& completion, const PartitionPlan& plan, size_t unfolded = kUnfolded);
  ~PlanPrices();
  PlanPrices(const PlanPrices&) = delete;
  PlanPrices& operator=(const PlanPrices&) = delete;

  // In the order of the program. Ops and values that take nothing are among them.
  const std::vector<PricedOp>& ops() const;
  const std::vector<PricedValue>& values() const;
  double price() const;  // of the plan
  // Seconds that a unit of price stands for; 0: prices are bytes.
  double unit() const;

  // Nothing where there is no other way.
  std::optional<NextChoice> next_best(const PricedOp& op);
  std::optional<NextSharding> next_best(const PricedValue& value);

  // Null where the op has no row of its own.
  const PricedOp* find(const Op& op) const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace partita::core::partition

namespace partita::core {
using partition::PlanPrices;
using partition::PricedOp;
using partition::PricedValue;
}  // namespace partita::core
