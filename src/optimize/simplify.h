// The rules of simplify, one file for each family. A rule looks at an op and what feeds it, and where it fits puts
// something shorter in its place: it returns the value that the op's result has become, or null.
#pragma once

#include <optional>

#include "optimize/device_index.h"

namespace partita::core::optimize {

class Simplifier {
 public:
  explicit Simplifier(Module& module) : module_(module), numbers_(DeviceNumbers::of(module)) {}

  Value* apply(Op& op);

 private:
  // ---- simplify_own_part.cc: gathers, sums and the part of them that is a device's own
  Value* own_part_of_collective(Op& slice);
  Value* gather_of_own_part(Op& gather);
  Value* gather_of_scatter(Op& gather);
  Value* gather_of_exchange(Op& gather);

  // ---- simplify_sums.cc
  Value* sum_of_same(Op& reduce);
  Value* added_sums(Op& add);

  // ---- simplify_moves.cc: permutes, exchanges, and ops that only change the form
  Value* alone(Op& collective);
  Value* permute_of_permute(Op& permute);
  Value* exchange_back(Op& exchange);
  Value* widened_before(Op& collective);
  Value* narrowed_after(Op& convert);
  Value* formed_around(Op& form);

  // ---- simplify_slices.cc
  Value* part_of_broadcast(Op& slice);

  // ---- simplify_products.cc
  Value* transposed_product(Op& transpose);

  // The dimension along which a dynamic_slice takes a device's own part, one of so many as a group of the collective
  // has members, at the device's position in it; nothing where it is another slice.
  std::optional<int> own_dimension(const Op& slice, const Op& collective) const;
  // Whether all devices of a group have the same value.
  bool is_same_in_groups(const Value* value, const Op& collective) const;
  bool is_same_argument(const Value* argument, const Op& collective) const;
  // n times the value, where that is something divided by n, or only moved since.
  Value* undivided(Value* value, int64_t n, Op& before) const;

  Context& context() const { return module_.context(); }

  Module& module_;
  std::optional<DeviceNumbers> numbers_;
};

}  // namespace partita::core::optimize
