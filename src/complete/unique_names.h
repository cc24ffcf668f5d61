// Names by which values can be told apart: what listings show, options take and writers write.
//
//   %c in @main, %c in a function that was inlined     %c, %c_0: the first keeps it
//   %3 in two loops                                    %3, %12: the next number that is free
//   (no name)                                          %13
#pragma once

#include "ir/program.h"

namespace partita::core::complete {

// Of StableHLO; HLO's names are unique as they come. What is in reducers and comparators stays. Arguments that the
// regions of a loop have in common keep one name.
void make_names_unique(Module& module);

}  // namespace partita::core::complete
