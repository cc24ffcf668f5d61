// Rules by way of other ops: ops that compute the same as the one at hand are made among the backward ops, and are
// differentiated in its place.
//
// A rule makes what the op computes of operand(i), with b(), and hands it to finish(). Only the op's own operands are
// asked for, so that nothing more is kept of a loop's steps.
#pragma once

#include <span>
#include <vector>

#include "base/maps.h"
#include "transform/grad/adjoint.h"

namespace partita::core::transform {

class Rewritten {
 public:
  explicit Rewritten(Adjoint& a);

  TensorBuilder& b() const { return a_.b(); }
  Value* operand(int i) const { return use(a_.op().operand(i)); }
  Value* use(const Value* forward) const { return known_.at(forward); }  // an operand, or a captured value

  // What a body of scalars gives, applied to each element of tensors of one shape. Values it takes from outside are
  // spread over that shape. An error where it holds an op that is not elementwise.
  Result<std::vector<Value*>> apply(Region& body, std::span<Value* const> arguments) const;

  // Adds the cotangents of the op's operands and of what its regions capture. `results` stand for those of the op, in
  // order; null for one whose cotangent is of no interest.
  Status finish(std::span<Value* const> results) const;

 private:
  Adjoint& a_;
  std::vector<Value*> needed_;  // operands, captured values: each once
  PointerMap<const Value*, Value*> known_;
  Op* last_before_;  // what is made follows this op, or is first in the region
};

}  // namespace partita::core::transform
