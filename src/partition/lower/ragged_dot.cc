// ragged_dot on shards: groups of consecutive rows of lhs, by their sizes.
//
//   group sizes 3 4 2 of 10 rows, on 2 devices of 5 rows:      3 2 0  and  0 2 2
//
// Where the ragged dimension is divided, the ends of the groups are counted from the shard's first row and clamped to
// it. A device that has some of rhs's groups gives the rows of these and the identity for others. In a result with one
// matrix for each group, a device that gives some of the groups lets what comes before them be a group of its own.
#include <algorithm>

#include "partition/lower/contraction.h"
#include "partition/lower/indices.h"
#include "partition/lower/lowering_patterns.h"

namespace partita::core::partition {
namespace {

class LocalRaggedDot {
 public:
  LocalRaggedDot(LoweringState& lowering, const LocalOp& local)
      : lowering_(lowering),
        b_(lowering.builder()),
        local_(without_contracted_padding(b_, local, dot_dims(local.op))),
        dims_(dot_dims(local.op)),
        ragged_(local.op.ints_attr(AttrKey::kLhsRaggedDimensions)[0]),
        group_dims_(local.op.ints_attr(AttrKey::kRhsGroupDimensions)),
        sizes_(local.operands[2]),
        groups_(sizes_->type().dims().back()) {}

  std::vector<Value*> run() {
    const Sharding& rhs = local_.operand_sharding(1);
    const Sharding& result = local_.result_sharding(0);
    const bool contracted = ir::contains(dims_.lhs_contracting, ragged_);
    const bool rows_divided = local_.operand_sharding(0).shard_count(ragged_) > 1;
    const bool owned_rows = !group_dims_.empty() && rhs.shard_count(group_dims_[0]) > 1;
    const bool owned_results = contracted && result.shard_count(0) > 1;
    if (groups_ == 0 || (!rows_divided && !owned_rows && !owned_results)) return lower_pass(lowering_, local_);
    ends_ = ends_of_groups();
    if (rows_divided) count_from_shard();
    if (owned_results) return {own_results(result)};
    if (owned_rows) return {own_rows(rhs, result)};
    set_sizes(differences(ends_));
    return lower_pass(lowering_, local_);
  }

 private:
  // Lists of groups have them in their last dimension.
  int last() const { return sizes_->type().rank() - 1; }
  Value* both(OpKind kind, Value* x, Value* y) { return b_.value(kind, {x, y}, x->type()); }
  Value* shifted(Value* ends, int64_t by) { return b_.pad_dim(ends, last(), by, -by, b_.index(0)); }
  Value* differences(Value* ends) { return both(OpKind::kSubtract, ends, shifted(ends, 1)); }
  void set_sizes(Value* sizes) { local_.operands[2] = b_.convert(sizes, sizes_->type().element()); }

  // Sums of the sizes so far, in steps of 1, 2, 4, …
  Value* ends_of_groups() {
    Value* ends = wide_index(b_, sizes_);
    for (int64_t by = 1; by < groups_; by *= 2) ends = both(OpKind::kAdd, ends, shifted(ends, by));
    return ends;
  }

  void count_from_shard() {
    Type type = ends_->type();
    const int64_t tile = local_.operands[0]->type().dim(ragged_);
    Value* offset = b_.shard_offset(local_.operand_sharding(0), ragged_, tile);
    Value* ends = both(OpKind::kSubtract, ends_, b_.broadcast_scalar(offset, type));
    ends = both(OpKind::kMaximum, ends, b_.broadcast_scalar(b_.index(0), type));
    ends_ = both(OpKind::kMinimum, ends, b_.broadcast_scalar(b_.index(tile), type));
  }

