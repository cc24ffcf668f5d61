// What combines the parts of an unreduced value.
#pragma once

namespace partita {

enum class ReductionKind { kSum, kMax, kMin, kProduct, kAnd, kOr, kXor };

}  // namespace partita
