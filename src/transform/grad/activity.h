// Which values depend on those that are differentiated for, through ops that have a gradient.
//
//   y = x * floor(x)         d/dx: y and x are active; floor(x) is not, its derivative is zero
//
// Regions are followed: an argument of a loop's body is active where its initial value is, or what the body hands on.
#pragma once

#include <span>

#include "base/maps.h"
#include "ir/program.h"

namespace partita::core::transform {

// Tensors of floats or complex numbers.
bool is_differentiable(Type type);

class Activity {
 public:
  // Makes a value active; nothing where nothing of its type has a derivative. True where it was not before.
  bool mark(const Value* value);
  bool is_active(const Value* value) const { return active_.contains(value); }
  // Follows the ops, which stand in order.
  void follow(std::span<Op* const> ops);

 private:
  void follow(Op& op);
  void follow_region(Region& region);
  bool uses_active(const Op& op) const;

  PointerSet<const Value*> active_;
};

// Values that the op's regions take from outside, in the order of their first use.
std::vector<Value*> captured_values(Op& op);

}  // namespace partita::core::transform
