// How the arguments and results of a local program belong to whole tensors. A partitioned program carries it, so that
// whoever reads it back can split inputs and put results together:
//
//   func.func @main(%x: tensor<2x8xf32> {mhlo.frontend_attributes = {partita.global = "tensor<7x8xf32>",
//                                        partita.sharding = "<mesh<[\"x\"=4]>, [{\"x\"}, {}]>"}})
//
// These are frontend attributes because both formats have a place for them, and XLA takes and keeps them.
#pragma once

#include <deque>
#include <optional>
#include <vector>

#include "base/maps.h"
#include "base/result.h"
#include "ir/program.h"
#include "shard/sharding.h"

namespace partita::core::partition {

struct EdgeValue {
  Type global;
  const Sharding* sharding = nullptr;  // null: every device has the value itself
};

// Writes edges onto a program; each sharding is spelled once.
class EdgeWriter {
 public:
  explicit EdgeWriter(Context& context) : context_(context) {}
  // The attributes of an argument or result, with the edge instead of hints.
  Attr with_edge(Attr attributes, const EdgeValue& edge);

 private:
  Context& context_;
  PointerMap<const Sharding*, Attr> texts_;
};

struct Edges {
  std::vector<EdgeValue> arguments;
  std::vector<EdgeValue> results;
  std::deque<Sharding> shardings;  // what the edges point to
};

// The edges of a program that carries some; nothing where it carries none. kShardingForm where what is written does not
// fit the local types.
Result<std::optional<Edges>> read_edges(const Function& entry);

// Takes back what the arguments say of donation where it no longer holds: a result that takes over an argument's memory
// needs the same local type. True where all of it holds.
bool check_donations(Function& entry);

}  // namespace partita::core::partition

namespace partita::core {
using partition::Edges;
using partition::EdgeValue;
}  // namespace partita::core
