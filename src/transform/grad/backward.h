// The walk back over the ops of one region: from cotangents of what it gives to cotangents of what it takes.
//
// Regions inside (loops, branches, checkpointed blocks) are walked by a Backward of their own, which the rule of the op
// that holds them sets up: it decides how forward values reach the backward ops (ForwardValues).
#pragma once

#include <functional>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "base/maps.h"
#include "base/result.h"
#include "ir/build/tensor_builder.h"
#include "transform/grad/activity.h"

namespace partita::core::transform {

class Adjoint;

// Gradients of custom calls, by target: rules as those of ops. They go before what is known here.
using CallGradients = std::map<std::string, std::function<Status(Adjoint& adjoint)>, std::less<>>;

struct GradOptions {
  // What each step of a loop keeps for the gradient, as SavePolicy reads it; empty: all that it needs.
  std::string save;
  const CallGradients* calls = nullptr;  // null: none; must outlive the gradient
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

  // Adds to the cotangent of a forward value.
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
