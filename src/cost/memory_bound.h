// What no order of a program's ops needs less than, and nothing that is computed again.
//
//   arguments 8 MiB, results 8 MiB; the largest op is a product of 4 MiB by 2 MiB that gives 3 MiB
//
// All of it is there while the product runs: its operands and its result as well, if none of them is an argument or can
// lie where a result will. Whatever is done with the other ops, 16 MiB + 9 MiB - 8 MiB are needed: 8 MiB of its 9 may
// lie where results will, which are not made yet.
#pragma once

#include "cost/memory.h"

namespace partita::core::cost {

struct MemoryBound {
  double bytes = 0;
  double ends = 0;         // of them, arguments and results
  const Op* op = nullptr;  // that needs the rest; null where there is none
};

MemoryBound memory_bound(const Function& local, const Memory& memory, const CompilerTraits& compiler = {});

}  // namespace partita::core::cost

namespace partita::core {
using cost::MemoryBound;
}  // namespace partita::core
