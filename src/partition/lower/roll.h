// Rolls: two slices of one value, put together the other way round.
//
//   concatenate(slice(x)[m:n], slice(x)[0:m])     row r of the result is row (r + m) mod n of x
//
// On shards it is one shifted exchange around the ring of devices; slices and concatenate one by one would move the
// rows twice. The slices are not computed where nothing else uses them.
#pragma once

#include <cstdint>
#include <optional>

#include "partition/lower/lowering.h"

namespace partita {

struct Roll {
  const Value* source;
  int dim;
  int64_t amount;  // 0 … n-1
};
// Such a concatenate, or XLA's name for it (custom_call _SPMDInternalOp_RotateRight).
std::optional<Roll> roll_of(const Op& op);
// A slice that is used by rolls alone.
bool is_only_rolled(const Op& slice);

void lower_roll(Lowering& lowering, const Op& op, const Roll& roll);

}  // namespace partita
