// Ops that portable artifacts have no names for, as the ops and custom calls that XLA's exports have in their place.
//
//   chlo.square %x            multiply %x, %x
//   chlo.erf %x               custom_call @mhlo.erf(%x) {mhlo.attributes = {}, mhlo.version = 1 : i64}
//   chlo.top_k(%x, k = 5)     custom_call @mhlo.topk(%x) {mhlo.attributes = {k = 5 : i64, largest = true}, …}
#pragma once

#include "ir/program.h"

namespace partita::core::text::bytecode {

// Whether there are any such ops.
bool has_ops_to_pack(const Module& module);
// Of those of CHLO and MHLO; others stay, and are refused where they are written.
void pack_ops(Module& module);

}  // namespace partita::core::text::bytecode
