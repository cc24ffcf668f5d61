// gather on shards. Dimensions of the indices, batching dimensions and dimensions of which the slice takes all pass:
// the op itself on shards. An operand dimension whose index counts along a dimension of the indices is divided like it,
// and counts in its shard. Along others an element has one owner:
//
//   rows of 10, on 3 devices of 4, indices 1 9 12:    1 . .     . . .     . 9 9      clamped first, then looked for
//
// The owner gives what it has, the others the identity, and the result is an unreduced value. Slices of several
// elements may lie on several shards: the shard gets identities on both sides, where what others own is found.
#include <algorithm>

#include "partition/lower/indices.h"
#include "partition/lower/lowering_patterns.h"

namespace partita::core::partition {
namespace {

class LocalGather {
 public:
  LocalGather(LoweringState& lowering, const LocalOp& local)
      : b_(lowering.builder()),
        local_(local),
        dims_(gather_dims(local.op)),
        operand_(local.operands[0]),
        columns_(b_, local.operands[1], dims_.index_vector_dim, dims_.start_index_map,
                 dims_.start_indices_batching_dims),
        sizes_(dims_.slice_sizes.begin(), dims_.slice_sizes.end()) {}

  Value* run() {
    Type global = local_.op.operand(0)->type();
    for (int d = 0; d < global.rank(); ++d) {
      if (local_.operand_sharding(0).shard_count(d) == 1) continue;
      if (std::ranges::find(dims_.operand_batching_dims, d) != dims_.operand_batching_dims.end()) continue;
      int64_t& size = sizes_[d];
      if (size == global.dim(d)) {
        size = operand_->type().dim(d);
      } else if (std::optional<int> along = counted_along(local_.rule, 1, d)) {
        columns_.set(d, b_.iota(columns_.type(), columns_.column_dim(*along)));
      } else {
        find_owner(d, global.dim(d), size);
      }
    }
    Type type = b_.local(local_.op.result()->type(), local_.result_sharding(0));
    Value* operands[] = {operand_, columns_.joined()};
    Op* made = b_.clone(local_.op, operands, std::span(&type, 1));
    Context& context = b_.context();
    made->set_attr(AttrKey::kSliceSizes, context.ints(sizes_));
    if (columns_.changed()) {
      made->set_attr(AttrKey::kStartIndexMap, context.ints(columns_.operand_dims()));
      made->set_attr(AttrKey::kIndexVectorDim, context.integer(columns_.vector_dim()));
      made->set_attr(AttrKey::kStartIndicesBatchingDims, context.ints(columns_.batching()));
    }
    if (!columns_.keeps_promises(local_.op.operand(1)->type(), local_.operand_sharding(1))) {
      made->set_attr(AttrKey::kIndicesAreSorted, context.boolean(false));
    }
    return owned_ == nullptr ? made->result() : masked(made->result());
  }

 private:
  Value* on_columns(OpKind kind, Value* x, Value* y) { return b_.value(kind, {x, y}, x->type()); }

  void find_owner(int d, int64_t n, int64_t size) {
    const int64_t tile = operand_->type().dim(d);
    Value* start = columns_.get(d);
    start = on_columns(OpKind::kMaximum, start, columns_.spread(b_.index(0)));
    start = on_columns(OpKind::kMinimum, start, columns_.spread(b_.index(n - size)));
    Value* offset = b_.shard_offset(local_.operand_sharding(0), d, tile);
    if (size == 1) {
      start = on_columns(OpKind::kSubtract, start, columns_.spread(offset));
      require(b_.compare(start, "GE", columns_.spread(b_.index(0))));
      require(b_.compare(start, "LT", columns_.spread(b_.index(tile))));
    } else {
      // Clamped to the shard with its margins, a slice that lies elsewhere has identities only.
      Type scalar = b_.tensor(operand_->type().element(), {});
      operand_ = b_.pad_dim(operand_, d, size, size, b_.identity(scalar, local_.result_sharding(0).reduction()));
      start = on_columns(OpKind::kSubtract, start, columns_.spread(b_.sub(offset, b_.index(size))));
    }
    columns_.set(d, start);
  }

  void require(Value* condition) {
    owned_ = owned_ == nullptr ? condition : on_columns(OpKind::kAnd, owned_, condition);
  }

  Value* masked(Value* result) {
    std::vector<int64_t> batch;
    for (int d = 0; d < result->type().rank(); ++d) {
      if (std::ranges::find(dims_.offset_dims, d) == dims_.offset_dims.end()) batch.push_back(d);
    }
    Value* mask = b_.broadcast(owned_, b_.tensor(ElementType::kPred, result->type().dims()), batch);
    return b_.select(mask, result, b_.identity(result->type(), local_.result_sharding(0).reduction()));
  }

  LocalBuilder& b_;
  const LocalOp& local_;
  const GatherDims dims_;
  Value* operand_;
  IndexColumns columns_;
  std::vector<int64_t> sizes_;
  Value* owned_ = nullptr;  // per index vector: all its elements along dimensions of slice size 1 are here
};

std::vector<Value*> lower_gather(LoweringState& lowering, const LocalOp& local) {
  return {LocalGather(lowering, local).run()};
}

}  // namespace

constinit const LoweringPattern kLowerGather = {.lower = lower_gather, .can_divide = divides_pass_and_reduce};

}  // namespace partita::core::partition
