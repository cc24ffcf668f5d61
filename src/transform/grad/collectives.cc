// Collectives: each device's value is a value of its own, and what a device gives to others comes back from them. A sum
// over devices is its own gradient therefore, as in JAX.
#include <algorithm>

#include "ir/combiner.h"
#include "ir/device_pairs.h"
#include "ir/replica_groups.h"
#include "transform/grad/exchange.h"
#include "transform/grad/rewritten.h"
#include "transform/grad/rules.h"

namespace partita::core::transform {
namespace {

// The operands that get something.
std::vector<int> live(const Adjoint& a) {
  std::vector<int> out;
  for (int i = 0; i < a.op().num_results(); ++i) {
    if (a.wanted(i) && a.ct(i) != nullptr) out.push_back(i);
  }
  return out;
}

// A reduction may compute in another type than its operand has.
void add_as_operand(const Adjoint& a, int i, Value* ct) {
  a.add(i, a.b().convert(ct, a.op().operand(i)->type().element()));
}

// As a reduction over a dimension of gathered values, whose rule does the rest.
Status reduce_gathered(Adjoint& a, double identity) {
  const Op& op = a.op();
  const auto groups = ir::expand_groups(op.attr(AttrKey::kReplicaGroups));
  if (!groups || groups->empty() || ir::group_numbers(op) == GroupNumbers::kReplicasWithPartitions) {
    return a.refuse("how many values it combines is not written; name the devices of each group");
  }
  const auto size = static_cast<int64_t>((*groups)[0].size());
  if (std::any_of(groups->begin(), groups->end(), [&](const auto& group) { return std::ssize(group) != size; })) {
    return a.refuse("its groups differ in size; gather the values and combine them");
  }
  const Rewritten other(a);
  TensorBuilder& b = other.b();
  std::vector<Value*> results;
  for (int i = 0; i < op.num_results(); ++i) {
    const Type type = op.result(i)->type();
    std::vector<int64_t> dims(type.dims().begin(), type.dims().end());
    dims.insert(dims.begin(), 1);
    Value* row = b.reshape(b.convert(other.operand(i), type.element()), dims);
    dims[0] = size;
    Value* all = all_gather(b, row, 0, b.with_dims(type, dims), Exchange::of(op));
    const int64_t first = 0;
    results.push_back(b.reduce(all, std::span(&first, 1), *ir::simple_combiner(op.region(0)),
                               b.splat(b.with_dims(type, {}), identity)));
  }
  return other.finish(results);
}

}  // namespace

Status grad_all_reduce(Adjoint& a) {
  const std::optional<OpKind> combiner = ir::simple_combiner(a.op().region(0));
  const Exchange who = Exchange::of(a.op());
  const std::vector<int> which = live(a);
  TensorBuilder& b = a.b();
  if (combiner == OpKind::kMultiply) return reduce_gathered(a, 1);
  const bool extremum = combiner == OpKind::kMaximum || combiner == OpKind::kMinimum;
  if (combiner != OpKind::kAdd && !extremum) {
    return a.refuse("it combines by more than one op; gather the values and combine them");
  }
  if (which.empty()) return {};
  std::vector<Value*> cts;
  for (int i : which) cts.push_back(a.ct(i));
  cts = all_reduce_sum(b, cts, who);
  for (size_t k = 0; k < which.size(); ++k) {
    const int i = which[k];
    Value* ct = cts[k];
    if (extremum) {  // shared among the devices that have it
      const ElementType element = ct->type().element();
      Value* has_it = b.convert(b.compare(b.convert(a.operand(i), element), "EQ", a.result(i)), element);
      Value* count = all_reduce_sum(b, std::span(&has_it, 1), who)[0];
      ct = b.divide(b.multiply(ct, has_it), count);
    }
    add_as_operand(a, i, ct);
  }
  return {};
}

Status grad_all_gather(Adjoint& a) {
  const int64_t dim = a.op().int_attr(AttrKey::kAllGatherDim);
  for (int i : live(a)) {
    a.add(i, reduce_scatter_sum(a.b(), a.ct(i), dim, a.op().operand(i)->type(), Exchange::of(a.op())));
  }
  return {};
}

Status grad_reduce_scatter(Adjoint& a) {
  if (ir::simple_combiner(a.op().region(0)) != OpKind::kAdd) {
    return a.refuse("only sums are scattered with a gradient; use an all_reduce, and take a part of what it gives");
  }
  const int64_t dim = a.op().int_attr(AttrKey::kScatterDimension);
  for (int i : live(a)) {
    const Type whole = a.b().with_element(a.op().operand(i)->type(), a.ct(i)->type().element());
    add_as_operand(a, i, all_gather(a.b(), a.ct(i), dim, whole, Exchange::of(a.op())));
  }
  return {};
}

Status grad_all_to_all(Adjoint& a) {
  const Op& op = a.op();
  for (int i : live(a)) {
    a.add(i, all_to_all(a.b(), a.ct(i), op.int_attr(AttrKey::kConcatDimension), op.int_attr(AttrKey::kSplitDimension),
                        op.int_attr(AttrKey::kSplitCount), op.operand(i)->type(), Exchange::of(op)));
  }
  return {};
}

Status grad_collective_permute(Adjoint& a) {
  const std::vector<int> which = live(a);
  std::vector<Value*> cts;
  for (int i : which) cts.push_back(a.ct(i));
  std::vector<Type> types;
  for (const Value* ct : cts) types.push_back(ct->type());
  const std::vector<int64_t> pairs = ir::listed_pairs(a.op());
  std::vector<int64_t> turned;
  for (size_t i = 0; i < pairs.size(); i += 2) turned.insert(turned.end(), {pairs[i + 1], pairs[i]});
  Op* back = a.b().like(a.op(), cts, types);
  back->set_attr(AttrKey::kSourceTargetPairs, a.context().ints(turned));
  if (back->int_attr(AttrKey::kChannelId) > 0) back->set_attr(AttrKey::kChannelId, new_channel(a.op().module()));
  for (size_t k = 0; k < which.size(); ++k) a.add(which[k], back->result(static_cast<int>(k)));
  return {};
}

// The root gets the sum over its group; the others gave nothing.
Status grad_collective_broadcast(Adjoint& a) {
  const Op& op = a.op();
  TensorBuilder& b = a.b();
  auto groups = ir::expand_groups(op.attr(AttrKey::kReplicaGroups));
  if (!groups || groups->empty()) return a.refuse("who takes part is not written; name the devices of each group");
  const bool partitions = ir::group_numbers(op) == GroupNumbers::kPartitions;
  if (partitions && ir::device_counts(*op.function()).replicas > 1) {
    return a.refuse("the program runs on replicas and partitions at once; write it for partitions only");
  }
  // Where each device stands in its group; those in none have groups of their own for the sum.
  int64_t devices = 0;
  for (const auto& group : *groups) {
    for (int64_t id : group) devices = std::max(devices, id + 1);
  }
  std::vector<int64_t> places(devices, -1);
  for (const auto& group : *groups) {
    for (size_t i = 0; i < group.size(); ++i) places[group[i]] = static_cast<int64_t>(i);
  }
  for (int64_t id = 0; id < devices; ++id) {
    if (places[id] < 0) groups->push_back({id});
  }
  Exchange who = Exchange::of(op);
  who.groups = ir::list_groups(a.context(), *groups);
  who.global_ids = partitions;

  Value* id = b.op(partitions ? OpKind::kPartitionId : OpKind::kReplicaId, {},
                   std::vector<Type>{b.tensor(ElementType::kU32, {})})
                  ->result();
  Value* number = b.convert(id, ElementType::kS32);
  const int64_t one = 1;
  Value* place =
      b.reshape(b.dynamic_slice(b.integers(ElementType::kS32, places), std::span(&number, 1), std::span(&one, 1)), {});
  Value* root = op.bool_attr(AttrKey::kHasDynamicRoot)
                    ? b.convert(b.reshape(a.operand(op.num_operands() - 1), {}), ElementType::kS32)
                    : b.index(0);
  Value* is_root = b.compare(place, "EQ", root);
  for (int i : live(a)) {
    Value* ct = a.ct(i);
    Value* sum = all_reduce_sum(b, std::span(&ct, 1), who)[0];
    Value* everywhere = b.broadcast_scalar(is_root, b.with_element(sum->type(), ElementType::kPred));
    a.add(i, b.select(everywhere, sum, b.zeros(sum->type())));
  }
  return {};
}

// Rows are sent back: where they landed is what their senders said. As in JAX, the slices that a device sends must not
// overlap; rows of the output that were overwritten get nothing.
Status grad_ragged_all_to_all(Adjoint& a) {
  const Op& op = a.op();
  TensorBuilder& b = a.b();
  const auto groups = ir::expand_groups(op.attr(AttrKey::kReplicaGroups));
  if (!groups || groups->empty()) return a.refuse("who takes part is not written; name the devices of each group");
  const auto count = static_cast<int64_t>((*groups)[0].size());
  Value* sizes = a.operand(5);
  auto told_by_senders = [&](Value* numbers) {
    return all_to_all(b, numbers, 0, 0, count, numbers->type(), Exchange::of(op));
  };
  Value* landed = told_by_senders(a.operand(4));
  if (a.wanted(0)) {
    const Type type = op.operand(0)->type();
    Value* operands[] = {a.ct(), b.zeros(type), landed, sizes, told_by_senders(a.operand(2)), a.operand(3)};
    Op* back = b.like(a.op(), operands, std::span(&type, 1));
    if (back->int_attr(AttrKey::kChannelId) > 0) back->set_attr(AttrKey::kChannelId, new_channel(op.module()));
    a.add(0, back->result());
  }
  if (a.wanted(1)) {
    const Type type = op.operand(1)->type(), list = landed->type();
    const int64_t slices = list.num_elements();
    const Type places = b.tensor(list.element(), std::vector<int64_t>{type.dim(0), slices});
    const int64_t rows = 0, columns = 1;
    auto spread = [&](Value* numbers) {
      return b.broadcast(b.reshape(numbers, std::span(&slices, 1)), places, std::span(&columns, 1));
    };
    Value *row = b.iota(places, 0), *first = spread(landed), *behind = b.add(first, spread(sizes));
    const Type truth = b.with_element(places, ElementType::kPred);
    Value* inside = b.value(OpKind::kAnd, {b.compare(row, "GE", first), b.compare(row, "LT", behind)}, truth);
    Value* overwritten =
        b.reduce(inside, std::span(&columns, 1), OpKind::kOr, b.zeros(b.tensor(ElementType::kPred, {})));
    Value* mask = b.broadcast(overwritten, b.with_element(type, ElementType::kPred), std::span(&rows, 1));
    a.add(1, b.select(mask, b.zeros(type), a.ct()));
  }
  return {};
}

}  // namespace partita::core::transform
