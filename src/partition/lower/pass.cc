// Ops whose divided factors all pass: the op itself on shards.
//
//   slice 8x6 [0:8, 2:5] with dimension 0 divided by 4:  slice 2x6 [0:2, 2:5]
#include "ir/views.h"
#include "partition/lower/lowering_patterns.h"

namespace partita::core::partition {
namespace {

// A list of sizes or limits, one per dimension of `global`: those that took all of a dimension take all of the shard.
Attr local_sizes(Context& context, std::span<const int64_t> sizes, std::span<const int64_t> global,
                 std::span<const int64_t> local) {
  std::vector<int64_t> out(sizes.begin(), sizes.end());
  for (size_t d = 0; d < out.size(); ++d) {
    if (out[d] == global[d]) out[d] = local[d];
  }
  return context.ints(out);
}

}  // namespace

std::vector<Value*> lower_pass(LoweringState& lowering, const LocalOp& local) {
  LocalBuilder& b = lowering.builder();
  std::vector<Type> types;
  types.reserve(static_cast<size_t>(local.op.num_results()));
  for (int i = 0; i < local.op.num_results(); ++i) {
    const Sharding* sharding = local.choice.results[i];
    Type type = local.op.result(i)->type();
    types.push_back(sharding != nullptr ? b.local(type, *sharding) : type);
  }
  Op* made = b.clone(local.op, local.operands, types);
  auto adjust = [&](AttrKey key) {
    made->set_attr(key, local_sizes(b.context(), made->ints_attr(key), local.op.operand(0)->type().dims(),
                                    local.operands[0]->type().dims()));
  };
  switch (local.op.kind()) {
    case OpKind::kSlice: adjust(AttrKey::kLimitIndices); break;
    case OpKind::kDynamicSlice:
    case OpKind::kGather: adjust(AttrKey::kSliceSizes); break;
    default: break;
  }
  return made->results();
}

constinit const LoweringPattern kLowerPass = {.lower = lower_pass, .can_divide = divides_pass};

}  // namespace partita::core::partition
