// A scalar region made ready to run on many elements at once: the body of reduce, scatter, map, a sort's comparator.
//
//   ^bb0(%a: tensor<f32>, %b: tensor<f32>): %0 = maximum %a, %b; return %0
//
//   RegionProgram body(op.region(0), call.machine);
//   const void* args[] = {accumulators, elements};         // n values each, of the arguments' element types
//   void* results[] = {accumulators};                      // may be the arguments' own memory
//   PARTITA_CHECK_OK(body.run(args, results, n));
//
// A region of pointwise ops on rank-0 tensors (constants and captured outer scalars included) becomes a short list of
// kernels over blocks; any other region (loops, non-scalar values inside) is run by the machine, once per element.
// Not for several threads at once: each call of an evaluator makes its own.
#pragma once

#include <memory>
#include <vector>

#include "base/result.h"
#include "eval/tensor.h"
#include "ir/program.h"

namespace partita::core::eval {

class Machine;

class RegionProgram {
 public:
  RegionProgram(const Region& region, Machine& machine);
  ~RegionProgram();
  RegionProgram(RegionProgram&&) noexcept;

  // True where run() does not go through the machine, so that calling it with n = 1 is cheap, and with large n cheaper.
  bool compiled() const;
  int num_arguments() const;
  int num_results() const;
  ElementType argument_element(int i) const;
  ElementType result_element(int i) const;

  // Element i of every result from element i of every argument. A result may be the memory of an argument of the same
  // width; they may not overlap otherwise.
  Status run(const void* const* args, void* const* results, int64_t n);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace partita::core::eval
