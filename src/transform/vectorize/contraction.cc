// Products and convolutions.
#include <algorithm>

#include "transform/vectorize/rules.h"

namespace partita::core::transform {

// Both sides mapped: one more batching dimension. One side: a free dimension of it, which moves to the front.
Status vectorize_dot_general(Batch& v) {
  const Op& op = v.op();
  const ir::DotDims dims = ir::dot_dims(op);
  const bool left = v.is_mapped(0), right = v.is_mapped(1);
  TensorBuilder& b = v.b();
  auto moved = [](ir::Ints list, bool mapped) {
    return mapped ? shifted(list) : std::vector<int64_t>(list.begin(), list.end());
  };
  auto lhs_batching = moved(dims.lhs_batching, left), rhs_batching = moved(dims.rhs_batching, right);
  const auto lhs_contracting = moved(dims.lhs_contracting, left), rhs_contracting = moved(dims.rhs_contracting, right);
  const Type result = op.result()->type();
  Type type = v.wider(result);
  std::vector<int64_t> permutation;  // from what the product gives to what it should
  if (left && right) {
    lhs_batching.insert(lhs_batching.begin(), 0);
    rhs_batching.insert(rhs_batching.begin(), 0);
  } else {
    // The new dimension is the first free one of its side.
    const int batches = static_cast<int>(lhs_batching.size());
    const int lhs_free = op.operand(0)->type().rank() - batches - static_cast<int>(lhs_contracting.size());
    const int64_t at = left ? batches : batches + lhs_free;
    std::vector<int64_t> shape(result.dims().begin(), result.dims().end());
    shape.insert(shape.begin() + at, v.size());
    type = b.with_dims(result, shape);
    permutation = {at};
    for (int64_t d = 0; d <= result.rank(); ++d) {
      if (d != at) permutation.push_back(d);
    }
  }
  Value* operands[] = {v.operand(0).value, v.operand(1).value};
  Op* copy = v.like(operands, std::span(&type, 1));
  copy->set_attr(AttrKey::kLhsBatchingDimensions, v.context().ints(lhs_batching));
  copy->set_attr(AttrKey::kRhsBatchingDimensions, v.context().ints(rhs_batching));
  copy->set_attr(AttrKey::kLhsContractingDimensions, v.context().ints(lhs_contracting));
  copy->set_attr(AttrKey::kRhsContractingDimensions, v.context().ints(rhs_contracting));
  Value* product = copy->result();
  v.set(0, permutation.empty() ? product : b.transpose(product, permutation));
  return {};
}

namespace {

// The first dimension becomes the slower part of dimension `into` (counted without it): [n, a, b] -> [a, n·b].
Value* fold(TensorBuilder& b, Value* value, int64_t into) {
  const ir::Ints dims = value->type().dims();
  std::vector<int64_t> permutation, shape;
  for (int64_t d = 1; d < std::ssize(dims); ++d) {
    const bool here = d - 1 == into;
    if (here) permutation.push_back(0);
    permutation.push_back(d);
    shape.push_back(here ? dims[0] * dims[d] : dims[d]);
  }
  return b.reshape(b.transpose(value, permutation), shape);
}

// And back: [a, n·b] -> [n, a, b].
Value* unfold(TensorBuilder& b, Value* value, int64_t from, int64_t size) {
  const ir::Ints dims = value->type().dims();
  std::vector<int64_t> shape, permutation = {from};
  for (int64_t d = 0; d < std::ssize(dims); ++d) {
    if (d == from) shape.push_back(size);
    shape.push_back(d == from ? dims[d] / size : dims[d]);
  }
  for (int64_t d = 0; d < std::ssize(shape); ++d) {
    if (d != from) permutation.push_back(d);
  }
  return b.transpose(b.reshape(value, shape), permutation);
}

}  // namespace

// Mapped images are more images; mapped kernels give more features, in more groups where the images are mapped too.
// With batch groups, or where features are grouped already and kernels are mapped, numbers of groups would not fit
// together.
Status vectorize_convolution(Batch& v) {
  const Op& op = v.op();
  const ir::ConvDims dims = ir::conv_dims(op);
  const bool left = v.is_mapped(0), right = v.is_mapped(1);
  if (v.size() == 0 || dims.batch_group_count > 1 || (right && dims.feature_group_count > 1 && !left)) {
    return vectorize_rows(v);
  }
  TensorBuilder& b = v.b();
  std::vector<int64_t> shape(op.result()->type().dims().begin(), op.result()->type().dims().end());
  Value* operands[] = {v.operand(0).value, v.operand(1).value};
  int64_t unfolded = dims.output_feature;
  int64_t groups = dims.feature_group_count;
  if (left && right) {
    operands[0] = fold(b, operands[0], dims.input_feature);
    operands[1] = fold(b, operands[1], dims.kernel_output_feature);
    groups *= v.size();
  } else if (left) {
    operands[0] = fold(b, operands[0], dims.input_batch);
    unfolded = dims.output_batch;
  } else {
    operands[1] = fold(b, operands[1], dims.kernel_output_feature);
  }
  shape[unfolded] *= v.size();
  const Type type = b.with_dims(op.result()->type(), shape);
  Op* copy = v.like(operands, std::span(&type, 1));
  copy->set_attr(AttrKey::kFeatureGroupCount, v.context().integer(groups));
  v.set(0, unfold(b, copy->result(), unfolded, v.size()));
  return {};
}

}  // namespace partita::core::transform
