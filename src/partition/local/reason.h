// Why a collective is in the local program: what was brought where, and for which op.
//
//   %w [x, -] for a dot that wants it whole      {op: dot, value: %w, from: [x, -], to: [-, -]}
//   the dot's own result, unreduced over y         {op: dot, value: its result, from: [-, -] unreduced y, to: [-, -]}
//   halos of a convolution                       {op: convolution}, no value
//
// Noted for each collective as it is made: pointers only, words are found when somebody asks.
#pragma once

#include "ir/program.h"
#include "shard/sharding.h"

namespace partita::core::partition {

struct Reason {
  const Op* op = nullptr;        // of the whole program: what was being computed
  const Value* value = nullptr;  // of the whole program: what was brought; null where the op exchanges something itself
  const Sharding* from = nullptr;
  const Sharding* to = nullptr;
};

struct MadeFor {
  const Op* made = nullptr;  // of the local program; later passes may have replaced it
  Reason reason;
};

}  // namespace partita::core::partition

namespace partita::core {
using partition::MadeFor;
using partition::Reason;
}  // namespace partita::core
