// Algebra of collectives: those that undo each other go, those that send more than is used send less.
//
//   %g = all_gather %x, dim 0; %s = dynamic_slice %g, own part of dim 0            %x
//   %r = all_reduce %x; %s = dynamic_slice %r, own part                            reduce_scatter %x
//   %s = reduce_scatter %x; %g = all_gather %s                                     all_reduce %x
//   %p = collective_permute %x; %q = collective_permute %p                         one, or none
//   add (all_reduce %x), (all_reduce %y)                                           all_reduce (add %x, %y)
//   transpose (dot %x, %y)                                                         dot %y, %x
//   dynamic_slice (broadcast_in_dim %x)                                            broadcast_in_dim %x
//
// Each rule looks from an op back to what feeds it, so that one forward walk visits everything, and what a rule makes
// is looked at again. Rules ask that what they replace is used nowhere else, where otherwise more would be sent.
#include "optimize/simplify.h"

#include "optimize/effects.h"
#include "optimize/passes.h"

namespace partita::core::optimize {

Value* Simplifier::apply(Op& op) {
  switch (op.kind()) {
    case OpKind::kDynamicSlice:
      if (Value* value = own_part_of_collective(op)) return value;
      return part_of_broadcast(op);
    case OpKind::kAllGather:
      for (auto rule : {&Simplifier::alone, &Simplifier::gather_of_own_part, &Simplifier::gather_of_scatter,
                        &Simplifier::gather_of_exchange, &Simplifier::widened_before}) {
        if (Value* value = (this->*rule)(op)) return value;
      }
      return nullptr;
    case OpKind::kAllReduce:
      if (Value* value = alone(op)) return value;
      return sum_of_same(op);
    case OpKind::kReduceScatter:
    case OpKind::kCollectiveBroadcast: return alone(op);
    case OpKind::kAllToAll:
      for (auto rule : {&Simplifier::alone, &Simplifier::exchange_back, &Simplifier::widened_before}) {
        if (Value* value = (this->*rule)(op)) return value;
      }
      return nullptr;
    case OpKind::kCollectivePermute:
      for (auto rule : {&Simplifier::alone, &Simplifier::permute_of_permute, &Simplifier::widened_before}) {
        if (Value* value = (this->*rule)(op)) return value;
      }
      return nullptr;
    case OpKind::kAdd:
    case OpKind::kSubtract: return added_sums(op);
    case OpKind::kConvert: return narrowed_after(op);
    case OpKind::kTranspose:
      if (Value* value = transposed_product(op)) return value;
      return formed_around(op);
    case OpKind::kReshape: return formed_around(op);
    default: return nullptr;
  }
}

namespace {

void simplify(Region& region, Simplifier& simplifier) {
  for (Op *op = region.first(), *next; op != nullptr; op = next) {
    next = op->next();
    for (int r = 0; r < op->num_regions() && has_code(*op); ++r) simplify(op->region(r), simplifier);
    // What takes its place stands before `next`, and is looked at in turn; an argument or something older is done with.
    Value* value = simplifier.apply(*op);
    if (value != nullptr && value->op() != nullptr && value->op()->parent() == &region && value->op()->next() == next) {
      next = value->op();
    }
  }
}

}  // namespace

void simplify_collectives(Function& local, const OptimizeLimits&) {
  Simplifier simplifier(local.module());
  simplify(local.body(), simplifier);
}

}  // namespace partita::core::optimize
