#include "optimize/ring.h"

#include <algorithm>
#include <vector>

#include "ir/boundary_names.h"
#include "ir/build/element_bytes.h"
#include "ir/device_pairs.h"
#include "ir/names.h"
#include "ir/replica_groups.h"
#include "optimize/collective.h"

namespace partita::core::optimize {
namespace {

constexpr int64_t kDeviceToDevice = 1;

Type index_type(TensorBuilder& b) { return b.tensor(ElementType::kS64, {}); }

Value* arithmetic(TensorBuilder& b, OpKind kind, Value* a, int64_t number) {
  return b.value(kind, {a, index_constant(b, number)}, a->type());
}

}  // namespace

Value* index_constant(TensorBuilder& b, int64_t number) {
  return b.constant(b.context().dense(index_type(b), true, ir::integer_bytes(ElementType::kS64, number)));
}

std::optional<Ring> Ring::of(const Op& collective) {
  const std::optional<DeviceNumbers> numbers = DeviceNumbers::of(collective.module());
  const std::optional<int64_t> size = group_size(collective);
  if (!numbers || !size || *size < 2 || !numbers->names(collective)) return std::nullopt;
  const Attr named = collective.attr(AttrKey::kReplicaGroups);
  Ring ring(collective, *size, *numbers);
  if (is_iota_groups(named)) {
    const std::span<const int64_t> shape = named.get("iota_shape").ints();
    if (shape[0] * shape[1] != numbers->devices) return std::nullopt;
    Context& context = collective.module().context();
    const PlaceRun down[] = {{1, 0, *size - 1}, {0, *size - 1, 1}}, up[] = {{0, 1, *size - 1}, {*size - 1, 0, 1}};
    ring.next_ = ir::moves_in_groups(context, named, down);
    ring.previous_ = ir::moves_in_groups(context, named, up);
    return ring;
  }
  const auto groups = expand_groups(named);
  if (!groups || std::ssize(*groups) * *size != numbers->devices) return std::nullopt;
  std::vector<bool> seen(numbers->devices);
  std::vector<int64_t> next, previous;
  for (const std::vector<int64_t>& group : *groups) {
    for (size_t i = 0; i < group.size(); ++i) {
      const int64_t here = group[i], following = group[(i + 1) % group.size()];
      if (here < 0 || here >= numbers->devices || seen[here]) return std::nullopt;
      seen[here] = true;
      next.insert(next.end(), {following, here});
      previous.insert(previous.end(), {here, following});
    }
  }
  Context& context = collective.module().context();
  ring.next_ = context.ints(next);
  ring.previous_ = context.ints(previous);
  return ring;
}

void Ring::place_in(Function& function) {
  TensorBuilder b(function.body().first());
  b.set_origin(*collective_);
  const Type id_type = b.tensor(ElementType::kU32, {});
  Value* id = b.value(OpKind::kConvert, {b.value(numbers_.id, {}, id_type)}, index_type(b));
  const Attr groups = collective_->attr(AttrKey::kReplicaGroups);
  if (const std::optional<DeviceIndex> index = optimize::group_position(groups, numbers_)) {
    Value* sum = nullptr;
    for (const DeviceIndex::Digit& digit : index->digits()) {
      Value* term = id;
      if (digit.stride > 1) term = arithmetic(b, OpKind::kDivide, term, digit.stride);
      if (digit.stride * digit.size < numbers_.devices) term = arithmetic(b, OpKind::kRemainder, term, digit.size);
      if (digit.factor != 1) term = arithmetic(b, OpKind::kMultiply, term, digit.factor);
      sum = sum == nullptr ? term : b.add(sum, term);
    }
    position_ = sum;
    return;
  }
  // By a table.
  std::vector<int64_t> positions(numbers_.devices);
  const auto listed = expand_groups(groups);
  for (const std::vector<int64_t>& group : *listed) {
    for (size_t i = 0; i < group.size(); ++i) positions[group[i]] = static_cast<int64_t>(i);
  }
  const int64_t one = 1;
  position_ = b.reshape(b.dynamic_slice(b.integers(ElementType::kS64, positions), {&id, 1}, {&one, 1}), {});
}

Value* Ring::pull(TensorBuilder& b, Value* value, Attr pairs) const {
  const Type type = value->type();
  // Partitions are named where there is a channel, replicas where there is none.
  Op* made = numbers_.id == OpKind::kPartitionId
                 ? b.op(OpKind::kCollectivePermute, {&value, 1}, {&type, 1},
                        {{AttrKey::kSourceTargetPairs, pairs},
                         {AttrKey::kChannelId,
                          b.context().integer(std::max<int64_t>(collective_->int_attr(AttrKey::kChannelId), 1))},
                         {AttrKey::kChannelType, b.context().integer(kDeviceToDevice)}})
                 : b.op(OpKind::kCollectivePermute, {&value, 1}, {&type, 1}, {{AttrKey::kSourceTargetPairs, pairs}});
  made->set_discardable_attributes(collective_->discardable_attributes());
  Context& context = b.context();
  const Attr said = collective_->discardable_attribute(ir::hlo_names::kFrontendAttributes);
  const Attr side = context.string(pairs == next_ ? "next" : "previous");
  made->set_discardable_attribute(ir::hlo_names::kFrontendAttributes,
                                  context.with_entry(said ? said : context.dict({}), ir::boundary_names::kRing, side));
  made->set_location(collective_->location());
  made->set_offset(collective_->offset());
  return made->result();
}

Value* Ring::shard(TensorBuilder& b, const Offset& offset) const {
  Value* sum = position_;
  int64_t constant = offset.constant;
  if (offset.subtracted) constant += size_;
  if (constant < 0) constant += size_;
  if (constant == 0 && offset.counter == nullptr) return sum;
  if (constant != 0) sum = arithmetic(b, OpKind::kAdd, sum, constant);
  if (offset.counter != nullptr) {
    sum = offset.subtracted ? b.subtract(sum, offset.counter) : b.add(sum, offset.counter);
  }
  return arithmetic(b, OpKind::kRemainder, sum, size_);
}

}  // namespace partita::core::optimize
