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

#include <memory>

#include "cost/kernels.h"

namespace partita::core::cost {

// For one order of the steps after the other: what the order does not change is found once.
class KernelJoiner {
 public:
  // `all`: the steps of the function, each by itself.
  KernelJoiner(const Function& local, const CompilerTraits& compiler, const Storage& storage, const Steps& all);
  ~KernelJoiner();

  // The steps of one region, in an order of theirs, each by itself. Those inside them stay as they are.
  void join(Steps& region);

 private:
  class Joining;
  std::unique_ptr<Joining> joining_;
};

// Those of all regions.
void join_kernels(const Function& local, const CompilerTraits& compiler, const Storage& storage, Steps& steps);

}  // namespace partita::core::cost
