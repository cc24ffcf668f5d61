// Which ops of a region become one fused loop, and in which order loops and other ops run.
//
//   %m = reduce max %x [1]; %b = broadcast %m; %d = subtract %x, %b; %e = exp %d; %s = reduce add %e [1]
//
// is one cluster over the space of %x, [8, 512], whose rows are the last dimension: %d and %e are values of elements,
// %m and %s of rows. Dimensions of size 1 are left out of spaces.
//
// Ops join the clusters of their operands, which are joined with each other, where the spaces are equal and nothing
// outside lies between.
#pragma once

#include <vector>

#include "base/maps.h"
#include "engine/layout.h"
#include "ir/program.h"

namespace partita::core::engine {

enum class Level : uint8_t {
  kElement,     // a value for each element of the space
  kRow,         // for each row
  kAccumulated  // combined over other dimensions than the row: stored, and not used in the cluster
};

// An op on its own, or a cluster.
struct Unit {
  std::vector<const Op*> ops;  // in the order of the program
  bool is_cluster = false;
  std::vector<int64_t> space;
  int row_rank = 0;
};

class Clusters {
 public:
  explicit Clusters(const Region& region);

  const std::vector<Unit>& units() const { return units_; }  // in the order in which they run
  int unit_of(const Op* op) const;
  Level level_of(const Op* op) const { return levels_.at(op); }  // of a cluster's op

 private:
  friend class ClusterBuilder;
  std::vector<Unit> units_;
  PointerMap<const Op*, int> unit_of_;
  PointerMap<const Op*, Level> levels_;
};

// Dimensions that are not 1.
std::vector<int64_t> stripped(Ints dims);

// How a reduce goes over the space of its operand: positions in stripped(dims).
struct Reduction {
  std::vector<bool> over;  // by dimension of the space
  int row_rank = 0;        // the last dimensions, if it goes over them
  bool only_row = true;    // over no others
  bool nothing = false;    // only over dimensions of size 1
};
Reduction reduction_of(const Op& reduce);

// Values the regions of the op read and do not define.
std::vector<const Value*> captured_values(const Op& op);

}  // namespace partita::core::engine
