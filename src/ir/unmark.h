// Removes marks and blocks (ops.def): a mark's value stands for itself again, a block's ops stand where it stood.
#pragma once

#include "ir/program.h"

namespace partita::core::ir {

inline bool is_mark_or_block(const Op& op) { return op.is(OpKind::kMark) || op.is(OpKind::kBlock); }

// One such op; it is gone afterwards. What a block says of gradients goes with it.
void unmark(Op& op);
// All of a region, and of the regions inside.
void unmark(Region& region);

}  // namespace partita::core::ir
