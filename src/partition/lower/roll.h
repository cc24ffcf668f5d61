// Rolls: cyclic shifts of a value, written as a concatenation of its parts.
//
//   concatenate(slice(x)[m:n], slice(x)[0:m])         row r of the result is row (r + m) mod n of x
//   concatenate(slice(x)[n-k:n], x, slice(x)[0:m])    padded with its own ends: row (r - k) mod n
//
// On shards it is one shifted exchange around the ring of devices, or a few; slices and concatenate one by one would
// move the rows twice. The slices are not computed where nothing else uses them.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "partition/lower/lowering_state.h"

namespace partita::core::partition {

// XLA's name for a roll, a custom call.
inline constexpr std::string_view kRotateRight = "_SPMDInternalOp_RotateRight";

struct Roll {
  const Value* source;
  int dim;
  int64_t amount;  // 0 … n-1
  int64_t size;    // of the result's dimension: n, or more where it is padded with its own ends
};
// Such a concatenate, or XLA's call.
std::optional<Roll> roll_of(const Op& op);
// A slice that is used by rolls alone.
bool is_only_rolled(const Op& slice);

void lower_roll(LoweringState& lowering, const Op& op, const Roll& roll);

}  // namespace partita::core::partition
