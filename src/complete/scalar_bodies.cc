#include "complete/scalar_bodies.h"

#include "complete/hints.h"
#include "ir/views.h"

namespace partita::core::complete {
namespace {

bool only_places(const Op& op) { return op.info().has(kPlacement) || is_sharding_call(op); }

void drop(Region& region, bool scalar) {
  for (Op* op = region.first(); op != nullptr;) {
    Op* next = op->next();
    for (int r = 0; r < op->num_regions(); ++r) drop(op->region(r), scalar || !has_sharded_regions(*op));
    if (scalar) {
      for (const char* name : {"sdy.sharding", "mhlo.sharding"}) {
        if (op->discardable_attribute(name)) op->set_discardable_attribute(name, {});
      }
    }
    if (scalar && op->is(OpKind::kShardingGroup)) {
      op->erase();
    } else if (scalar && only_places(*op)) {
      op->result()->replace_all_uses_with(op->operand(0));
      op->erase();
    }
    op = next;
  }
}

}  // namespace

void drop_placements_in_scalar_bodies(Function& entry) { drop(entry.body(), false); }

}  // namespace partita::core::complete
