#include "transform/grad/exchange.h"

#include <algorithm>

#include "ir/replica_groups.h"
#include "shard/axis_groups.h"

namespace partita::core::transform {

Attr new_channel(const Module& module) {
  int64_t last = 0;
  for (const Function* function : module.functions()) {
    walk(function->body(), [&](const Op& op) { last = std::max(last, op.int_attr(AttrKey::kChannelId)); });
  }
  return module.context().integer(last + 1);
}

Exchange Exchange::of(const Op& collective) {
  return {.groups = collective.attr(AttrKey::kReplicaGroups),
          .channel_type = collective.attr(AttrKey::kChannelType),
          .channel = collective.int_attr(AttrKey::kChannelId) > 0,
          .global_ids = collective.bool_attr(AttrKey::kUseGlobalDeviceIds)};
}

Exchange Exchange::along(Context& context, const Mesh& mesh, std::span<const AxisRef> axes) {
  std::vector<std::vector<int64_t>> groups;
  for (int64_t i = 0; i < mesh.device_count(); ++i) {
    const int64_t device = mesh.order().id_at(i);
    std::vector<int64_t> group = shard::devices_along(mesh, axes, device);
    if (group.front() == device) groups.push_back(std::move(group));
  }
  return {.groups = ir::list_groups(context, groups),
          .channel_type = context.integer(1),
          .channel = true,
          .global_ids = true};
}

namespace {

// With the attributes that all collectives have.
Op* collective(TensorBuilder& b, OpKind kind, std::span<Value* const> operands, std::span<const Type> results,
               std::initializer_list<KeyedAttr> own, const Exchange& who, int regions) {
  Op* op = b.op(kind, operands, results, own, regions);
  op->set_attr(AttrKey::kReplicaGroups, who.groups);
  if (who.channel) {
    op->set_attr(AttrKey::kChannelId, new_channel(b.module()));
    op->set_attr(AttrKey::kChannelType, who.channel_type);
  }
  const bool tells_devices = kind != OpKind::kAllToAll;
  if (who.global_ids && tells_devices) op->set_attr(AttrKey::kUseGlobalDeviceIds, b.context().boolean(true));
  return op;
}

}  // namespace

std::vector<Value*> all_reduce_sum(TensorBuilder& b, std::span<Value* const> operands, const Exchange& who) {
  std::vector<Type> types;
  for (const Value* operand : operands) types.push_back(operand->type());
  Op* op = collective(b, OpKind::kAllReduce, operands, types, {}, who, 1);
  b.fill_combiner(op->region(0), OpKind::kAdd, types[0].element());
  return op->results();
}

Value* all_gather(TensorBuilder& b, Value* operand, int64_t dim, Type result, const Exchange& who) {
  return collective(b, OpKind::kAllGather, std::span(&operand, 1), std::span(&result, 1),
                    {{AttrKey::kAllGatherDim, b.context().integer(dim)}}, who, 0)
      ->result();
}

Value* reduce_scatter_sum(TensorBuilder& b, Value* operand, int64_t dim, Type result, const Exchange& who) {
  Op* op = collective(b, OpKind::kReduceScatter, std::span(&operand, 1), std::span(&result, 1),
                      {{AttrKey::kScatterDimension, b.context().integer(dim)}}, who, 1);
  b.fill_combiner(op->region(0), OpKind::kAdd, result.element());
  return op->result();
}

Value* all_to_all(TensorBuilder& b, Value* operand, int64_t split, int64_t concat, int64_t count, Type result,
                  const Exchange& who) {
  return collective(b, OpKind::kAllToAll, std::span(&operand, 1), std::span(&result, 1),
                    {{AttrKey::kSplitDimension, b.context().integer(split)},
                     {AttrKey::kConcatDimension, b.context().integer(concat)},
                     {AttrKey::kSplitCount, b.context().integer(count)}},
                    who, 0)
      ->result();
}

}  // namespace partita::core::transform
