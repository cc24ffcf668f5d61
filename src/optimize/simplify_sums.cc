// Sums over devices.
#include <vector>

#include "ir/builder.h"
#include "optimize/collective.h"
#include "optimize/effects.h"
#include "optimize/simplify.h"

namespace partita::core::optimize {

bool Simplifier::is_same_in_groups(const Value* value, const Op& collective) const {
  std::vector<const Value*> pending = {value};
  for (int looked_at = 0; !pending.empty(); ++looked_at) {
    const Op* op = pending.back()->op();
    pending.pop_back();
    // What loops carry and arguments hold is not followed, and nothing far.
    if (op == nullptr || looked_at > 64) return false;
    switch (op->kind()) {
      case OpKind::kAllReduce:
      case OpKind::kAllGather:
        if (same_groups(*op, collective)) continue;
        return false;
      case OpKind::kPartitionId:
      case OpKind::kReplicaId: return false;
      default: break;
    }
    if (!is_pure(*op) || op->info().has(kCollective) || op->num_regions() > 0) return false;
    for (int i = 0; i < op->num_operands(); ++i) pending.push_back(op->operand(i));
  }
  return true;
}

// The sum of n times the same is n times it; the greatest of the same is the same.
Value* Simplifier::sum_of_same(Op& reduce) {
  const std::optional<int64_t> members = group_size(reduce);
  const std::optional<OpKind> reducer = reducer_of(reduce);
  if (reduce.num_results() != 1 || !members || !reducer) return nullptr;
  Value* x = reduce.operand(0);
  if (x->type() != reduce.result()->type()) return nullptr;
  const ElementType element = x->type().element();
  const bool numbers = is_integer(element) || is_float(element);
  switch (*reducer) {
    case OpKind::kMaximum:
    case OpKind::kMinimum:
    case OpKind::kAnd:
    case OpKind::kOr: break;
    case OpKind::kAdd:
      if (numbers) break;
      [[fallthrough]];
    default: return nullptr;
  }
  if (!is_same_in_groups(x, reduce)) return nullptr;
  if (*reducer != OpKind::kAdd) {
    replace_result(reduce, x);
    return x;
  }
  Builder b(&reduce);
  // As an integer of 64 bits, which is exact, and then as what is added.
  Value* count = b.scalar(ElementType::kS64, static_cast<double>(*members));
  count = b.value(OpKind::kConvert, {count}, context().tensor(element, {}));
  Value* factor =
      b.value(OpKind::kBroadcastInDim, {count}, x->type(), {{AttrKey::kBroadcastDimensions, context().ints({})}});
  Value* product = b.value(OpKind::kMultiply, {x, factor}, x->type());
  replace_result(reduce, product);
  return product;
}

// Two sums are added before they are sent.
Value* Simplifier::added_sums(Op& add) {
  Op *a = add.operand(0)->op(), *b = add.operand(1)->op();
  if (a == nullptr || b == nullptr || a == b || a->kind() != b->kind()) return nullptr;
  if (!a->is(OpKind::kAllReduce) && !a->is(OpKind::kReduceScatter)) return nullptr;
  for (const Op* sum : {a, b}) {
    if (sum->num_results() != 1 || !sum->result()->has_one_use() || sum->parent() != add.parent()) return nullptr;
    if (reducer_of(*sum) != OpKind::kAdd) return nullptr;
  }
  if (!same_groups(*a, *b) || a->attr(AttrKey::kScatterDimension) != b->attr(AttrKey::kScatterDimension))
    return nullptr;
  Value *x = a->operand(0), *y = b->operand(0);
  if (x->type() != y->type() || x->type().element() != add.result()->type().element()) return nullptr;
  Value* local = Builder(&add).value(add.kind(), {x, y}, x->type());
  const KeyedAttr scatter[] = {{AttrKey::kScatterDimension, a->attr(AttrKey::kScatterDimension)}};
  const bool scatters = a->is(OpKind::kReduceScatter);
  Op* made = make_collective(*a, a->kind(), {&local, 1}, std::vector{add.result()->type()},
                             scatters ? std::span<const KeyedAttr>(scatter) : std::span<const KeyedAttr>(), &add);
  replace_result(add, made->result());
  return made->result();
}

}  // namespace partita::core::optimize
