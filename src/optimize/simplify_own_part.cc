// A collective and the part of its result that is a device's own.
#include "optimize/collective.h"
#include "optimize/simplify.h"

namespace partita::core::optimize {
namespace {

bool has_one_result(const Op& op) { return op.num_results() == 1; }

Op* maker(Value* value, OpKind kind) {
  return value->op() != nullptr && value->op()->is(kind) && has_one_result(*value->op()) ? value->op() : nullptr;
}

}  // namespace

std::optional<int> Simplifier::own_dimension(const Op& slice, const Op& collective) const {
  const std::optional<int64_t> members = group_size(collective);
  if (!numbers_ || !members || !numbers_->names(collective)) return std::nullopt;
  const Type from = slice.operand(0)->type(), to = slice.result()->type();
  std::optional<int> dim;
  for (int d = 0; d < from.rank(); ++d) {
    if (from.dim(d) == to.dim(d)) continue;  // all of it, wherever the start is clamped from
    if (dim || from.dim(d) != to.dim(d) * *members) return std::nullopt;
    dim = d;
  }
  if (!dim) return std::nullopt;
  const std::optional<DeviceIndex> start = device_index(slice.operand(1 + *dim), *numbers_);
  const Attr groups = collective.attr(AttrKey::kReplicaGroups);
  return start && is_group_position(*start, to.dim(*dim), groups, *numbers_) ? dim : std::nullopt;
}

Value* Simplifier::own_part_of_collective(Op& slice) {
  Value* from = slice.operand(0);
  Op* collective = from->op();
  if (collective == nullptr || !has_one_result(*collective)) return nullptr;
  Value* x = collective->num_operands() > 0 ? collective->operand(0) : nullptr;
  if (collective->is(OpKind::kAllGather)) {
    const std::optional<int> dim = own_dimension(slice, *collective);
    if (!dim) return nullptr;
    const auto gathered = collective->int_attr(AttrKey::kAllGatherDim);
    if (*dim == gathered) {  // what a device gave itself
      replace_result(slice, x);
      return x;
    }
    // Part of every member's: an exchange instead of all of it. One that reads a channel as partitions must not be made
    // of one that does not.
    if (!from->has_one_use() || collective->parent() != slice.parent()) return nullptr;
    if (numbers_->id == OpKind::kReplicaId && collective->int_attr(AttrKey::kChannelId) > 0) return nullptr;
    const KeyedAttr further[] = {{AttrKey::kSplitDimension, context().integer(*dim)},
                                 {AttrKey::kConcatDimension, context().integer(gathered)},
                                 {AttrKey::kSplitCount, context().integer(*group_size(*collective))}};
    Op* made =
        make_collective(*collective, OpKind::kAllToAll, {&x, 1}, std::vector{slice.result()->type()}, further, &slice);
    replace_result(slice, made->result());
    return made->result();
  }
  if (collective->is(OpKind::kAllReduce) && from->has_one_use() && collective->parent() == slice.parent() &&
      x->type() == from->type()) {
    const std::optional<int> dim = own_dimension(slice, *collective);
    if (!dim) return nullptr;
    const KeyedAttr further[] = {{AttrKey::kScatterDimension, context().integer(*dim)}};
    Op* made = make_collective(*collective, OpKind::kReduceScatter, {&x, 1}, std::vector{slice.result()->type()},
                               further, &slice);
    replace_result(slice, made->result());
    return made->result();
  }
  return nullptr;
}

// gather (own part of x) is x, where all members have the same x.
Value* Simplifier::gather_of_own_part(Op& gather) {
  if (!has_one_result(gather)) return nullptr;
  Op* slice = maker(gather.operand(0), OpKind::kDynamicSlice);
  if (slice == nullptr || slice->operand(0)->type() != gather.result()->type()) return nullptr;
  const std::optional<int> dim = own_dimension(*slice, gather);
  if (!dim || *dim != gather.int_attr(AttrKey::kAllGatherDim)) return nullptr;
  Value* x = slice->operand(0);
  if (!is_same_in_groups(x, gather)) return nullptr;
  replace_result(gather, x);
  return x;
}

// The same bytes in one collective.
Value* Simplifier::gather_of_scatter(Op& gather) {
  if (!has_one_result(gather)) return nullptr;
  Op* scatter = maker(gather.operand(0), OpKind::kReduceScatter);
  if (scatter == nullptr || !scatter->result()->has_one_use() || !same_groups(*scatter, gather)) return nullptr;
  if (scatter->parent() != gather.parent()) return nullptr;  // one may run more often
  if (scatter->int_attr(AttrKey::kScatterDimension) != gather.int_attr(AttrKey::kAllGatherDim)) return nullptr;
  Value* x = scatter->operand(0);
  if (x->type() != gather.result()->type()) return nullptr;
  Op* made = make_collective(*scatter, OpKind::kAllReduce, {&x, 1}, std::vector{x->type()}, {}, &gather);
  replace_result(gather, made->result());
  return made->result();
}

// all_to_all splits a and joins b; gathered along a again: gathered along b alone.
Value* Simplifier::gather_of_exchange(Op& gather) {
  if (!has_one_result(gather)) return nullptr;
  Op* exchange = maker(gather.operand(0), OpKind::kAllToAll);
  if (exchange == nullptr || !same_groups(*exchange, gather)) return nullptr;
  const int64_t split = exchange->int_attr(AttrKey::kSplitDimension);
  const int64_t joined = exchange->int_attr(AttrKey::kConcatDimension);
  if (split == joined || split != gather.int_attr(AttrKey::kAllGatherDim)) return nullptr;
  const KeyedAttr further[] = {{AttrKey::kAllGatherDim, context().integer(joined)}};
  Value* x = exchange->operand(0);
  Op* made =
      make_collective(gather, OpKind::kAllGather, {&x, 1}, std::vector{gather.result()->type()}, further, &gather);
  replace_result(gather, made->result());
  return made->result();
}

}  // namespace partita::core::optimize
