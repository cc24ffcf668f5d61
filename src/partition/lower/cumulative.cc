#include "partition/lower/cumulative.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "ir/combiner.h"
#include "ir/numeric/float_formats.h"
#include "ir/views.h"
#include "partition/local/collectives.h"
#include "partition/lower/movement.h"
#include "rules/rule_builder.h"

namespace partita::core::partition {
namespace {

bool is_trivial(const WindowDim& w) {
  return w.size == 1 && w.stride == 1 && w.padding_low == 0 && w.padding_high == 0 && w.base_dilation == 1;
}

// A scalar constant that changes nothing under the combiner. Zeros of either sign count: the op has added them already.
bool is_identity(const Value* value, ReductionKind kind) {
  const Op* op = value->op();
  if (op == nullptr || !op->is(OpKind::kConstant)) return false;
  const Literal& literal = op->attr(AttrKey::kValue).literal();
  const ElementType e = literal.type.element();
  if (is_complex(e)) {
    return kind == ReductionKind::kSum &&
           std::all_of(literal.data->begin(), literal.data->end(), [](std::byte byte) { return byte == std::byte{0}; });
  }
  uint64_t bits = 0;
  std::memcpy(&bits, literal.data->data(), byte_width(e));
  if (is_float(e)) {
    const double number = decode_one(e, bits);
    switch (kind) {
      case ReductionKind::kSum: return number == 0;
      case ReductionKind::kProduct: return number == 1;
      case ReductionKind::kMax: return number == -HUGE_VAL;
      case ReductionKind::kMin: return number == HUGE_VAL;
      default: return false;
    }
  }
  const bool is_signed = element_class(e) == ElementClass::kSigned;
  const uint64_t all = bit_width(e) == 64 ? ~uint64_t{0} : (uint64_t{1} << bit_width(e)) - 1;
  bits &= all;
  switch (kind) {
    case ReductionKind::kSum:
    case ReductionKind::kOr:
    case ReductionKind::kXor: return bits == 0;
    case ReductionKind::kProduct: return bits == 1;
    case ReductionKind::kAnd: return bits == all;
    case ReductionKind::kMax: return bits == (is_signed ? (all >> 1) + 1 : 0);
    case ReductionKind::kMin: return bits == (is_signed ? all >> 1 : all);
  }
  return false;
}

// Messages of a prefix by doubling, each of one row.
int64_t doublings(int64_t shards) {
  int64_t count = 1;
  for (int64_t h = 1; h < shards - 1; h *= 2) ++count;
  return count;
}
Price by_doubling(int64_t shards, double row) {
  const auto n = static_cast<double>(shards);
  return static_cast<double>(doublings(shards)) * collective_price(CollectiveKind::kPermute, row, n);
}
Price by_gather(int64_t shards, double row) { return cost::gather_price(row, static_cast<double>(shards)); }

// From all rows.
Value* prefix_of_all(LocalBuilder& b, Value* row, int dim, const MeshPtr& mesh, const AxisRefs& axes, OpKind combiner,
                     Value* neutral, bool reverse) {
  const int64_t k = total_size(axes);
  Value* distance = b.sub(b.index(0), b.shard_index(mesh, axes));
  Value* rows =
      mask_outside(b, all_gather(b, row, dim, mesh, axes), dim, distance, reverse ? 1 : -k, reverse ? k : 0, neutral);
  std::vector<int64_t> dims(row->type().dims().begin(), row->type().dims().end());
  dims.erase(dims.begin() + dim);
  const Type type = b.tensor(row->type().element(), dims), scalar = neutral->type();
  const int64_t reduced = dim;
  KeyedAttr attr = {AttrKey::kDimensions, b.context().ints(std::span(&reduced, 1))};
  std::vector<Value*> operands = {rows, neutral};
  Op* made = b.op(OpKind::kReduce, operands, std::span(&type, 1), std::span(&attr, 1), 1);
  b.fill(made->region(0), std::vector<Type>{scalar, scalar}, [&](std::span<Value* const> args) {
    return std::vector<Value*>{b.value(combiner, {args[0], args[1]}, scalar)};
  });
  return made->result();
}

}  // namespace

std::optional<Cumulative> cumulative_of(const Op& op, const Rule& rule, const FactorAxes& axes) {
  const std::vector<WindowDim> windows = window_of(op);
  const std::optional<OpKind> combiner = common_combiner(op.region(0));
  if (!combiner) return std::nullopt;
  Cumulative out{-1, false, *combiner, {}};
  for (size_t d = 0; d < windows.size(); ++d) {
    const WindowDim& w = windows[d];
    if (is_trivial(w)) continue;
    const int dim = d;
    const int64_t n = op.operand(0)->type().dim(dim);
    const bool plain = w.size == n && w.stride == 1 && w.base_dilation == 1 && w.window_dilation == 1;
    const bool forward = w.padding_low == n - 1 && w.padding_high == 0;
    const bool reverse = w.padding_low == 0 && w.padding_high == n - 1;
    if (out.dim >= 0 || !plain || n < 2 || forward == reverse) return std::nullopt;
    if (shards_of(rule, rule.operands[0], dim, axes, FactorKind::kWindow) == 1) return std::nullopt;
    out.dim = dim;
    out.reverse = reverse;
  }
  if (out.dim < 0) return std::nullopt;
  const int n = num_inputs(op);
  for (int i = 0; i < n; ++i) {
    const std::optional<ReductionKind> kind = rules::reduction_of(combiner, op.operand(i)->type().element());
    if (!kind || !is_identity(op.operand(n + i), *kind)) return std::nullopt;
    out.kinds.push_back(*kind);
  }
  return out;
}

Price prefix_price(int64_t shards, double row_bytes, const PriceWeights& weights) {
  return cheaper(by_gather(shards, row_bytes), by_doubling(shards, row_bytes), weights);
}

Value* device_prefix(LocalBuilder& b, Value* row, int dim, const MeshPtr& mesh, const AxisRefs& axes, OpKind combiner,
                     ReductionKind kind, bool reverse) {
  const int64_t k = total_size(axes);
  Value* neutral = b.identity(b.tensor(row->type().element(), {}), kind);
  const double bytes = row_bytes(row->type(), dim);
  if (b.weights().of(by_gather(k, bytes)) <= b.weights().of(by_doubling(k, bytes))) {
    return prefix_of_all(b, row, dim, mesh, axes, combiner, neutral, reverse);
  }
  Value* mine = b.shard_index(mesh, axes);
  std::vector<int64_t> dims(row->type().dims().begin(), row->type().dims().end());
  dims.erase(dims.begin() + dim);
  // From h devices before; who has none takes the neutral value.
  auto shifted = [&](Value* value, int64_t h) {
    Value* moved = collective_permute(b, value, shifted_pairs(b, *mesh, axes, reverse ? -h : h));
    Value* exists = reverse ? b.compare(mine, "LT", b.index(k - h)) : b.compare(mine, "GE", b.index(h));
    return b.select(exists, moved, b.broadcast_scalar(neutral, value->type()));
  };
  // Of the one before, of the two before, of the four before, …
  Value* sum = shifted(b.reshape(row, dims), 1);
  for (int64_t h = 1; h < k - 1; h *= 2) {
    Value* further = shifted(sum, h);
    sum = reverse ? b.value(combiner, {sum, further}, sum->type()) : b.value(combiner, {further, sum}, sum->type());
  }
  return sum;
}

}  // namespace partita::core::partition