  // The ends of the groups this device has, `tile` of them, and the end of what comes before. Groups that are padding
  // end where the last one ends.
  struct OwnGroups {
    Value* before;
    Value* ends;
  };
  OwnGroups own_groups(const Sharding& sharding, int dim, int64_t tile) {
    Value* all = b_.pad_dim(ends_, last(), 1, 0, b_.index(0));
    const int64_t padding = tile * sharding.shard_count(dim) - groups_;
    if (padding > 0) {
      std::vector<int64_t> dims(all->type().dims().begin(), all->type().dims().end());
      dims.back() = 1;
      Value* end = b_.reshape(b_.slice_dim(all, last(), groups_, groups_ + 1), std::span(dims).first(dims.size() - 1));
      dims.back() = padding;
      std::vector<int64_t> kept(dims.size() - 1);
      for (size_t d = 0; d < kept.size(); ++d) kept[d] = static_cast<int64_t>(d);
      Value* parts[] = {all, b_.broadcast(end, b_.tensor(ElementType::kS64, dims), kept)};
      all = b_.concatenate(parts, last());
    }
    Value* own = b_.dynamic_slice_dim(all, last(), b_.shard_offset(sharding, dim, tile), tile + 1);
    return {b_.slice_dim(own, last(), 0, 1), b_.slice_dim(own, last(), 1, tile + 1)};
  }

  // The first own group takes in what comes before it; these rows, and those after the last group, are others'.
  Value* own_rows(const Sharding& rhs, const Sharding& result) {
    const auto dim = static_cast<int>(group_dims_[0]);
    const int64_t tile = local_.operands[1]->type().dim(dim);
    OwnGroups own = own_groups(rhs, dim, tile);
    set_sizes(differences(own.ends));
    Value* product = lower_pass(lowering_, local_)[0];
    Type positions = b_.tensor(ElementType::kS64, product->type().dims());
    Value* row = b_.iota(positions, result_dim(ragged_));
    Value* mine = both(OpKind::kAnd, b_.compare(row, "GE", spread(own.before, positions)),
                       b_.compare(row, "LT", spread(b_.slice_dim(own.ends, last(), tile - 1, tile), positions)));
    return b_.select(mine, product, b_.identity(product->type(), result.reduction()));
  }

  // One more group at the front, cut off the result.
  Value* own_results(const Sharding& result) {
    const int64_t tile = result.local_shape(local_.op.result()->type().dims())[0];
    OwnGroups own = own_groups(result, 0, tile);
    Value* parts[] = {own.before, own.ends};
    set_sizes(differences(b_.concatenate(parts, last())));
    std::vector<int64_t> dims = result.local_shape(local_.op.result()->type().dims());
    dims[0] = tile + 1;
    Type type = b_.tensor(local_.op.result()->type().element(), dims);
    Op* made = b_.clone(local_.op, local_.operands, std::span(&type, 1));
    return b_.slice_dim(made->result(), 0, 1, tile + 1);
  }

  // Where a batching or free dimension of lhs is in a result without a dimension of groups.
  int result_dim(int lhs_dim) const {
    int at = 0;
    for (int64_t d : dims_.lhs_batching) {
      if (d == lhs_dim) return at;
      ++at;
    }
    for (int d = 0; d < lhs_dim; ++d) {
      at += !ir::contains(dims_.lhs_batching, d) && !ir::contains(dims_.lhs_contracting, d) ? 1 : 0;
    }
    return at;
  }

  // One number for all rows, or for each position of the dimensions before the ragged one, which are the first of the
  // result.
  Value* spread(Value* bound, Type type) {
    Ints all = bound->type().dims();
    std::vector<int64_t> dims(all.begin(), all.end() - 1), kept;
    for (size_t d = 0; d < dims.size(); ++d) kept.push_back(static_cast<int64_t>(d));
    return b_.broadcast(b_.reshape(bound, dims), type, kept);
  }

  LoweringState& lowering_;
  LocalBuilder& b_;
  LocalOp local_;
  const DotDims dims_;
  const int ragged_;
  const Ints group_dims_;
  Value* const sizes_;
  const int64_t groups_;
  Value* ends_ = nullptr;
};

std::vector<Value*> lower_ragged_dot(LoweringState& lowering, const LocalOp& local) {
  return LocalRaggedDot(lowering, local).run();
}

}  // namespace

constinit const LoweringPattern kLowerRaggedDot = {.lower = lower_ragged_dot, .can_divide = divides_pass_and_reduce};

}  // namespace partita::core::partition
