// The boundary of a local program: the global type and the sharding of each argument and result. A partitioned program
// carries it, so that a reader can split inputs and assemble results:
//
//   func.func @main(%x: tensor<2x8xf32> {mhlo.frontend_attributes = {partita.global = "tensor<7x8xf32>",
//                                        partita.sharding = "<mesh<[\"x\"=4]>, [{\"x\"}, {}]>"}})
//
// These are frontend attributes because both formats have a place for them, and XLA takes and keeps them.
#pragma once

#include <deque>
#include <map>
#include <optional>
#include <tuple>
#include <vector>

#include "base/maps.h"
#include "base/result.h"
#include "ir/program.h"
#include "shard/sharding.h"

namespace partita::core::partition {

struct BoundaryValue {
  Type global;
  const Sharding* sharding = nullptr;  // null: every device has the value itself
};

// Writes boundary values onto a program; each sharding is spelled once.
class BoundaryWriter {
 public:
  explicit BoundaryWriter(Context& context) : context_(context) {}
  // The attributes of an argument or result, with the boundary value instead of hints.
  Attr with_boundary(Attr attributes, const BoundaryValue& value);

 private:
  Attr write(Attr attributes, const BoundaryValue& value);

  Context& context_;
  PointerMap<const Sharding*, Attr> texts_;
  using Given = std::tuple<const void*, const void*, const Sharding*>;  // attributes, type and sharding
  std::map<Given, Attr> known_;
};

struct Boundary {
  std::vector<BoundaryValue> arguments;
  std::vector<BoundaryValue> results;
  std::deque<Sharding> shardings;  // what the boundary values point to
};

// The boundary that a program carries; nothing where it carries none. kShardingForm where what is written does not
// fit the local types.
Result<std::optional<Boundary>> read_boundary(const Function& entry);

// Removes donation attributes of arguments that no longer hold: a result that takes over an argument's memory needs the
// same local type. True where all of them hold.
bool check_donations(Function& entry);

}  // namespace partita::core::partition

namespace partita::core {
using partition::Boundary;
using partition::BoundaryValue;
}  // namespace partita::core
