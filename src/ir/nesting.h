// Where a value stands among nested regions.
#pragma once

#include "ir/program.h"

namespace partita::core::ir {

// Whether the value is an argument of this region, or computed in it or in a region inside.
inline bool is_inside(const Value* value, const Region& region) {
  const Region* at = value->is_argument() ? value->region() : value->op()->parent();
  while (at != nullptr && at != &region) at = at->parent_op() != nullptr ? at->parent_op()->parent() : nullptr;
  return at != nullptr;
}
// The same for the regions of an op.
inline bool is_inside(const Value* value, const Op& holder) {
  for (int i = 0; i < holder.num_regions(); ++i) {
    if (is_inside(value, holder.region(i))) return true;
  }
  return false;
}

}  // namespace partita::core::ir
