// Which values are computed again in another sharding, rather than resharded.
//
//   %m = compare %rows, %columns : 512x512, stored [x, -]; an op wants [-, x]; rows and columns are replicated
//
// An all-to-all of %m would send its elements. Comparing other parts of rows and columns sends nothing. The same holds
// for broadcasts of small values, and between meshes whose axes have nothing in common.
//
// A demand is a value and the sharding that an op, a loop, a return or another rematerialization wants it in. Both ways
// are priced from storage shardings, so that what is decided does not depend on the order in which code is emitted.
#pragma once

#include <optional>
#include <vector>

#include "base/maps.h"
#include "partition/choice/choice.h"

namespace partita::core::partition {

class PartitionPlan;

class Rematerializations {
 public:
  // Decides this demand, and those of what it rematerializes. The plan has its storage shardings.
  void decide(const PartitionPlan& plan, const Value* value, const Sharding* wanted);

  // How the op of the value computes it in this sharding; null: the value is resharded.
  const Choice* find(const Value* value, const Sharding* wanted) const;

 private:
  struct Decision {
    const Sharding* wanted;
    std::optional<Choice> choice;  // nothing: resharded
  };
  PointerMap<const Value*, std::vector<Decision>> decisions_;
};

}  // namespace partita::core::partition
