// What a gradient rule sees of the op it differentiates, and where it puts what it finds.
//
// The rule of y = tanh(x) adds to the cotangent of operand 0 what it makes of ct() and result().
//
// A rule asks for forward values only where it needs them: asking is what saves them (in a loop they become a stack).
// A cotangent has the type of the value it belongs to; null stands for zero. Rules never see an op all of whose
// results have a zero cotangent.
#pragma once

#include <string>

#include "base/result.h"
#include "ir/build/tensor_builder.h"

namespace partita::core::transform {

class Backward;

class Adjoint {
 public:
  Adjoint(Backward& backward, Op& op) : backward_(backward), op_(op) {}

  Op& op() const { return op_; }
  Context& context() const { return op_.module().context(); }
  // Where backward ops are made.
  TensorBuilder& b() const;
  // Behind the op, for what is cheaper kept than made again (the permutation of a sort). What it makes is a forward
  // value: take it with use().
  TensorBuilder forward() const { return ir::Builder::behind(&op_); }

  // Forward values, usable by backward ops.
  Value* operand(int i) const { return use(op_.operand(i)); }
  Value* result(int i = 0) const { return use(op_.result(i)); }
  Value* use(Value* forward) const;

  Value* ct(int result = 0) const;           // null: zero
  Value* ct_or_zeros(int result = 0) const;  // made where it is zero
  // Whether anything depends on the operand's cotangent.
  bool wanted(int operand) const { return wanted(op_.operand(operand)); }
  bool wanted(const Value* forward) const;

  // Adds to the operand's cotangent; nothing where it is not wanted. `ct` has the operand's type, and may be null.
  void add(int operand, Value* ct) const { add(op_.operand(operand), ct); }
  void add(Value* forward, Value* ct) const;
  // The cotangent so far, zeros where there is none; and another in its place. For what adds to a part of it: a slice
  // of a stack would else cost a whole stack in each step of a loop.
  bool has_ct_of(int operand) const;
  Value* so_far(int operand) const { return so_far(op_.operand(operand)); }
  Value* so_far(Value* forward) const;
  void replace(int operand, Value* ct) const { replace(op_.operand(operand), ct); }
  void replace(Value* forward, Value* ct) const;

  // The op has no gradient: why, and what to do about it.
  Error refuse(std::string why) const;

  Backward& backward() const { return backward_; }

 private:
  Backward& backward_;
  Op& op_;
};

}  // namespace partita::core::transform
