// The walk back over the ops of one region: from cotangents of what it gives to cotangents of what it takes.
//
// Regions inside (loops, branches, checkpointed blocks) are walked by a Backward of their own, which the rule of the op
// that holds them sets up: it decides how forward values reach the backward ops (ForwardValues).
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/maps.h"
#include "base/result.h"
#include "ir/build/tensor_builder.h"
#include "transform/grad/activity.h"

namespace partita::core::transform {

class Adjoint;

struct GradOptions {
  // What each step of a loop keeps for the gradient, as SavePolicy reads it; empty: all that it needs.
  std::string save{};
  // Further values that each step of a loop keeps, where `save` says anything: results of ops of which this holds.
  std::function<bool(const Op& op, int result)> keeps{};
  // Outermost loops in segments of so many steps, each of which is computed again (segment_scan); 0: not.
  int64_t segment = 0;
  // Loops sum up cotangents of values from outside in this type, where it is wider than theirs.
  std::optional<ElementType> accumulate{};
  // Gradients of custom calls, asked before what is known here: a rule like those of ops, which gives false where it
  // knows nothing of the call.
  std::function<Result<bool>(Adjoint& adjoint)> calls{};
};

// How a forward value can be had where backward ops are made.
class ForwardValues {
 public:
  virtual ~ForwardValues() = default;
  virtual Value* get(Value* forward) = 0;
};

// Forward and backward ops stand in one region.
class SameRegion final : public ForwardValues {
 public:
  Value* get(Value* forward) override { return forward; }
};

class Backward {
 public:
  Backward(const TensorBuilder& place, ForwardValues& values, Activity& activity, const GradOptions& options)
      : builder_(place), values_(&values), activity_(activity), options_(options) {}
  // Of a region inside the one that `outer` walks; set_values must follow.
  Backward(const TensorBuilder& place, Backward& outer)
      : builder_(place), activity_(outer.activity_), options_(outer.options_) {}
  void set_values(ForwardValues& values) { values_ = &values; }

  // Adds to the cotangent of a forward value. It has the type of the value; where a loop sums it up in a wider one
  // (GradOptions::accumulate) the sum so far has that, and what is added is widened.
  void add(Value* forward, Value* ct);
  void replace(Value* forward, Value* ct) { cts_[forward] = ct; }
  Value* ct(const Value* forward) const;  // null: zero

  // Applies the rules of these ops, the last first.
  Status walk(std::span<Op* const> ops);

  TensorBuilder& builder() { return builder_; }
  ForwardValues& values() { return *values_; }
  Activity& activity() { return activity_; }
  const GradOptions& options() const { return options_; }

 private:
  TensorBuilder builder_;
  ForwardValues* values_ = nullptr;
  Activity& activity_;
  const GradOptions& options_;
  PointerMap<const Value*, Value*> cts_;
};

// The ops of a region as they are now, without its return.
std::vector<Op*> ops_of(Region& region);

}  // namespace partita::core::transform
