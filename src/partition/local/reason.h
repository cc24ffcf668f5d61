// Why a collective is in the local program: which value was resharded, and for which op.
//
//   %w [x, -], which a dot wants replicated      {op: dot, value: %w, from: [x, -], to: [-, -]}
//   the dot's own result, unreduced over y       {op: dot, value: its result, from: [-, -] unreduced y, to: [-, -]}
//   halos of a convolution                       {op: convolution}, no value
//
// Recorded for each collective as it is built: pointers only; texts are made when the report asks.
#pragma once

#include "ir/program.h"
#include "shard/sharding.h"

namespace partita::core::partition {

struct Reason {
  const Op* op = nullptr;        // of the global program: what was being computed
  const Value* value = nullptr;  // of the global program: what was resharded; null for an exchange of the op itself
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
