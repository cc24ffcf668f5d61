// scatter on shards. Each owner of an operand element takes the updates meant for it, and no other:
//
//   rows of 10, on 3 devices of 4, indices 1 9 12:    row 1 on the first, row 9 on the third; 12 is out of bounds
//
// A window may lie on several shards: the shard gets rows on both sides that catch what belongs to neighbours and are
// cut off again. Batching dimensions, and dimensions whose index counts along the indices, are divided with them.
//
// Updates divided among devices give partial results: the first device scatters into the operand, the others into the
// identity of the combiner, and the result is unreduced. Where updates overwrite there is no identity, but the last one
// decides: devices compare tags, the one whose update came last gives the element, the others the identity of a sum.
#include <algorithm>
#include <limits>

#include "partition/local/collectives.h"
#include "partition/lower/indices.h"
#include "partition/lower/lowering_patterns.h"

namespace partita::core::partition {
namespace {

// Whether one update decides an element: the rule has divided updates whose parts no identity fills up.
bool is_decided(const Rule& rule) {
  return std::ranges::any_of(rule.factors, [](const Factor& f) { return f.kind == FactorKind::kReduce && !f.masked; });
}

// The axes that divide updates whose results must be combined.
AxisRefs axes_of_updates(const Rule& rule, const Choice& choice) {
  AxisRefs axes;
  for (size_t f = 0; f < rule.factors.size(); ++f) {
    if (rule.factors[f].kind != FactorKind::kReduce) continue;
    axes.insert(axes.end(), choice.axes[f].begin(), choice.axes[f].end());
  }
  return axes;
}

bool is_zero(const Value* value) {
  const Op* op = value->op();
  if (op != nullptr && op->is(OpKind::kBroadcastInDim)) op = op->operand(0)->op();
  if (op == nullptr || !op->is(OpKind::kConstant)) return false;
  const Literal& literal = op->attr(AttrKey::kValue).literal();
  if (!literal.splat && literal.type.num_elements() != 1) return false;
  return std::ranges::all_of(*literal.data, [](std::byte byte) { return byte == std::byte{0}; });
}

class LocalScatter {
 public:
  LocalScatter(LoweringState& lowering, const LocalOp& local)
      : b_(lowering.builder()),
        local_(local),
        dims_(scatter_dims(local.op)),
        inputs_(num_inputs(local.op)),
        columns_(b_, local.operands[inputs_], dims_.index_vector_dim, dims_.scatter_dims_to_operand_dims,
                 dims_.scatter_indices_batching_dims) {
    margins_.assign(shard().rank(), 0);
    bins_.assign(shard().rank(), 0);
  }

  std::vector<Value*> run() {
    for (int d = 0; d < shard().rank(); ++d) place(d);
    drop_padding();
    indices_ = columns_.joined();
    const AxisRefs divided = axes_of_updates(local_.rule, local_.choice);
    if (divided.empty()) return scatter(operands(), updates(), nullptr);
    if (!is_decided(local_.rule)) return scatter(operands_of_first(divided), updates(), nullptr);
    return decided(divided);
  }

 private:
  Type shard() const { return local_.operands[0]->type(); }
  Type update_type() const { return local_.operands[inputs_ + 1]->type(); }
  std::vector<Value*> updates() const {
    return {local_.operands.begin() + inputs_ + 1, local_.operands.begin() + 2 * inputs_ + 1};
  }
  Value* on_columns(OpKind kind, Value* x, Value* y) { return b_.value(kind, {x, y}, x->type()); }

  // The dimension of the updates that an operand dimension's window is, or -1.
  int64_t window_dim(int operand_dim) const {
    if (ir::contains(dims_.inserted_window_dims, operand_dim) || ir::contains(dims_.input_batching_dims, operand_dim))
      return -1;
    size_t at = 0;
    for (int d = 0; d < operand_dim; ++d) {
      at += !ir::contains(dims_.inserted_window_dims, d) && !ir::contains(dims_.input_batching_dims, d) ? 1U : 0U;
    }
    return dims_.update_window_dims[at];
  }

  // Turns the column of a divided operand dimension into one of the shard.
  void place(int d) {
    const Sharding& sharding = local_.operand_sharding(0);
    if (sharding.shard_count(d) == 1 || ir::contains(dims_.input_batching_dims, d)) return;
    if (std::optional<int> along = counted_along(local_.rule, inputs_, d)) {
      columns_.set(d, b_.iota(columns_.type(), columns_.column_dim(*along)));
      return;
    }
    const int64_t window = window_dim(d);
    if (window >= 0) {
      const DimFactors& mine = local_.rule.operands[0][d];
      const TensorFactors& update = local_.rule.operands[inputs_ + 1];
      if (update[window] == mine) return;  // all of the window: each device its part
    }
    const int64_t size = window_size(d);
    const int64_t margin = std::max<int64_t>(size - 1, 0);
    margins_[d] = margin;
    Value* offset = b_.sub(b_.shard_offset(sharding, d, shard().dim(d)), b_.index(margin));
    Value* column = on_columns(OpKind::kSubtract, columns_.get(d), columns_.spread(offset));
    if (is_single()) {
      Value* zero = columns_.spread(b_.index(0));
      Value* end = columns_.spread(b_.index(shard().dim(d) + margin));
      Value* mine = on_columns(OpKind::kAnd, b_.compare(column, "GE", zero), b_.compare(column, "LT", end));
      column = b_.select(mine, column, columns_.spread(b_.index(outside(d, size))));
    }
    columns_.set(d, column);
  }

