// Collectives in the memory of this process: every device reads what the others have. The results of all-reduce and
// all-gather are made once for a group, each device its part of them.
#include <algorithm>

#include "engine/collective_steps.h"
#include "engine/lowering.h"
#include "engine/pointwise.h"
#include "ir/combiner.h"
#include "ir/replica_groups.h"

namespace partita::core::engine {
namespace {

constexpr int64_t kMostMembers = 32;  // operands of one loop

std::optional<loop::Combiner> combiner_of(const Op& op) {
  const std::optional<OpKind> kind = ir::simple_combiner(op.region(0));
  const ElementType element = op.operand(0)->type().element();
  if (!kind || is_complex(element) || bit_width(element) < 8) return std::nullopt;
  for (const Value* operand : op.operands()) {
    if (operand->type().element() != element) return std::nullopt;
  }
  if (op.region(0).argument(0)->type().element() != element) return std::nullopt;
  return combiner_for(*kind);
}

// The size of all groups of the op; 0 where they differ in size or are not known before it runs.
int64_t group_size(const Op& op, const CompileOptions& options) {
  const std::optional<std::vector<std::vector<int64_t>>> groups = ir::expand_groups(op.attr(AttrKey::kReplicaGroups));
  if (!groups) return 0;
  const ir::GroupNumbers numbers = ir::group_numbers(op);
  int64_t size = 0;
  for (const std::vector<int64_t>& group : *groups) {
    if (size != 0 && size != std::ssize(group)) return 0;
    size = std::ssize(group);
  }
  const int64_t all = numbers == ir::GroupNumbers::kPartitions ? options.partitions
                      : numbers == ir::GroupNumbers::kDevices  ? options.replicas * options.partitions
                                                               : options.replicas;
  if (size == 0) size = all;
  return numbers == ir::GroupNumbers::kReplicasWithPartitions ? size * options.partitions : size;
}

}  // namespace

bool Lowering::lower_collective(const Op& op) {
  std::unique_ptr<CollectiveStep> step;
  bool shared = false;
  switch (op.kind()) {
    case OpKind::kAllReduce:
    case OpKind::kReduceScatter: {
      const std::optional<loop::Combiner> combiner = combiner_of(op);
      const int64_t size = group_size(op, program_.options);
      if (!combiner || size < 1 || size > kMostMembers) return false;
      step = std::make_unique<ReduceStep>(op, *combiner, size);
      shared = op.is(OpKind::kAllReduce);
      break;
    }
    case OpKind::kAllGather:
      step = std::make_unique<GatherAllStep>(op);
      shared = true;
      break;
    case OpKind::kAllToAll: step = std::make_unique<AllToAllStep>(op); break;
    case OpKind::kCollectivePermute: step = std::make_unique<PermuteStep>(op); break;
    default: return false;
  }
  for (const Value* operand : op.operands()) {
    if (!operand->type().is_tensor()) return false;
    step->operands.push_back(dense(*operand).place);
    step->reads.push_back(step->operands.back().buffer);
    program_.met.insert(step->reads.back());
  }
  program_.most_operands = std::max(program_.most_operands, op.num_operands());
  for (const Value* result : op.results()) {
    View view;
    if (shared) {
      const int buffer = new_buffer(result->type().byte_size());
      program_.buffers[buffer].kind = Buffer::Kind::kShared;
      program_.buffers[buffer].index = shared_class(op);
      view = views_[result] = dense_view(buffer, result->type());
    } else {
      view = make(*result);
    }
    // What comes from another host is received there, which must not go with the run.
    if (op.is(OpKind::kCollectivePermute)) program_.met.insert(view.place.buffer);
    step->results.push_back(view.place);
    step->computes.emplace_back(result, view);
    step->writes.push_back(view.place.buffer);
  }
  emit(std::move(step));
  // What goes elsewhere goes at once, so that the memory that is shared serves the next collective: but for one that is
  // still on its way.
  if (!shared || program_.options.overlaps) return true;
  for (const Value* result : op.results()) {
    const std::optional<View> wanted = destination_of(*result);
    if (!wanted) continue;
    copy(views_.at(result), *wanted, &op);
    owners_[wanted->place.buffer] = &scope_->region;
    views_[result] = *wanted;
  }
  return true;
}

// Devices share memory with those of their group: what one group is done with serves other ops of the same groups.
int Lowering::shared_class(const Op& op) {
  const void* groups = op.attr(AttrKey::kReplicaGroups).id();
  const std::pair<const void*, int> key(
      groups, (op.has_attr(AttrKey::kChannelId) ? 1 : 0) + (op.has_attr(AttrKey::kUseGlobalDeviceIds) ? 2 : 0));
  for (size_t i = 0; i < shared_classes_.size(); ++i) {
    if (shared_classes_[i] == key) return static_cast<int>(i);
  }
  shared_classes_.push_back(key);
  program_.sharers.push_back(std::max<int64_t>(group_size(op, program_.options), 1));
  return static_cast<int>(shared_classes_.size()) - 1;
}

}  // namespace partita::core::engine
