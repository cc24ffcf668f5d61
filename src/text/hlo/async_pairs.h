// Collectives that run aside: as pairs of a start and a done, and as one op again.
//
//   %g = all_gather %w                 %start = async_start(%w) { all_gather }
//   %h = dot %x, %v            <->     %h = dot %x, %v
//   %y = dot %h, %g                    %g = async_done %start
//                                      %y = dot %h, %g
//
// The start is where the program has the collective, the done before its first use.
#pragma once

#include "ir/program.h"

namespace partita::core::text {

// Of all collectives that HLO has such pairs for.
void make_asynchronous(Module& module);
// Of all pairs that hold one collective, and whose done nothing but the start is for.
void make_synchronous(Module& module);

// What is started, where that is one op of what the start takes and the done gives; null otherwise.
const Op* started_op(const Op& start);

}  // namespace partita::core::text