  // One index vector for all. XLA makes such a scatter an update at a position that is clamped instead of dropped: what
  // must not count goes to rows of its own, which are cut off.
  bool is_single() const { return columns_.type().num_elements() == 1; }
  // Where an update of this size along the dimension does not count.
  int64_t outside(int64_t d, int64_t size) {
    auto at = static_cast<size_t>(d);
    if (is_single()) bins_[at] = std::max<int64_t>(size, 1);
    return shard().dim(d) + 2 * margins_[at];
  }
  int64_t window_size(int64_t d) const {
    const int64_t window = window_dim(d);
    return window < 0 ? 1 : update_type().dim(window);
  }

  // Updates that are padding of a divided dimension go out of bounds. Those of dimensions that operand and updates
  // share go where the operand has padding.
  void drop_padding() {
    const Sharding& sharding = local_.operand_sharding(inputs_);
    Type global = local_.op.operand(inputs_)->type();
    Value* real = nullptr;
    for (int d = 0; d < global.rank(); ++d) {
      if (d == dims_.index_vector_dim || !LocalBuilder::is_padded(global, sharding, d)) continue;
      const DimFactors& factors = local_.rule.operands[inputs_][d];
      if (factors.empty() || has_factor(local_.rule.operands[0], factors[0])) continue;
      const int dim = columns_.column_dim(d);
      Value* rest = b_.sub(b_.index(global.dim(d)), b_.shard_offset(sharding, d, columns_.type().dim(dim)));
      Value* inside = b_.compare(b_.iota(columns_.type(), dim), "LT", columns_.spread(rest));
      real = real == nullptr ? inside : on_columns(OpKind::kAnd, real, inside);
    }
    if (real == nullptr) return;
    int64_t d = columns_.operand_dims().empty() ? first_unbatched() : columns_.operand_dims()[0];
    Value* elsewhere = columns_.spread(b_.index(outside(d, window_size(d))));
    columns_.set(d, b_.select(real, columns_.get(d), elsewhere));
  }
  int64_t first_unbatched() const {
    int64_t d = 0;
    while (ir::contains(dims_.input_batching_dims, d)) ++d;
    return d;
  }

  std::vector<Value*> operands() const { return {local_.operands.begin(), local_.operands.begin() + inputs_}; }
  std::vector<Value*> operands_of_first(const AxisRefs& axes) {
    std::vector<Value*> out = operands();
    for (int i = 0; i < inputs_; ++i) {
      const ReductionKind kind = local_.result_sharding(i).reduction();
      if (kind == ReductionKind::kSum && is_zero(local_.op.operand(i)))
        continue;  // counts for nothing any number of times
      Value*& operand = out[i];
      operand = b_.select(is_first(axes), operand, b_.identity(operand->type(), kind));
    }
    return out;
  }
  Value* is_first(const AxisRefs& axes) {
    return b_.compare(b_.shard_index(local_.result_sharding(0).mesh_ptr(), axes), "EQ", b_.index(0));
  }

  // The local op on shards of the operand's shape; its combiner is that of the op, or maximum where `maximum` is the
  // element's type.
  std::vector<Value*> scatter(const std::vector<Value*>& operands, const std::vector<Value*>& updates,
                              const Type* maximum) {
    std::vector<Value*> all;
    std::vector<Type> types;
    for (Value* operand : operands) {
      Value* fill = nullptr;
      for (int d = 0; d < shard().rank(); ++d) {
        const int64_t margin = margins_[d], bin = bins_[d];
        if (margin + bin == 0) continue;
        if (fill == nullptr) fill = b_.splat(b_.tensor(operand->type().element(), {}), 0);
        operand = b_.pad_dim(operand, d, margin, margin + bin, fill);
      }
      all.push_back(operand);
      types.push_back(operand->type());
    }
    all.push_back(indices_);
    all.insert(all.end(), updates.begin(), updates.end());
    Op* made = maximum == nullptr ? b_.clone(local_.op, all, types)
                                  : b_.op(OpKind::kScatter, all, types, local_.op.attrs(), 1);
    if (maximum != nullptr) combine_by_maximum(made->region(0), *maximum);
    Context& context = b_.context();
    if (columns_.changed()) {
      made->set_attr(AttrKey::kScatterDimsToOperandDims, context.ints(columns_.operand_dims()));
      made->set_attr(AttrKey::kIndexVectorDim, context.integer(columns_.vector_dim()));
      made->set_attr(AttrKey::kScatterIndicesBatchingDims, context.ints(columns_.batching()));
    }
    if (!columns_.keeps_promises(local_.op.operand(inputs_)->type(), local_.operand_sharding(inputs_))) {
      made->set_attr(AttrKey::kIndicesAreSorted, context.boolean(false));
      made->set_attr(AttrKey::kUniqueIndices, context.boolean(false));
    }
    std::vector<Value*> results = made->results();
    for (Value*& result : results) {
      for (int d = 0; d < shard().rank(); ++d) {
        int64_t margin = margins_[d];
        result = b_.slice_dim(result, d, margin, margin + shard().dim(d));
      }
    }
    return results;
  }

