#include "optimize/collective.h"

#include "ir/combiner.h"
#include "ir/names.h"
#include "ir/replica_groups.h"
#include "optimize/effects.h"

namespace partita::core::optimize {

std::optional<int64_t> group_size(const Op& collective) {
  const Attr groups = collective.attr(AttrKey::kReplicaGroups);
  if (is_iota_groups(groups)) return groups.get("iota_shape").ints()[1];
  if (!groups.is(AttrKind::kArray) || groups.elements().empty()) return std::nullopt;
  const size_t size = groups.elements()[0].ints().size();
  for (Attr group : groups.elements()) {
    if (group.ints().size() != size) return std::nullopt;
  }
  return size > 0 ? std::optional(static_cast<int64_t>(size)) : std::nullopt;
}

namespace {

bool one_replica(const Module& module) {
  const Attr replicas = module.discardable_attribute(hlo_names::kNumReplicas);
  return !replicas.is(AttrKind::kInt) || replicas.as_int() <= 1;
}

}  // namespace

bool same_groups(const Op& a, const Op& b) {
  if (a.attr(AttrKey::kReplicaGroups) != b.attr(AttrKey::kReplicaGroups)) return false;
  const GroupNumbers x = group_numbers(a), y = group_numbers(b);
  if (x == y) return true;
  // Partitions and devices are the same numbers where there is one replica.
  auto by_partition = [](GroupNumbers mode) {
    return mode == GroupNumbers::kPartitions || mode == GroupNumbers::kDevices;
  };
  return by_partition(x) && by_partition(y) && one_replica(a.module());
}

std::optional<OpKind> reducer_of(const Op& collective) {
  return collective.num_regions() == 1 ? simple_combiner(collective.region(0)) : std::nullopt;
}

Op* make_collective(Op& like, OpKind kind, std::span<Value* const> operands, std::span<const Type> results,
                    std::span<const KeyedAttr> further, Op* before) {
  std::vector<KeyedAttr> attrs(further.begin(), further.end());
  for (const KeyedAttr& attr : like.attrs()) {
    const bool shared = attr.key == AttrKey::kReplicaGroups || attr.key == AttrKey::kChannelId ||
                        attr.key == AttrKey::kChannelType || attr.key == AttrKey::kUseGlobalDeviceIds;
    if (shared && find_attr_spec(kind, attr.key) != nullptr) attrs.push_back(attr);
  }
  Module& module = like.module();
  const bool reduces = op_info(kind).min_regions == 1;
  Op* made = module.add_op(*before->parent(), kind, operands, results, attrs, reduces ? 1 : 0, before);
  if (reduces) {
    Module::ValueMap map;
    for (const Value* argument : like.region(0).arguments()) {
      made->region(0).add_argument(argument->type(), argument->name());
    }
    module.clone_region(like.region(0), made->region(0), map);
  }
  made->set_discardable_attributes(like.discardable_attributes());
  made->set_location(like.location());
  made->set_offset(like.offset());
  return made;
}

void erase_unused(Op* op) {
  std::vector<Op*> pending = {op};
  while (!pending.empty()) {
    Op* at = pending.back();
    pending.pop_back();
    // Unlinked ones have been here before.
    if (at == nullptr || at->parent() == nullptr || !at->is_unused() || has_effect(*at) ||
        at->info().has(kTerminator)) {
      continue;
    }
    for (int i = 0; i < at->num_operands(); ++i) {
      if (at->operand(i)->op() != nullptr) pending.push_back(at->operand(i)->op());
    }
    at->erase();
  }
}

void replace_result(Op& op, Value* by) {
  if (by->name().empty()) by->set_name(op.result()->name());
  op.result()->replace_all_uses_with(by);
  erase_unused(&op);
}

}  // namespace partita::core::optimize
