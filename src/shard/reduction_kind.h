// What combines the parts of an unreduced value.
#pragma once

namespace partita::core::shard {

enum class ReductionKind { kSum, kMax, kMin, kProduct, kAnd, kOr, kXor };

}  // namespace partita::core::shard

namespace partita::core {
using shard::ReductionKind;
}  // namespace partita::core