  void combine_by_maximum(Region& body, Type scalar) {
    Value* x = body.add_argument(scalar);
    Value* y = body.add_argument(scalar);
    const LocalBuilder::Place here = b_.place();
    b_.set_place({&body, nullptr});
    Value* both = b_.value(OpKind::kMaximum, {x, y}, scalar);
    b_.op(OpKind::kReturn, std::span(&both, 1), {});
    b_.set_place(here);
  }

  // Elements without an update are the first device's.
  std::vector<Value*> decided(const AxisRefs& axes) {
    Value* tags = update_tags();
    const ElementType element = tags->type().element();
    Type type = b_.tensor(element, shard().dims()), scalar = b_.tensor(element, {});
    Value* none = b_.select(is_first(axes), b_.splat(type, -1), b_.splat(type, -2));
    Value* mine = scatter({none}, {tags}, &scalar)[0];
    const MeshPtr& mesh = local_.result_sharding(0).mesh_ptr();
    Value* decides = b_.compare(mine, "EQ", all_reduce(b_, mine, mesh, axes, ReductionKind::kMax));
    std::vector<Value*> results = scatter(operands(), updates(), nullptr);
    for (int i = 0; i < inputs_; ++i) {
      Value*& result = results[i];
      result = b_.select(decides, result, b_.identity(result->type(), local_.result_sharding(i).reduction()));
    }
    return results;
  }

  // For each update, the place of its index vector among all: the order in which they are taken.
  Value* update_tags() {
    Type global = local_.op.operand(inputs_ + 1)->type();
    const Sharding& sharding = local_.operand_sharding(inputs_ + 1);
    int64_t count = 1;
    for (int d = 0; d < global.rank(); ++d) count *= ir::contains(dims_.update_window_dims, d) ? 1 : global.dim(d);
    const bool narrow = count <= std::numeric_limits<int32_t>::max();
    Type positions = b_.tensor(ElementType::kS64, update_type().dims());
    Value* tag = b_.broadcast_scalar(b_.index(0), positions);
    int64_t stride = 1;
    for (int d = global.rank(); d-- > 0;) {
      if (ir::contains(dims_.update_window_dims, d)) continue;
      Value* offset = b_.broadcast_scalar(b_.shard_offset(sharding, d, positions.dim(d)), positions);
      Value* position = on_columns(OpKind::kAdd, b_.iota(positions, d), offset);
      Value* step = b_.broadcast_scalar(b_.index(stride), positions);
      tag = on_columns(OpKind::kAdd, tag, on_columns(OpKind::kMultiply, position, step));
      stride *= global.dim(d);
    }
    return b_.convert(tag, narrow ? ElementType::kS32 : ElementType::kS64);
  }

  LocalBuilder& b_;
  const LocalOp& local_;
  const ScatterDims dims_;
  const int inputs_;
  IndexColumns columns_;
  std::vector<int64_t> margins_;  // rows before and after the shard, by dimension
  std::vector<int64_t> bins_;     // and behind these, for what does not count
  Value* indices_ = nullptr;
};

std::vector<Value*> lower_scatter(LoweringState& lowering, const LocalOp& local) {
  return LocalScatter(lowering, local).run();
}

// Tags are reduced among the devices that have updates.
Price tag_price(const Op& op, const Rule& rule, const Choice& choice, const PriceWeights&) {
  const AxisRefs divided = axes_of_updates(rule, choice);
  if (divided.empty() || !is_decided(rule)) return {};
  double elements = 1;
  for (int64_t n : choice.operands[0]->local_shape(op.operand(0)->type().dims())) elements *= static_cast<double>(n);
  auto parts = static_cast<double>(total_size(divided));
  return collective_price(CollectiveKind::kAllReduce, elements * cost::packed_bytes(ElementType::kS32), parts);
}

}  // namespace

constinit const LoweringPattern kLowerScatter = {
    .lower = lower_scatter, .can_divide = divides_pass_and_reduce, .exchange = tag_price};

}  // namespace partita::core::partition
