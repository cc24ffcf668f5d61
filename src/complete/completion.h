// Completion: from a few hints to a sharding on every value, with a reason for every axis.
//
//   %h = dot_general %x, %w         %x hinted [x, -], %w hinted [-, y]      %h gets [x, y]: x from %x, y from %w
//
// GSPMD's semantics on named axes and factor rules: shardings are only ever refined, what the user closed never
// changes, elementwise ops go first, conflicts go to the side that moves fewer bytes. schedule.h has the order of
// propagation. The result does not depend on the order of independent ops in the text, nor on names.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/diagnostics.h"
#include "base/result.h"
#include "complete/hints.h"
#include "ir/program.h"
#include "rules/rule.h"
#include "shard/pool.h"

namespace partita::core::complete {

// Why a dimension (or the manual or unreduced set) of a value has an axis: one step back.
struct AxisCause {
  AxisRef axis;
  int dim = 0;                  // -1: the axis is manual or unreduced here rather than on a dimension
  const Hint* hint = nullptr;   // the user's, else
  const Op* op = nullptr;       // the op it came along (a while, case or return for an identity edge), and
  const Value* from = nullptr;  // the value on the other side that had it
};

// An axis that was proposed for a value and not taken.
struct LostCandidate {
  AxisRef axis;
  int dim = 0;
  const Op* op = nullptr;  // which op proposed it
  const Value* from = nullptr;
  std::string_view reason;  // "moves more bytes", "the axis is in use here", "the hint is closed", …
};

struct FlowGraph;

class Completion {
 public:
  Completion();
  ~Completion();
  Completion(Completion&&) noexcept;
  Completion& operator=(Completion&&) noexcept;

  // Of every tensor value of the program, also inside regions; never null. All dimensions are closed. Scalar bodies of
  // reduce, sort, … are not part of it.
  const Sharding* sharding_of(const Value* value) const;
  // Of the entry's results, as the caller gets them.
  const Sharding* result(int i) const;
  // The meshes of the program by name, the main one first.
  const MeshTable& meshes() const;
  const std::vector<Hint>& hints() const;
  // The user's hint on this very value; null where there is none.
  const Hint* hint_on(const Value* value) const;

  // One entry per axis of the value's sharding, in the order of dimensions. Follow `from` for all of the chain: it
  // always ends in a hint.
  std::vector<AxisCause> causes(const Value* value) const;
  std::vector<AxisCause> result_causes(int i) const;
  std::vector<LostCandidate> lost(const Value* value) const;
  // One of the above and all that it came from: each the cause of the one before it, the last with the hint, where
  // there is one.
  std::vector<AxisCause> chain(AxisCause cause) const;

  // The program as a graph, and the sharding of each of its nodes, for partitioning.
  const FlowGraph& graph() const;
  const Sharding* sharding_of(uint32_t node) const;

  ShardingPool& pool() const;
  RuleCache& rules() const;

  struct State;

 private:
  friend Result<Completion> complete(Module&, Function&, Hints, Diagnostics&);
  std::unique_ptr<State> state_;
};

// Completes one function. Constants that are needed in several shardings are cloned, one for each. Warnings (hints that
// conflict) go to `diagnostics`.
Result<Completion> complete(Module& module, Function& entry, Hints hints, Diagnostics& diagnostics);

}  // namespace partita::core::complete

namespace partita::core {
using complete::Completion;
}  // namespace partita::core
