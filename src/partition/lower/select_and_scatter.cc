// select_and_scatter along divided dimensions: every device computes all windows that touch its rows, and keeps what
// they scatter there. Windows across a shard boundary are selected twice rather than sent back.
//
//   rows of 8 on 2 devices, window 3, stride 2, padding 1:  window 2 is rows 3 to 5; both devices select its largest,
//   and the one that has this row takes the source's element
//
// The selection is written out as a reduce_window over (valid, value, position), so that rows outside of the tensor
// lose against every number, -Inf and NaN included; then the source is scattered to the positions. Where no window
// touches two shards, the op stays what it is.
#include "partition/lower/windows.h"

namespace partita::core::partition {
namespace {

// The exchanges of one divided dimension: windows g_i, g_i + 1, … of the source, and the rows under them. Those are
// received from a static place, some rows too many, and cut.
struct Divided {
  int dim;
  HaloExchange source, operand;
  int64_t rows;  // under the windows
  WindowDim window;
};

// Whether each of k shards has whole windows, all that touch its rows: pooling by 2 of 8 rows on 2 or 4 devices.
bool keeps_windows_whole(const WindowDim& w, int64_t rows, int64_t k) {
  return w.padding_low == 0 && w.padding_high == 0 && w.size <= w.stride && rows % (k * w.stride) == 0;
}

std::vector<Divided> divided_dims(const Op& op, const Rule& rule, const FactorAxes& axes) {
  const std::vector<WindowDim> windows = window_of(op);
  std::vector<Divided> out;
  for (int d = 0; d < op.operand(0)->type().rank(); ++d) {
    const int64_t k = shards_of(rule, rule.operands[0], d, axes, FactorKind::kWindow);
    const WindowDim& w = windows[d];
    const int64_t n = op.operand(0)->type().dim(d), outputs = op.operand(1)->type().dim(d), s = ceil_div(n, k);
    if (k == 1 || keeps_windows_whole(w, n, k)) continue;
    const int64_t count = floor_div(s + w.size - 2, w.stride) + 1, rows = w.stride * (count - 1) + w.size;
    out.push_back({d,
                   {.shards = k,
                    .extent = outputs,
                    .pitch = ceil_div(outputs, k),
                    .step = s,
                    .start = w.padding_low - w.size + 1,
                    .dilation = w.stride,
                    .rows = count},
                   {.shards = k, .extent = n, .pitch = s, .step = s, .start = 1 - w.size, .rows = rows + w.stride - 1},
                   rows,
                   w});
  }
  return out;
}

class SelectAndScatter {
 public:
  SelectAndScatter(LoweringState& lowering, const LocalOp& local)
      : b_(lowering.builder()),
        local_(local),
        windows_(window_of(local.op)),
        operand_(local.operands[0]),
        source_(local.operands[1]),
        offsets_(windows_.size(), b_.index(0)) {}

  std::vector<Value*> run() {
    const std::vector<Divided> dims = divided_dims(local_.op, local_.rule, local_.choice.axes);
    const Type type = b_.local(local_.op.result()->type(), local_.result_sharding(0));
    if (type.num_elements() == 0) return {b_.splat(type, 0.0)};
    b_.prepare_regions(local_.op);
    for (const Divided& d : dims) bring(d);
    Value* valid = b_.splat(predicate(operand_->type()), 1);
    for (const auto& [dim, first, extent] : rows_) valid = within(valid, dim, first, extent);
    auto [found, position] = select(valid);
    for (const auto& [dim, first, extent] : sources_) found = within(found, dim, first, extent);
    return {scatter(found, position, type)};
  }

 private:
  struct Range {
    int dim;
    Value* first;
    int64_t extent;
  };

  Type predicate(Type like) const { return b_.tensor(ElementType::kPred, like.dims()); }
  Type scalar(ElementType element) const { return b_.tensor(element, {}); }

  void bring(const Divided& d) {
    const Sharding& sharding = local_.operand_sharding(0);
    const MeshPtr& mesh = sharding.mesh_ptr();
    const AxisRefs& axes = sharding.dim(d.dim).axes;
    source_ = emit_halo_exchange(b_, source_, d.dim, mesh, axes, d.source);
    operand_ = emit_halo_exchange(b_, operand_, d.dim, mesh, axes, d.operand);
    Value* window = first_row(b_, mesh, axes, d.source);
    Value* row = b_.sub(b_.mul(window, d.window.stride), b_.index(d.window.padding_low));
    operand_ = b_.dynamic_slice_dim(operand_, d.dim, b_.sub(row, first_row(b_, mesh, axes, d.operand)), d.rows);
    sources_.push_back({d.dim, window, d.source.extent});
    rows_.push_back({d.dim, row, d.operand.extent});
    offsets_[d.dim] = b_.sub(row, b_.mul(b_.shard_index(mesh, axes), d.operand.pitch));
    WindowDim& local = windows_[d.dim];
    local.padding_low = local.padding_high = 0;
  }

  Value* within(Value* condition, int dim, Value* first, int64_t extent) {
    Value* inside = rows_inside(b_, condition->type(), dim, first, 0, extent);
    return b_.value(OpKind::kAnd, {condition, inside}, condition->type());
  }

