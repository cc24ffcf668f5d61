// The k largest (or smallest) along a divided last dimension: each device's own, then the best of those.
#pragma once

#include <vector>

#include "partition/lower/lowering_state.h"

namespace partita::core::partition {

// Elements of the type have a bit pattern that no other comes behind: what padding is filled with.
bool has_last_in_order(ElementType element);

// `op` has one operand and gives values and places, as chlo.top_k does.
std::vector<Value*> lower_divided_top_k(LoweringState& lowering, const LocalOp& local, bool largest);
// What it sends per device, where the operand's last dimension is divided.
Price top_k_price(const Op& op, const Choice& choice);

}  // namespace partita::core::partition
