// Sums that a loop accumulates.
//
//   while(%c = %init) { …; %s = all_reduce %x; %c2 = add %c, %s; return %c2 }
//
//   while(%c = 0) { …; %c2 = add %c, %x; return %c2 };  %s = all_reduce %c;  add %init, %s
//
// Each device adds up its own, and one collective after the loop does what each round did. So with reduce_scatter,
// where the loop then carries the full sum and not its shard: under the limit of memory. In the loop nothing else may
// read the sum.
//
// With OptimizeLimits::sums_of_stacks the sum may also be one that a loop inside stacks up, layer by layer, before the
// stack is added: the gradients of a pipeline's weights, of all layers of a stage in each tick.
//
//   while(%c = %init) { %t = while(%s = 0) { …; dynamic_update_slice %s, all_reduce %x, %i }; %c2 = add %c, %t; … }
#include <vector>

#include "cost/wire.h"
#include "ir/builder.h"
#include "ir/numeric/float_formats.h"
#include "ir/trip_count.h"
#include "optimize/collective.h"
#include "optimize/effects.h"
#include "optimize/passes.h"

namespace partita::core::optimize {
namespace {

bool is_zero(const Value* value) {
  const Op* op = value->op();
  while (op != nullptr && (op->is(OpKind::kBroadcastInDim) || op->is(OpKind::kReshape))) op = op->operand(0)->op();
  if (op == nullptr || !op->is(OpKind::kConstant)) return false;
  const Literal& literal = op->attr(AttrKey::kValue).literal();
  if (!has_zero(literal.type.element())) return false;
  for (std::byte byte : *literal.data) {
    if (byte != std::byte{0}) return false;
  }
  return true;
}

Value* zeros(Builder& b, Type type) {
  const Type scalar = b.context().tensor(type.element(), {});
  const Blob none(scalar.byte_size());
  Value* zero = b.constant(b.context().dense(scalar, true, none));
  if (type == scalar) return zero;
  return b.value(OpKind::kBroadcastInDim, {zero}, type, {{AttrKey::kBroadcastDimensions, b.context().ints({})}});
}

bool is_sum(const Op& op) {
  return (op.is(OpKind::kAllReduce) || op.is(OpKind::kReduceScatter)) && op.num_results() == 1 &&
         reducer_of(op) == OpKind::kAdd && op.operand(0)->type().element() == op.result()->type().element();
}

// The sum over devices that a loop writes slice by slice into a stack of zeros, which it does not read; null where it
// does something else. Between the two the sum may be moved, not computed with.
Op* stacked_sum(Op& loop, int carry) {
  Region& body = loop.region(1);
  const Value* argument = body.argument(carry);
  const Op* update = body.terminator()->operand(carry)->op();
  if (loop.region(0).argument(carry)->has_uses() || !argument->has_one_use() || !is_zero(loop.operand(carry)) ||
      update == nullptr || !update->is(OpKind::kDynamicUpdateSlice) || update->parent() != &body ||
      update->operand(0) != argument || !update->result()->has_one_use()) {
    return nullptr;
  }
  for (const Value* at = update->operand(1); at->op() != nullptr && at->has_one_use();) {
    Op* op = const_cast<Op*>(at->op());
    if (op->parent() != &body) return nullptr;
    if (op->is(OpKind::kAllReduce) && is_sum(*op)) return op;
    const bool moved = op->is(OpKind::kTranspose) || op->is(OpKind::kReshape) ||
                       (op->is(OpKind::kBroadcastInDim) &&
                        op->result()->type().num_elements() == op->operand(0)->type().num_elements());
    if (!moved) return nullptr;
    at = op->operand(0);
  }
  return nullptr;
}

// The additions from a carry to what it is in the next round, and the sums over devices they add.
struct Accumulation {
  std::vector<Op*> additions;
  std::vector<Op*> sums;
  std::vector<Value*> stacks;  // of each sum, where a loop inside stacks it: that loop's result; else null
};

std::optional<Accumulation> accumulation_of(Op& loop, int carry, bool sums_of_stacks) {
  Region& body = loop.region(1);
  const Value* argument = body.argument(carry);
  if (loop.region(0).argument(carry)->has_uses() || !argument->has_one_use()) return std::nullopt;
  Accumulation found;
  for (Value* at = body.terminator()->operand(carry); at != argument;) {
    Op* add = at->op();
    if (add == nullptr || !add->is(OpKind::kAdd) || add->parent() != &body || !at->has_one_use()) return std::nullopt;
    found.additions.push_back(add);
    Op* sum = nullptr;
    Value* stack = nullptr;
    for (int side = 0; side < 2 && sum == nullptr; ++side) {
      Value* added = add->operand(side);
      Op* op = added->op();
      if (op == nullptr || op->parent() != &body || !added->has_one_use()) continue;
      if (is_sum(*op)) {
        sum = op;
      } else if (sums_of_stacks && op->is(OpKind::kWhile)) {
        sum = stacked_sum(*op, added->index());
        stack = sum != nullptr ? added : nullptr;
      }
      if (sum != nullptr) at = add->operand(1 - side);
    }
    if (sum == nullptr) return std::nullopt;
    if (!found.sums.empty()) {
      const Op& other = *found.sums[0];
      if (sum->kind() != other.kind() || !same_groups(*sum, other) ||
          sum->attr(AttrKey::kScatterDimension) != other.attr(AttrKey::kScatterDimension)) {
        return std::nullopt;
      }
    }
    found.sums.push_back(sum);
    found.stacks.push_back(stack);
  }
  if (found.sums.empty()) return std::nullopt;
  return found;
}

void sink(Op& loop, int carry, const Accumulation& found, Op* behind) {
  Op& like = *found.sums[0];
  const Type shard = loop.result(carry)->type();
  const Type full = found.stacks[0] != nullptr ? shard : like.operand(0)->type();
  Value* init = loop.operand(carry);
  // After the loop, in the place of its result.
  Builder after(behind);
  Value* mine = loop.result(carry);
  std::vector<Use*> uses;
  for (Use* use = mine->first_use(); use != nullptr; use = use->next()) uses.push_back(use);
  std::vector<KeyedAttr> further;
  if (like.is(OpKind::kReduceScatter)) {
    further.push_back({AttrKey::kScatterDimension, like.attr(AttrKey::kScatterDimension)});
  }
  Op* sum = make_collective(like, like.kind(), {&mine, 1}, std::vector{shard}, further, behind);
  Value* total = is_zero(init) ? sum->result() : after.value(OpKind::kAdd, {init, sum->result()}, shard);
  for (Use* use : uses) use->op()->set_operand(use->index(), total);
  // In the loop, what each device has.
  Builder before(&loop);
  loop.set_operand(carry, zeros(before, full));
  for (Value* value : {mine, loop.region(0).argument(carry), loop.region(1).argument(carry)}) value->set_type(full);
  for (Op* add : found.additions) add->result()->set_type(full);
  for (Op* op : found.sums) replace_result(*op, op->operand(0));
}

void sink_within(Region& region, const OptimizeLimits& limits, double limit) {
  for (Op *op = region.first(), *next; op != nullptr; op = next) {
    next = op->next();
    if (!has_code(*op)) continue;
    for (int r = 0; r < op->num_regions(); ++r)
      sink_within(op->region(r), limits, limit);  // out of the inner, then of the outer
    if (!op->is(OpKind::kWhile)) continue;
    const std::optional<int64_t> count = known_trip_count(*op);
    if (count && *count <= 1) continue;
    double kept = 0;
    for (int i = 0; i < op->num_results(); ++i) {
      const std::optional<Accumulation> found = accumulation_of(*op, i, limits.sums_of_stacks);
      if (!found) continue;
      const double more = found->stacks[0] != nullptr ? 0
                                                      : cost::bytes_of(found->sums[0]->operand(0)->type()) -
                                                            cost::bytes_of(op->result(i)->type());
      if (kept + more > limit) continue;
      kept += more;
      sink(*op, i, *found, next);
    }
  }
}

}  // namespace

void sink_sums(Function& local, const OptimizeLimits& limits) {
  sink_within(local.body(), limits, limits.kept_by(local));
  sink_repeated(local);
}

}  // namespace partita::core::optimize
