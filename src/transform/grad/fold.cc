#include "transform/grad/fold.h"

#include <algorithm>

#include "ir/build/element_bytes.h"

namespace partita::core::transform {
namespace {

int64_t size_of(const Tensors& values, int dim) { return values[0]->type().dim(dim); }

Tensors joined(TensorBuilder& b, const Tensors& first, const Tensors& second, int dim) {
  Tensors out;
  for (size_t i = 0; i < first.size(); ++i) {
    Value* parts[] = {first[i], second[i]};
    out.push_back(b.concatenate(parts, dim));
  }
  return out;
}

Tensors reversed(TensorBuilder& b, const Tensors& values, int64_t dim) {
  Tensors out;
  for (Value* value : values) out.push_back(b.reverse(value, std::span(&dim, 1)));
  return out;
}

// even[0], odd[0], even[1], …: as many of both, or one more of the first.
Tensors interleaved(TensorBuilder& b, const Tensors& even, const Tensors& odd, int dim) {
  const int64_t more = size_of(even, dim) - size_of(odd, dim);
  Tensors out;
  for (size_t i = 0; i < even.size(); ++i) {
    const Type type = even[i]->type();
    std::vector<int64_t> dims(type.dims().begin(), type.dims().end()), pair_dims = dims;
    const std::vector<int64_t> none(dims.size(), 0);
    std::vector<int64_t> filling = none;
    filling[dim] = more;
    pair_dims.insert(pair_dims.begin() + dim + 1, 1);
    Value* filled = b.pad(odd[i], b.zeros(b.tensor(type.element(), {})), none, filling, none);
    Value* parts[] = {b.reshape(even[i], pair_dims), b.reshape(filled, pair_dims)};
    dims[dim] *= 2;
    Value* both = b.reshape(b.concatenate(parts, dim + 1), dims);
    out.push_back(b.slice_dim(both, dim, 0, dims[dim] - more));
  }
  return out;
}

Result<Tensors> prefixes(TensorBuilder& b, const Tensors& values, int dim, const Combine& combine) {
  const int64_t size = size_of(values, dim);
  if (size < 2) return values;
  PARTITA_ASSIGN(const Tensors pairs,
                 combine(take(b, values, dim, 0, size / 2, 2), take(b, values, dim, 1, size / 2, 2)));
  PARTITA_ASSIGN(const Tensors odd, prefixes(b, pairs, dim, combine));
  const Tensors first = take(b, values, dim, 0, 1);
  const int64_t rest = (size - 1) / 2;
  if (rest == 0) return joined(b, first, odd, dim);
  PARTITA_ASSIGN(const Tensors even, combine(take(b, odd, dim, 0, rest), take(b, values, dim, 2, rest, 2)));
  return interleaved(b, joined(b, first, even, dim), odd, dim);
}

std::optional<ReductionKind> reduction_kind(OpKind combiner) {
  switch (combiner) {
    case OpKind::kAdd: return ReductionKind::kSum;
    case OpKind::kMultiply: return ReductionKind::kProduct;
    case OpKind::kMaximum: return ReductionKind::kMax;
    case OpKind::kMinimum: return ReductionKind::kMin;
    default: return std::nullopt;
  }
}

}  // namespace

Tensors take(TensorBuilder& b, const Tensors& values, int dim, int64_t start, int64_t count, int64_t step) {
  Tensors out;
  for (Value* value : values) {
    const ir::Ints dims = value->type().dims();
    std::vector<int64_t> starts(dims.size(), 0), limits(dims.begin(), dims.end()), steps(dims.size(), 1);
    starts[dim] = start;
    limits[dim] = count == 0 ? start : start + (count - 1) * step + 1;
    steps[dim] = step;
    out.push_back(b.slice(value, starts, limits, steps));
  }
  return out;
}

Result<Tensors> fold(TensorBuilder& b, Tensors values, int dim, const Combine& combine) {
  for (int64_t size = size_of(values, dim); size > 1; size = size_of(values, dim)) {
    PARTITA_ASSIGN(Tensors pairs, combine(take(b, values, dim, 0, size / 2, 2), take(b, values, dim, 1, size / 2, 2)));
    values = size % 2 == 0 ? pairs : joined(b, pairs, take(b, values, dim, size - 1, 1), dim);
  }
  return values;
}

Result<Tensors> scan(TensorBuilder& b, const Tensors& values, int dim, bool reverse, const Combine& combine) {
  if (!reverse) return prefixes(b, values, dim, combine);
  auto turned = [&](const Tensors& left, const Tensors& right) { return combine(right, left); };
  PARTITA_ASSIGN(const Tensors scanned, prefixes(b, reversed(b, values, dim), dim, turned));
  return reversed(b, scanned, dim);
}

bool is_identity(const Value* value, OpKind combiner) {
  while (!value->is_argument() && (value->op()->is(OpKind::kBroadcastInDim) || value->op()->is(OpKind::kReshape) ||
                                   value->op()->is(OpKind::kCopy))) {
    value = value->op()->operand(0);
  }
  const std::optional<ReductionKind> kind = reduction_kind(combiner);
  if (!kind || value->is_argument() || !value->op()->is(OpKind::kConstant)) return false;
  const ir::Literal& literal = value->op()->attr(AttrKey::kValue).literal();
  const ElementType element = literal.type.element();
  auto is = [&](const ir::Bytes& bytes) { return literal.data != nullptr && *literal.data == bytes; };
  return is(ir::identity_bytes(element, *kind)) || (*kind == ReductionKind::kSum && is(ir::element_bytes(element, 0)));
}

}  // namespace partita::core::transform
