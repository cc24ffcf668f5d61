#include "pjrt/replica_ids.h"

#include <fmt/format.h>

#include "ir/copy_module.h"
#include "ir/names.h"
#include "ir/shown.h"

namespace partita::core::pjrt {
namespace {

// With a channel their groups name partitions, whether they say that ids are global or not.
bool names_partitions(OpKind kind) {
  return kind == OpKind::kAllToAll || kind == OpKind::kCollectivePermute || kind == OpKind::kCollectiveBroadcast;
}

// With a channel and global ids these name devices, which with one replica are its partitions.
bool names_devices(OpKind kind) {
  return kind == OpKind::kAllGather || kind == OpKind::kAllReduce || kind == OpKind::kReduceScatter;
}

class Renumbering {
 public:
  explicit Renumbering(Module& module) : module_(module) {}

  Status run() {
    for (Function* function : module_.functions()) {
      ir::walk(function->body(), [&](Op& op) {
        if (refused_ == nullptr && !renumber(op)) refused_ = &op;
      });
    }
    if (refused_ != nullptr) {
      return base::failure(Code::kBadPlugin,
                           fmt::format("XLA would partition this program again, and {} is not between its partitions "
                                       "alone: write the program with partita partition --ids replica",
                                       ir::shown_op(*refused_)));
    }
    for (Op* id : ids_) {
      Op* own =
          module_.add_op(*id->parent(), OpKind::kReplicaId, {}, std::vector<Type>{id->result()->type()}, {}, 0, id);
      own->result()->set_name(id->result()->name());
      id->result()->replace_all_uses_with(own->result());
      id->erase();
    }
    return {};
  }

 private:
  bool renumber(Op& op) {
    if (op.is(OpKind::kPartitionId)) ids_.push_back(&op);
    if (op.is(OpKind::kReplicaId)) return false;
    if (!op.info().has(ir::kCollective)) return true;
    const bool global = op.bool_attr(AttrKey::kUseGlobalDeviceIds);
    const bool fits =
        op.int_attr(AttrKey::kChannelId) > 0 && (names_partitions(op.kind()) || (names_devices(op.kind()) && global));
    if (!fits) return false;
    for (const AttrKey key : {AttrKey::kChannelId, AttrKey::kChannelType, AttrKey::kUseGlobalDeviceIds}) {
      op.set_attr(key, Attr());
    }
    return true;
  }

  Module& module_;
  std::vector<Op*> ids_;
  const Op* refused_ = nullptr;
};

}  // namespace

Result<std::unique_ptr<Module>> with_replica_ids(const Module& module, int64_t partitions) {
  std::unique_ptr<Module> copy = ir::copy_module(module);
  PARTITA_CHECK_OK(Renumbering(*copy).run());
  copy->set_discardable_attribute(hlo_names::kNumReplicas, module.context().integer(partitions, "i32"));
  copy->set_discardable_attribute(hlo_names::kNumPartitions, module.context().integer(1, "i32"));
  return copy;
}

}  // namespace partita::core::pjrt
