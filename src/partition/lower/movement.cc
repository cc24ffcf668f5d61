// slice, pad, concatenate and reverse along divided dimensions: each device obtains the rows that its part of the
// result is made of.
//
//   slice 10 [3:9] on 2 devices:  device 0 holds 0..4 and wants 3..5, device 1 holds 5..9 and wants 6..8: device 0
//                                 receives row 5
//
// Dimensions are independent: those that are not divided are sliced (padded, …) as they are, the others one by one.
#include "partition/lower/movement.h"

#include <algorithm>

#include "ir/views.h"
#include "partition/lower/lowering_patterns.h"

namespace partita::core::partition {

int64_t shards_of(const Rule& rule, const TensorFactors& tensor, int dim, const FactorAxes& axes, FactorKind kind) {
  int64_t shards = 1;
  for (int f : tensor[dim]) {
    if (rule.factors[f].kind == kind) shards *= total_size(axes[f]);
  }
  return shards;
}

bool divides_all_but_whole(const Op&, const Rule& rule, int factor, int64_t) {
  const Factor& f = rule.factors[factor];
  return f.kind != FactorKind::kWhole && (f.kind != FactorKind::kReduce || f.reduction.has_value());
}

Price price_of(std::span<const DimHaloExchange> exchanges, Type global, const Sharding& sharding,
               const PriceWeights& weights) {
  std::vector<int64_t> dims = sharding.local_shape(global.dims());
  Price price;
  for (const DimHaloExchange& step : exchanges) {
    double row = cost::packed_bytes(global.element());
    for (size_t d = 0; d < dims.size(); ++d)
      row *= d == static_cast<size_t>(step.dim) ? 1 : static_cast<double>(dims[d]);
    price += halo_exchange_price(step.exchange, row, weights);
    dims[step.dim] = step.exchange.rows;
  }
  return price;
}

namespace {

// ---- slice

struct SliceDim {
  int64_t start, limit, stride;
};
SliceDim slice_dim(const Op& op, int d) {
  auto at = static_cast<size_t>(d);
  return {op.ints_attr(AttrKey::kStartIndices)[at], op.ints_attr(AttrKey::kLimitIndices)[at],
          op.ints_attr(AttrKey::kStrides)[at]};
}

// Where a shard is a multiple of the stride, each device first drops the rows between.
bool compacts(int64_t pitch, int64_t stride) { return stride > 1 && pitch % stride == 0; }

HaloExchange slice_exchange(int64_t n, int64_t size, const SliceDim& slice, int64_t shards) {
  const int64_t s = ceil_div(n, shards), t = ceil_div(size, shards);
  if (compacts(s, slice.stride)) {
    return {.shards = shards,
            .extent = slice.start / slice.stride + size,
            .pitch = s / slice.stride,
            .step = std::max<int64_t>(t, 1),
            .start = slice.start / slice.stride,
            .rows = t};
  }
  return {.shards = shards,
          .extent = size == 0 ? 0 : slice.start + slice.stride * (size - 1) + 1,  // rows beyond are not needed
          .pitch = s,
          .step = slice.stride * std::max<int64_t>(t, 1),
          .start = slice.start,
          .rows = t == 0 ? 0 : slice.stride * (t - 1) + 1};
}

std::vector<DimHaloExchange> slice_exchanges(const Op& op, const Rule& rule, const Choice& choice) {
  std::vector<DimHaloExchange> out;
  for (int d = 0; d < op.result()->type().rank(); ++d) {
    int64_t shards = shards_of(rule, rule.results[0], d, choice.axes, FactorKind::kWindow);
    if (shards == 1) continue;
    out.push_back(
        {d, slice_exchange(op.operand(0)->type().dim(d), op.result()->type().dim(d), slice_dim(op, d), shards)});
  }
  return out;
}

// A slice with strides along one dimension.
Value* strided(LocalBuilder& b, Value* operand, int dim, int64_t start, int64_t stride) {
  const Type type = operand->type();
  std::vector<int64_t> starts(type.dims().size(), 0), strides(type.dims().size(), 1);
  std::vector<int64_t> limits(type.dims().begin(), type.dims().end()), dims = limits;
  auto at = static_cast<size_t>(dim);
  starts[at] = std::min(start, limits[at]);
  strides[at] = stride;
  dims[at] = ceil_div(limits[at] - starts[at], stride);
  return b.value(OpKind::kSlice, {operand}, b.tensor(type.element(), dims),
                 {{AttrKey::kStartIndices, b.context().ints(starts)},
                  {AttrKey::kLimitIndices, b.context().ints(limits)},
                  {AttrKey::kStrides, b.context().ints(strides)}});
}

// The one row of a dimension that only its owner has; the others give the identity.
Value* owned_row(LocalBuilder& b, Value* operand, int dim, const Sharding& from, int64_t row, ReductionKind kind) {
  const int64_t tile = operand->type().dim(dim);
  Value* at = b.sub(b.index(row), b.shard_offset(from, dim, tile));
  Value* mine = b.dynamic_slice_dim(operand, dim, b.clamp(at, 0, tile - 1), 1);
  Value* inside = b.value(OpKind::kAnd, {b.compare(at, "GE", b.index(0)), b.compare(at, "LT", b.index(tile))},
                          b.tensor(ElementType::kPred, {}));
  return b.select(inside, mine, b.identity(mine->type(), kind));
}

std::vector<Value*> lower_slice(LoweringState& lowering, const LocalOp& local) {
  LocalBuilder& b = lowering.builder();
  const Sharding& from = local.operand_sharding(0);
  Value* value = local.operands[0];
  // First what makes it smaller without an exchange.
  std::vector<int64_t> starts, limits, strides, dims;
  for (int d = 0; d < value->type().rank(); ++d) {
    SliceDim s = slice_dim(local.op, d);
    int64_t size = value->type().dim(d);
    if (from.shard_count(d) > 1) s = {0, size, 1};
    starts.push_back(s.start);
    limits.push_back(s.limit);
    strides.push_back(s.stride);
    dims.push_back(ceil_div(s.limit - s.start, s.stride));
  }
  if (const Type type = b.tensor(value->type().element(), dims); type != value->type()) {
    value = b.value(OpKind::kSlice, {value}, type,
                    {{AttrKey::kStartIndices, b.context().ints(starts)},
                     {AttrKey::kLimitIndices, b.context().ints(limits)},
                     {AttrKey::kStrides, b.context().ints(strides)}});
  }
  for (int d = 0; d < value->type().rank(); ++d) {
    if (shards_of(local.rule, local.rule.operands[0], d, local.choice.axes, FactorKind::kReduce) == 1) continue;
    value = owned_row(b, value, d, from, slice_dim(local.op, d).start, local.result_sharding(0).reduction());
  }
  for (const DimHaloExchange& step : slice_exchanges(local.op, local.rule, local.choice)) {
    const SliceDim s = slice_dim(local.op, step.dim);
    const bool compact = compacts(value->type().dim(step.dim), s.stride);
    if (compact) value = strided(b, value, step.dim, s.start % s.stride, s.stride);
    value = emit_halo_exchange(b, value, step.dim, from.mesh_ptr(), from.dim(step.dim).axes, step.exchange);
    if (!compact && s.stride > 1) value = strided(b, value, step.dim, 0, s.stride);
  }
  return {value};
}

Price slice_price(const Op& op, const Rule& rule, const Choice& choice, const PriceWeights& weights) {
  return price_of(slice_exchanges(op, rule, choice), op.operand(0)->type(), *choice.operands[0], weights);
}

// ---- pad

struct PadDim {
  int64_t low, high, dilation;
};
PadDim pad_dim(const Op& op, int d) {
  auto at = static_cast<size_t>(d);
  return {op.ints_attr(AttrKey::kEdgePaddingLow)[at], op.ints_attr(AttrKey::kEdgePaddingHigh)[at],
          op.ints_attr(AttrKey::kInteriorPadding)[at] + 1};
}

std::vector<DimHaloExchange> pad_exchanges(const Op& op, const Rule& rule, const Choice& choice) {
  std::vector<DimHaloExchange> out;
  for (int d = 0; d < op.result()->type().rank(); ++d) {
    int64_t shards = shards_of(rule, rule.results[0], d, choice.axes, FactorKind::kWindow);
    if (shards == 1) continue;
    const PadDim p = pad_dim(op, d);
    const int64_t n = op.operand(0)->type().dim(d), size = op.result()->type().dim(d), t = ceil_div(size, shards);
    const int64_t last = floor_div(size - 1 - p.low, p.dilation);  // the last row that is needed
    out.push_back({d,
                   {.shards = shards,
                    .extent = std::clamp<int64_t>(last + 1, 0, n),
                    .pitch = ceil_div(n, shards),
                    .step = std::max<int64_t>(t, 1),
                    .start = -p.low,
                    .dilation = p.dilation,
                    .rows = ceil_div(t, p.dilation)}});
  }
  return out;
}

Value* padded(LocalBuilder& b, Value* operand, std::span<const PadDim> pads, Value* fill) {
  std::vector<int64_t> low, high, interior, dims;
  for (int d = 0; d < operand->type().rank(); ++d) {
    const PadDim& p = pads[d];
    const int64_t n = operand->type().dim(d);
    low.push_back(p.low);
    high.push_back(p.high);
    interior.push_back(p.dilation - 1);
    dims.push_back(p.low + p.high + (n == 0 ? 0 : (n - 1) * p.dilation + 1));
  }
  const Type type = b.tensor(operand->type().element(), dims);
  if (std::all_of(pads.begin(), pads.end(), [](const PadDim& p) { return p.low == 0 && p.high == 0; }) &&
      type == operand->type()) {
    return operand;
  }
  return b.value(OpKind::kPad, {operand, fill}, type,
                 {{AttrKey::kEdgePaddingLow, b.context().ints(low)},
                  {AttrKey::kEdgePaddingHigh, b.context().ints(high)},
                  {AttrKey::kInteriorPadding, b.context().ints(interior)}});
}

std::vector<Value*> lower_pad(LoweringState& lowering, const LocalOp& local) {
  LocalBuilder& b = lowering.builder();
  const Sharding& from = local.operand_sharding(0);
  const MeshPtr& mesh = from.mesh_ptr();
  Value* value = local.operands[0];
  Value* fill = local.operands[1];
  std::vector<PadDim> pads;
  for (int d = 0; d < value->type().rank(); ++d) {
    pads.push_back(from.shard_count(d) > 1 ? PadDim{0, 0, 1} : pad_dim(local.op, d));
  }
  const std::vector<PadDim> undivided = pads;
  for (const DimHaloExchange& step : pad_exchanges(local.op, local.rule, local.choice)) {
    const int d = step.dim;
    const HaloExchange& f = step.exchange;
    const AxisRefs& axes = from.dim(d).axes;
    const PadDim p = pad_dim(local.op, d);
    const int64_t t = ceil_div(local.op.result()->type().dim(d), f.shards);
    value = emit_halo_exchange(b, value, d, mesh, axes, f);
    Value* first = first_row(b, mesh, axes, f);
    if (p.low > 0 || p.high > 0) value = mask_outside(b, value, d, first, 0, f.extent, fill);
    value = dilated_run(
        b, value, d, p.dilation, t, first, b.sub(b.mul(b.shard_index(mesh, axes), t), b.index(p.low)),
        t % p.dilation == 0 ? std::optional(f.dilation * ceil_div(f.start, f.dilation) - f.start) : std::nullopt, fill);
  }
  return {padded(b, value, undivided, fill)};
}

Price pad_price(const Op& op, const Rule& rule, const Choice& choice, const PriceWeights& weights) {
  return price_of(pad_exchanges(op, rule, choice), op.operand(0)->type(), *choice.operands[0], weights);
}

// ---- concatenate

HaloExchange concatenate_exchange(const Op& op, int operand, int64_t offset, int64_t shards) {
  const auto dim = static_cast<int>(op.int_attr(AttrKey::kDimension));
  const int64_t n = op.operand(operand)->type().dim(dim), t = ceil_div(op.result()->type().dim(dim), shards);
  return {.shards = shards,
          .extent = n,
          .pitch = ceil_div(n, shards),
          .step = std::max<int64_t>(t, 1),
          .start = -offset,
          .rows = t};
}

std::vector<Value*> lower_concatenate(LoweringState& lowering, const LocalOp& local) {
  LocalBuilder& b = lowering.builder();
  const auto dim = static_cast<int>(local.op.int_attr(AttrKey::kDimension));
  const Sharding& to = local.result_sharding(0);
  if (to.shard_count(dim) == 1 || local.op.num_operands() == 1) return lower_pass(lowering, local);
  Value* out = nullptr;
  int64_t offset = 0;
  for (int i = 0; i < local.op.num_operands(); ++i) {
    const HaloExchange f = concatenate_exchange(local.op, i, offset, to.shard_count(dim));
    offset += f.extent;
    if (f.extent == 0 && (out != nullptr || i + 1 < local.op.num_operands())) continue;
    Value* part = emit_halo_exchange(b, local.operands[i], dim, to.mesh_ptr(), to.dim(dim).axes, f);
    if (out == nullptr) {
      out = part;
      continue;
    }
    // Later operands lie above: what is before their first row is there already.
    Value* first = first_row(b, to.mesh_ptr(), to.dim(dim).axes, f);
    const Type indices = b.tensor(ElementType::kS64, part->type().dims());
    Value* begins = b.broadcast_scalar(b.sub(b.index(0), first), indices);
    out = b.select(b.compare(b.iota(indices, dim), "GE", begins), part, out);
  }
  return {out};
}

Price concatenate_price(const Op& op, const Rule& rule, const Choice& choice, const PriceWeights& weights) {
  const auto dim = static_cast<int>(op.int_attr(AttrKey::kDimension));
  const int64_t shards = shards_of(rule, rule.results[0], dim, choice.axes, FactorKind::kWindow);
  if (shards == 1) return {};
  Price price;
  int64_t offset = 0;
  for (int i = 0; i < op.num_operands(); ++i) {
    const DimHaloExchange step{dim, concatenate_exchange(op, i, offset, shards)};
    price += price_of(std::span(&step, 1), op.operand(i)->type(), *choice.operands[i], weights);
    offset += step.exchange.extent;
  }
  return price;
}

// ---- reverse

std::vector<DimHaloExchange> reverse_exchanges(const Op& op, const Rule& rule, const Choice& choice) {
  std::vector<DimHaloExchange> out;
  for (int64_t dim : op.ints_attr(AttrKey::kDimensions)) {
    auto d = static_cast<int>(dim);
    int64_t shards = shards_of(rule, rule.results[0], d, choice.axes, FactorKind::kWindow);
    if (shards == 1) continue;
    const int64_t n = op.operand(0)->type().dim(d), s = ceil_div(n, shards);
    out.push_back({d, {.shards = shards, .extent = n, .pitch = s, .step = -s, .start = n - s, .rows = s}});
  }
  return out;
}

std::vector<Value*> lower_reverse(LoweringState& lowering, const LocalOp& local) {
  const Sharding& from = local.operand_sharding(0);
  LocalOp changed = local;
  for (const DimHaloExchange& step : reverse_exchanges(local.op, local.rule, local.choice)) {
    Value*& value = changed.operands[0];
    value = emit_halo_exchange(lowering.builder(), value, step.dim, from.mesh_ptr(), from.dim(step.dim).axes,
                               step.exchange);
  }
  return lower_pass(lowering, changed);
}

Price reverse_price(const Op& op, const Rule& rule, const Choice& choice, const PriceWeights& weights) {
  return price_of(reverse_exchanges(op, rule, choice), op.operand(0)->type(), *choice.operands[0], weights);
}

}  // namespace

Value* pad_dilated(LocalBuilder& b, Value* operand, int dim, int64_t low, int64_t high, int64_t dilation, Value* fill) {
  std::vector<PadDim> pads(operand->type().dims().size(), PadDim{0, 0, 1});
  pads[dim] = {low, high, dilation};
  return padded(b, operand, pads, fill);
}

Value* dilated_run(LocalBuilder& b, Value* rows, int dim, int64_t dilation, int64_t length, Value* first, Value* begin,
                   std::optional<int64_t> phase, Value* fill) {
  if (dilation == 1) return rows;
  const int64_t count = rows->type().dim(dim);
  const int64_t beyond = length - (count == 0 ? 0 : (count - 1) * dilation + 1);
  if (phase) return pad_dilated(b, rows, dim, *phase, beyond - *phase, dilation, fill);
  Value* line = pad_dilated(b, rows, dim, dilation - 1, beyond, dilation, fill);
  Value* shift = b.sub(b.mul(first, dilation), begin);
  return b.dynamic_slice_dim(line, dim, b.sub(b.index(dilation - 1), shift), length);
}

constinit const LoweringPattern kLowerSlice = {
    .lower = lower_slice, .can_divide = divides_all_but_whole, .exchange = slice_price};
constinit const LoweringPattern kLowerPad = {
    .lower = lower_pad, .can_divide = divides_all_but_whole, .exchange = pad_price};
constinit const LoweringPattern kLowerConcatenate = {
    .lower = lower_concatenate, .can_divide = divides_all_but_whole, .exchange = concatenate_price};
constinit const LoweringPattern kLowerReverse = {
    .lower = lower_reverse, .can_divide = divides_all_but_whole, .exchange = reverse_price};

}  // namespace partita::core::partition
