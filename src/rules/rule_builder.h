// Builds a rule: factors first, then the dimensions they are part of.
//
//   RuleBuilder make(op);                                   // dot 4x8, 8x2 -> 4x2
//   make.share({{0, 0}, {make.result(), 0}});               // m
//   make.share({{1, 1}, {make.result(), 1}});               // n
//   make.put({{0, 1}, {1, 0}}, make.reduce(8, ReductionKind::kSum));
//   return make.finish();
#pragma once

#include <initializer_list>
#include <span>

#include "ir/program.h"
#include "rules/rule.h"

namespace partita::core::rules {

class RuleBuilder {
 public:
  // Tensors are numbered as in Rule::tensor: operands, then results.
  struct Place {
    int tensor;
    int64_t dim;
  };
  using Places = std::initializer_list<Place>;

  explicit RuleBuilder(const Op& op, FlowClass flow = FlowClass::kGeneral);

  const Op& op() const { return op_; }
  int result(int i = 0) const { return op_.num_operands() + i; }
  Type type(int tensor) const;
  int rank(int tensor) const { return type(tensor).rank(); }
  int64_t size(Place place) const { return type(place.tensor).dim(static_cast<int>(place.dim)); }
  bool has_factor(Place place) const { return !factors_of(place).empty(); }

  // New factors, not yet part of anything.
  int factor(int64_t size, FactorKind kind = FactorKind::kPass, bool flows = true);
  int reduce(int64_t size, std::optional<ReductionKind> reduction);
  // Of an operand alone: a device that does not have the element gives the identity of merge_of.
  int masked(int64_t size, ElementType element);
  Factor& at(int factor) { return rule_.factors[factor]; }

  // Adds the factor to these dimensions, below those they have.
  void put(Places places, int factor);
  void put(Place place, int factor) { put({place}, factor); }
  // A new factor that is all of these dimensions; its size is that of the first.
  int share(Places places, FactorKind kind = FactorKind::kPass, bool flows = true);
  // The same for dimension d of several tensors.
  int share(std::span<const int> tensors, int64_t d, FactorKind kind = FactorKind::kPass, bool flows = true);

  void flow(FlowClass flow) { rule_.flow = flow; }
  void per_value() { rule_.per_value = true; }
  // Where these operands are unreduced, so are the results. See Rule::linear.
  void linear(uint64_t operands) {
    if (operands != 0) rule_.linear.push_back(operands);
  }

  // Dimensions without a factor get a whole one that nothing propagates along; those of size 1 stay without.
  Rule finish();
  // As it is: tensors without factors stay so.
  Rule finish_silent();

 private:
  void drop_unused();
  const DimFactors& factors_of(Place place) const;
  DimFactors& factors_of(Place place) {
    return const_cast<DimFactors&>(static_cast<const RuleBuilder*>(this)->factors_of(place));
  }

  const Op& op_;
  Rule rule_;
};

// The reduction that an op of two operands is; on booleans add is or, multiply is and. Nothing for other ops.
std::optional<ReductionKind> reduction_of(std::optional<OpKind> combiner, ElementType element);
// What a sum is in this element type.
ReductionKind sum_of(ElementType element);
// What gives an element back unchanged where all others are the identity: a sum, but for a type without zero.
ReductionKind merge_of(ElementType element);

// The bits of operands first, …, first + count - 1; those from 64 on are left out.
uint64_t operand_bits(int first, int count);

}  // namespace partita::core::rules
