// Gathered stacks that loops take one slice after the other of.
//
//   %g = all_gather %s, dim 1            4x64x64 -> 4x512x64, all layers        while … {
//   while … {                                                                     %l = dynamic_slice %s, %i, 0, 0
//     %l = dynamic_slice %g, %i, 0, 0    1x512x64, one layer                      %g = all_gather %l, dim 1
//   }                                                                           }
//
// A slice is gathered when it is needed, so that one layer at a time is in memory and not all of them. Where one loop
// takes each slice once that is as many bytes as before, and is always done; where several loops do, as forward and
// backward passes do, each gathers anew, and it is done for as much as would not fit the limit, the largest stacks
// first.
#include <algorithm>
#include <vector>

#include "cost/wire.h"
#include "ir/trip_count.h"
#include "optimize/collective.h"
#include "optimize/effects.h"
#include "optimize/passes.h"
#include "optimize/remedy.h"

namespace partita::core::optimize {
namespace {

constexpr double kWorthwhile = 1 << 20;  // bytes; smaller ones stay, in one launch

struct Stack {
  Op* gather;
  double bytes;
  double sliced;  // bytes of all slices that are taken
};

// The loop in whose body the op stands, if that loop stands where the gather does.
const Op* loop_of(const Op& slice, const Op& gather) {
  const Op* loop = slice.parent_op();
  const bool fits = loop != nullptr && loop->is(OpKind::kWhile) && slice.parent() == &loop->region(1);
  return fits && loop->parent() == gather.parent() ? loop : nullptr;
}

std::optional<Stack> stack_of(Op& op) {
  if (!op.is(OpKind::kAllGather) || op.num_results() != 1 || !op.result()->has_uses()) return std::nullopt;
  const auto dim = static_cast<int>(op.int_attr(AttrKey::kAllGatherDim));
  const Type whole = op.result()->type();
  Stack stack{&op, cost::bytes_of(whole), 0};
  for (const Use* use = op.result()->first_use(); use != nullptr; use = use->next()) {
    const Op& slice = *use->op();
    if (!slice.is(OpKind::kDynamicSlice) || use->index() != 0) return std::nullopt;
    const Type part = slice.result()->type();
    if (part.dim(dim) != whole.dim(dim) || part.num_elements() >= whole.num_elements()) return std::nullopt;
    const Op* loop = loop_of(slice, op);
    const std::optional<int64_t> count = loop != nullptr ? known_trip_count(*loop) : std::nullopt;
    if (!count) return std::nullopt;
    stack.sliced += static_cast<double>(*count) * cost::bytes_of(part);
  }
  return stack;
}

void gather_slices(Op& gather) {
  Module& module = gather.module();
  Context& context = module.context();
  const auto dim = static_cast<size_t>(gather.int_attr(AttrKey::kAllGatherDim));
  Value* local = gather.operand(0);
  const KeyedAttr further[] = {{AttrKey::kAllGatherDim, gather.attr(AttrKey::kAllGatherDim)}};
  while (Use* use = gather.result()->first_use()) {
    Op& slice = *use->op();
    const Type part = slice.result()->type();
    // All of the gathered dimension is all of the shard: wherever it starts, that is clamped to 0.
    std::vector<int64_t> sizes(part.dims().begin(), part.dims().end());
    sizes[dim] = local->type().dim(dim);
    Module::ValueMap map;
    Op* mine = module.clone_op(slice, *slice.parent(), map, &slice);
    mine->set_operand(0, local);
    mine->set_attr(AttrKey::kSliceSizes, context.ints(sizes));
    mine->result()->set_type(context.tensor(part.element(), sizes));
    mine->result()->set_name({});
    Value* operand = mine->result();
    Op* made = make_collective(gather, OpKind::kAllGather, {&operand, 1}, std::vector{part}, further, &slice);
    replace_result(slice, made->result());
  }
  gather.erase();
}

void regather_within(Region& region, double limit) {
  std::vector<Stack> stacks;
  double kept = 0;
  for (Op *op = region.first(), *next; op != nullptr; op = next) {
    next = op->next();
    for (int r = 0; r < op->num_regions() && has_code(*op); ++r) regather_within(op->region(r), limit);
    const std::optional<Stack> stack = stack_of(*op);
    if (!stack || stack->bytes < kWorthwhile) continue;
    if (stack->sliced <= stack->bytes) {
      gather_slices(*op);
    } else {
      stacks.push_back(*stack);
      kept += stack->bytes;
    }
  }
  std::stable_sort(stacks.begin(), stacks.end(), [](const Stack& a, const Stack& b) { return a.bytes > b.bytes; });
  for (size_t i = 0; i < stacks.size() && kept > limit; ++i) {
    gather_slices(*stacks[i].gather);
    kept -= stacks[i].bytes;
  }
}

}  // namespace

void regather_slices(Function& local, const OptimizeLimits& limits) {
  regather_within(local.body(), limits.kept_by(local));
}

std::vector<Remedy> gather_remedies(Function& local, Modelled& modelled) {
  std::vector<Remedy> out;
  walk(local.body(), [&](Op& op) {
    const std::optional<Stack> stack = stack_of(op);
    if (!stack) return;
    const double times = stack->sliced / stack->bytes;
    out.push_back({stack->bytes, std::max(times - 1, 0.0) * modelled.seconds_of(op), [gather = &op] {
                     if (gather->parent() == nullptr || !stack_of(*gather)) return false;
                     gather_slices(*gather);
                     return true;
                   }});
  });
  return out;
}

}  // namespace partita::core::optimize
