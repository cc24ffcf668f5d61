// Kernels that run as one: what a compiler's multi-output and row fusion join.
//
//   m' = …m, g…      v' = …v, g…      w' = …w, m', v'        one kernel over the elements, with three results: g, m',
//   v'
//                                                           are read once, where they are made
//   e = exp(x - max)     s = sum of rows of e     y = e / s    one kernel over the rows, where the hardware's compiler
//                                                           keeps rows: only x is read, only y is written
//
//   h = x · w        r = max(h, 0)                          one kernel, that of the product, where the compiler takes
//                                                           into products what follows: only r is written
//
// A kernel joins one that ran before if both go over the same elements, and everything else that it reads was there
// before that one.
#pragma once

#include "cost/kernels.h"

namespace partita::core::cost {

void join_kernels(const Function& local, const CompilerTraits& compiler, const Storage& storage, Steps& steps);

}  // namespace partita::core::cost
