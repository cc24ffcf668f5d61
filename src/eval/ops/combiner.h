// A scalar region at work on arrays: what reduce, reduce_window, scatter and their like share.
//
// A body of 2n arguments and n results combines n accumulators with n elements. Inputs may have a narrower type than
// the body's arguments; they are converted first.
#pragma once

#include <vector>

#include "eval/evaluators.h"
#include "eval/ops/elements.h"
#include "eval/region_program.h"

namespace partita::core::eval {

// Column i is an array of elements of the i-th type.
using Columns = std::vector<std::vector<std::byte>>;

class Combiner {
 public:
  Combiner(const Region& region, Machine& machine) : program_(region, machine) {}

  int size() const { return program_.num_results(); }
  ElementType type(int i) const { return program_.argument_element(i); }
  int width(int i) const { return byte_width(type(i)); }

  // The operands [first, first + size()) in the body's types.
  std::vector<Elements> inputs(const OpCall& call, int first) const;
  // One column per accumulator, `count` copies of each initial value.
  Columns initial(std::span<const Elements> values, int64_t count) const;
  Columns columns(int64_t count) const;

  // accumulators = body(accumulators, elements), element by element. A row of `count` elements starts `offset` elements
  // into each array.
  Status combine(Columns& accumulators, int64_t offset, std::span<const std::byte* const> elements, int64_t count);

  // The accumulators as the op's results.
  void give_results(OpCall& call, const Columns& accumulators) const;

 private:
  RegionProgram program_;
  std::vector<const void*> arguments_;  // kept, since a step may be a single element
  std::vector<void*> results_;
};

}  // namespace partita::core::eval

namespace partita::core {
using eval::Combiner;
}  // namespace partita::core
