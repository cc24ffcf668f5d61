// dot_general and scaled_dot: both operands are arranged as [batch, m, k] and [batch, k, n], which is also the order of
// the result's dimensions.
//
//   lhs 4x5x6, rhs 6x7x4, batching [0] x [2], contracting [2] x [0]  ->  [4, 5, 6] and [4, 6, 7] give [4, 5, 7]
#include <algorithm>
#include <numeric>

#include "eval/op_families.h"
#include "eval/ops/contraction.h"
#include "eval/ops/matrix_product.h"
#include "eval/strided.h"

namespace partita::core::eval {
namespace {

// Multiplies every element by the scale of its block: dimension d of n elements and s scales has blocks of n / s. A
// scalar scales all.
void apply_scale(std::vector<float>& values, Ints dims, const Tensor& scale) {
  Elements scales(scale, ElementType::kF32);
  std::vector<int64_t> strides = row_major_strides(scale.type().dims());
  size_t i = 0;
  for (Odometer at(dims); at.valid(); at.next(), ++i) {
    int64_t block = 0;
    for (size_t d = 0; d < strides.size(); ++d) {
      int64_t size = dims[d] / std::max<int64_t>(1, scale.type().dims()[d]);
      block += at.index()[d] / std::max<int64_t>(1, size) * strides[d];
    }
    values[i] *= scales.as<float>()[block];
  }
}

// The operand's values with their scales applied, as an f32 tensor of bytes.
std::vector<float> scaled_values(const Tensor& operand, const Tensor* scale) {
  Elements elements(operand, ElementType::kF32);
  std::vector<float> values(elements.as<float>(), elements.as<float>() + operand.size());
  if (scale != nullptr) apply_scale(values, operand.type().dims(), *scale);
  return values;
}

std::vector<std::byte> arranged(int width, const std::byte* data, Ints dims, std::initializer_list<Ints> order) {
  std::vector<int64_t> all;
  for (Ints part : order) all.insert(all.end(), part.begin(), part.end());
  std::vector<std::byte> out(product(dims) * width);
  copy_permuted(width, dims, all, data, out.data());
  return out;
}

Tensor scaled_product(const Tensor& lhs, const Tensor* lhs_scale, const Tensor& rhs, const Tensor* rhs_scale,
                      const DotDims& dims, Type result_type) {
  ContractionShape shape = contraction_shape(lhs.type(), rhs.type(), dims);
  std::vector<float> a = scaled_values(lhs, lhs_scale), b = scaled_values(rhs, rhs_scale);
  constexpr int kWidth = sizeof(float);
  std::vector<std::byte> left = arranged(kWidth, reinterpret_cast<const std::byte*>(a.data()), lhs.type().dims(),
                                         {dims.lhs_batching, shape.lhs_free, dims.lhs_contracting});
  std::vector<std::byte> right = arranged(kWidth, reinterpret_cast<const std::byte*>(b.data()), rhs.type().dims(),
                                          {dims.rhs_batching, dims.rhs_contracting, shape.rhs_free});
  std::vector<std::byte> sums = batched_product(ElementType::kF32, shape, left.data(), right.data());
  return tensor_from(result_type, ElementType::kF32, sums.data());
}

}  // namespace

ContractionShape contraction_shape(Type lhs, Type rhs, const DotDims& dims, Ints rhs_skip) {
  ContractionShape shape;
  for (int64_t d = 0; d < lhs.rank(); ++d) {
    int64_t size = lhs.dim(d);
    if (ir::contains(dims.lhs_batching, d)) {
      shape.batch *= size;
    } else if (ir::contains(dims.lhs_contracting, d)) {
      shape.k *= size;
    } else {
      shape.lhs_free.push_back(d);
      shape.m *= size;
    }
  }
  for (int64_t d = 0; d < rhs.rank(); ++d) {
    if (ir::contains(dims.rhs_batching, d) || ir::contains(dims.rhs_contracting, d) || ir::contains(rhs_skip, d))
      continue;
    shape.rhs_free.push_back(d);
    shape.n *= rhs.dim(d);
  }
  return shape;
}

std::vector<std::byte> arranged(const Elements& elements, Ints dims, std::initializer_list<Ints> order) {
  return arranged(byte_width(elements.type()), elements.data(), dims, order);
}

std::vector<std::byte> batched_product(ElementType type, const ContractionShape& shape, const std::byte* lhs,
                                       const std::byte* rhs) {
  int64_t width = byte_width(type);
  std::vector<std::byte> result(shape.batch * shape.m * shape.n * width);
  for (int64_t b = 0; b < shape.batch; ++b) {
    multiply_add(type, shape.m, shape.n, shape.k, lhs + b * shape.m * shape.k * width,
                 rhs + b * shape.k * shape.n * width, result.data() + b * shape.m * shape.n * width);
  }
  return result;
}

Status eval_dot_general(OpCall& call) {
  const Tensor &lhs = call.operands[0], &rhs = call.operands[1];
  DotDims dims = dot_dims(call.op);
  ContractionShape shape = contraction_shape(lhs.type(), rhs.type(), dims);
  ElementType type = product_type(lhs.type().element(), rhs.type().element(), call.result_type().element());
  std::vector<std::byte> a =
      arranged(Elements(lhs, type), lhs.type().dims(), {dims.lhs_batching, shape.lhs_free, dims.lhs_contracting});
  std::vector<std::byte> b =
      arranged(Elements(rhs, type), rhs.type().dims(), {dims.rhs_batching, dims.rhs_contracting, shape.rhs_free});
  std::vector<std::byte> sums = batched_product(type, shape, a.data(), b.data());
  call.give(tensor_from(call.result_type(), type, sums.data()));
  return {};
}

Status eval_scaled_dot(OpCall& call) {
  call.give(scaled_product(call.operands[0], &call.operands[2], call.operands[1], &call.operands[3], dot_dims(call.op),
                           call.result_type()));
  return {};
}

Tensor block_scaled_dot(std::span<const Tensor> operands, Type result_type) {
  const Tensor &lhs = operands[0], &rhs = operands[1];
  int64_t rank = lhs.type().rank();
  std::vector<int64_t> batch(rank - 2);
  std::iota(batch.begin(), batch.end(), 0);
  int64_t contracting[] = {rank - 1};
  DotDims dims{batch, batch, contracting, contracting};
  return scaled_product(lhs, &operands[2], rhs, operands.size() > 3 ? &operands[3] : nullptr, dims, result_type);
}

}  // namespace partita::core::eval
