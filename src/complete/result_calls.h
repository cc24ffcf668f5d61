// Calls that say how a result of the function is divided, as Shardy's export to HLO has them.
//
//   %r = custom_call @xla.sdy.FuncResultSharding(%v) {xla.sdy.sharding = "…"}     return %v, and the result's
//   attributes %c = reshape %r                                                              say it; nothing uses %c
//   return %r
#pragma once

#include <span>

#include "ir/program.h"

namespace partita::core::complete {

// Replaces such calls by what they are given, so that the program is the one its text has: plans would count each as an
// op of its own. One whose value is `kept`, since the command line names it, stays.
void drop_result_calls(Function& entry, std::span<const Value* const> kept = {});

}  // namespace partita::core::complete