  // For each window whether it has an element at all, and the position of the selected one in `operand_`.
  std::pair<Value*, Value*> select(Value* valid) {
    const ElementType element = operand_->type().element();
    const int64_t flat = operand_->type().num_elements();
    Value* position = b_.iota(b_.tensor(ElementType::kS64, std::vector<int64_t>{flat}), 0);
    position = b_.reshape(position, operand_->type().dims());
    std::vector<Value*> operands = {
        valid,      operand_, position, b_.splat(scalar(ElementType::kPred), 0), b_.splat(scalar(element), 0.0),
        b_.index(0)};
    std::vector<Type> results, arguments;
    for (ElementType e : {ElementType::kPred, element, ElementType::kS64}) {
      results.push_back(b_.tensor(e, source_->type().dims()));
      arguments.push_back(scalar(e));
    }
    arguments.insert(arguments.end(), {arguments[0], arguments[1], arguments[2]});
    Op* made = b_.op(OpKind::kReduceWindow, operands, results, {}, 1);
    set_window(b_.context(), *made, windows_);
    b_.fill(made->region(0), arguments, [&](std::span<Value* const> args) {
      Value *left = args[0], *right = args[3];
      Value* keeps = b_.inline_region(local_.op.region(0), std::vector<Value*>{args[1], args[4]})[0];
      keeps = b_.value(OpKind::kOr, {keeps, b_.value(OpKind::kNot, {right}, right->type())}, right->type());
      keeps = b_.value(OpKind::kAnd, {left, keeps}, left->type());
      return std::vector<Value*>{b_.value(OpKind::kOr, {left, right}, left->type()), b_.select(keeps, args[1], args[4]),
                                 b_.select(keeps, args[2], args[5])};
    });
    return {made->result(0), made->result(2)};
  }

  // Positions become rows of this device's shard; what is not found or belongs to others is out of bounds.
  Value* scatter(Value* found, Value* position, Type type) {
    const int rank = type.rank();
    std::vector<Value*> columns(rank);
    std::vector<int64_t> column_dims(source_->type().dims().begin(), source_->type().dims().end());
    column_dims.push_back(1);
    auto number = [&](int64_t n) { return b_.broadcast_scalar(b_.index(n), position->type()); };
    for (int d = rank - 1; d >= 0; --d) {
      const auto at = static_cast<size_t>(d);
      Value* size = number(operand_->type().dim(d));
      Value* row = b_.value(OpKind::kRemainder, {position, size}, position->type());
      position = b_.value(OpKind::kDivide, {position, size}, position->type());
      row = b_.value(OpKind::kAdd, {row, b_.broadcast_scalar(offsets_[at], row->type())}, row->type());
      columns[at] = b_.reshape(b_.select(found, row, number(-1)), column_dims);
    }
    Value* indices = b_.concatenate(columns, rank);
    std::vector<int64_t> all(rank);
    for (int d = 0; d < rank; ++d) all[d] = d;
    Context& context = b_.context();
    const KeyedAttr attrs[] = {{AttrKey::kUpdateWindowDims, context.ints({})},
                               {AttrKey::kInsertedWindowDims, context.ints(all)},
                               {AttrKey::kInputBatchingDims, context.ints({})},
                               {AttrKey::kScatterIndicesBatchingDims, context.ints({})},
                               {AttrKey::kScatterDimsToOperandDims, context.ints(all)},
                               {AttrKey::kIndexVectorDim, context.integer(rank)}};
    std::vector<Value*> operands = {b_.broadcast_scalar(local_.operands[2], type), indices, source_};
    Op* made = b_.op(OpKind::kScatter, operands, std::span(&type, 1), attrs, 1);
    const std::vector<Type> arguments(2, scalar(type.element()));
    b_.fill(made->region(0), arguments,
            [&](std::span<Value* const> args) { return b_.inline_region(local_.op.region(1), args); });
    return made->result();
  }

  LocalBuilder& b_;
  const LocalOp& local_;
  std::vector<WindowDim> windows_;
  Value* operand_;
  Value* source_;
  std::vector<Value*> offsets_;  // of the first row of `operand_` from that of the shard
  std::vector<Range> rows_, sources_;
};

std::vector<Value*> lower_select_and_scatter(LoweringState& lowering, const LocalOp& local) {
  const bool divided = !divided_dims(local.op, local.rule, local.choice.axes).empty();
  return divided ? SelectAndScatter(lowering, local).run() : lower_pass(lowering, local);
}

Price select_and_scatter_price(const Op& op, const Rule& rule, const Choice& choice, const PriceWeights& weights) {
  std::vector<DimHaloExchange> sources, operands;
  for (const Divided& d : divided_dims(op, rule, choice.axes)) {
    sources.push_back({d.dim, d.source});
    operands.push_back({d.dim, d.operand});
  }
  return price_of(sources, op.operand(1)->type(), *choice.operands[1], weights) +
         price_of(operands, op.operand(0)->type(), *choice.operands[0], weights);
}

}  // namespace

constinit const LoweringPattern kLowerSelectAndScatter = {
    .lower = lower_select_and_scatter, .can_divide = divides_all_but_whole, .exchange = select_and_scatter_price};

}  // namespace partita::core::partition
