// Products of matrices and convolutions.
#include <algorithm>
#include <utility>

#include "engine/lowering.h"
#include "engine/steps.h"
#include "ir/views.h"

namespace partita::core::engine {
namespace {

bool is_multiplied(ElementType type) {
  switch (type) {
    case ElementType::kS8:
    case ElementType::kS16:
    case ElementType::kS32:
    case ElementType::kS64:
    case ElementType::kU8:
    case ElementType::kU16:
    case ElementType::kU32:
    case ElementType::kU64:
    case ElementType::kF16:
    case ElementType::kBF16:
    case ElementType::kF32:
    case ElementType::kF64:
    case ElementType::kC64:
    case ElementType::kC128: return true;
    default: return false;
  }
}

bool has_kernel(const Op& op) {
  const ElementType lhs = op.operand(0)->type().element(), rhs = op.operand(1)->type().element();
  const ElementType result = op.result()->type().element();
  if (!is_multiplied(lhs) || !is_multiplied(rhs) || !is_multiplied(result)) return false;
  // Of one class, so that it does not matter what is converted first.
  return element_class(lhs) == element_class(rhs) && element_class(lhs) == element_class(result);
}

}  // namespace

bool Lowering::lower_product(const Op& op) {
  if (op.is(OpKind::kConvolution)) return lower_convolution(op);
  if (!op.is(OpKind::kDotGeneral) || !has_kernel(op) || op.has_attr(AttrKey::kAlgorithm)) return false;
  const ir::DotDims dims = ir::dot_dims(op);
  const View lhs = view_of(*op.operand(0)), rhs = view_of(*op.operand(1));
  const size_t before = program_.buffers.size();
  View result = make(*op.result(), {}, true);
  if (std::cmp_greater_equal(result.place.buffer, before)) result = as_transposed(op, result);
  product::MatmulSpec spec;
  spec.lhs_type = lhs.element;
  spec.rhs_type = rhs.element;
  spec.result_type = result.element;
  size_t at = 0;
  for (size_t i = 0; i < dims.lhs_batching.size(); ++i, ++at) {
    const int64_t l = dims.lhs_batching[i], r = dims.rhs_batching[i];
    spec.batch.push_back({lhs.dims[l], lhs.strides[l], rhs.strides[r], result.strides[at]});
  }
  for (int d = 0; d < lhs.rank(); ++d) {
    if (ir::contains(dims.lhs_batching, d) || ir::contains(dims.lhs_contracting, d)) continue;
    spec.rows.push_back({lhs.dims[d], lhs.strides[d], 0, result.strides[at++]});
  }
  for (int d = 0; d < rhs.rank(); ++d) {
    if (ir::contains(dims.rhs_batching, d) || ir::contains(dims.rhs_contracting, d)) continue;
    spec.columns.push_back({rhs.dims[d], 0, rhs.strides[d], result.strides[at++]});
  }
  for (size_t i = 0; i < dims.lhs_contracting.size(); ++i) {
    const int64_t l = dims.lhs_contracting[i], r = dims.rhs_contracting[i];
    spec.depth.push_back({lhs.dims[l], lhs.strides[l], rhs.strides[r], 0});
  }
  const View right = packed_outside(op, spec, rhs);
  auto step = std::make_unique<ProductStep>(&op, spec, lhs, right, result);
  step->computes.emplace_back(op.result(), result);
  emit(std::move(step));
  return true;
}

View Lowering::packed_outside(const Op& op, product::MatmulSpec& spec, const View& rhs) {
  constexpr int64_t kManyRows = 1024;  // beside which packing is little work
  constexpr int64_t kMostBytes = int64_t{64} << 20;
  int64_t rows = 1;
  for (const product::MatmulDim& dim : spec.rows) rows *= dim.size;
  if (rows > kManyRows) return rhs;
  // The outermost loop that leaves it alone, and so do those inside of it.
  const auto changes = [&](const Loop& loop) {
    return rhs.place.buffer >= loop.first_buffer || rhs.place.reg >= loop.first_register ||
           std::ranges::count(loop.written, rhs.place.buffer) > 0;
  };
  size_t depth = loops_.size();
  while (depth > 0 && !changes(loops_[depth - 1])) --depth;
  if (depth == loops_.size()) return rhs;
  const std::shared_ptr<const product::Matmul> product = product::compile(spec);
  const int64_t bytes = static_cast<int64_t>(product->packed_rhs_bytes());
  if (bytes == 0 || bytes > kMostBytes) return rhs;
  View packed = rhs;
  packed.place = {new_buffer(bytes), 0, -1};
  loops_[depth].outer->push_back(std::make_unique<PackStep>(&op, product, rhs, packed.place));
  spec.rhs_packed = true;
  return packed;
}

bool Lowering::lower_convolution(const Op& op) {
  if (!has_kernel(op)) return false;
  const ir::ConvDims dims = ir::conv_dims(op);
  const View lhs = view_of(*op.operand(0)), rhs = view_of(*op.operand(1));
  const View result = make(*op.result(), {}, true);
  product::ConvolutionSpec spec;
  spec.lhs_type = lhs.element;
  spec.rhs_type = rhs.element;
  spec.result_type = result.element;
  spec.batch = lhs.dims[dims.input_batch];
  spec.input_features = lhs.dims[dims.input_feature];
  spec.output_features = rhs.dims[dims.kernel_output_feature];
  spec.feature_groups = dims.feature_group_count;
  spec.batch_groups = dims.batch_group_count;
  const std::vector<ir::WindowDim> window = ir::window_of(op);
  for (size_t i = 0; i < window.size(); ++i) {
    const int64_t l = dims.input_spatial[i], r = dims.kernel_spatial[i], o = dims.output_spatial[i];
    spec.spatial.push_back({.input = lhs.dims[l],
                            .window = rhs.dims[r],
                            .output = result.dims[o],
                            .stride = window[i].stride,
                            .low = window[i].padding_low,
                            .input_dilation = window[i].base_dilation,
                            .window_dilation = window[i].window_dilation,
                            .reversed = window[i].reversal,
                            .lhs_stride = lhs.strides[l],
                            .rhs_stride = rhs.strides[r],
                            .result_stride = result.strides[o]});
  }
  spec.lhs_batch_stride = lhs.strides[dims.input_batch];
  spec.lhs_feature_stride = lhs.strides[dims.input_feature];
  spec.rhs_input_stride = rhs.strides[dims.kernel_input_feature];
  spec.rhs_output_stride = rhs.strides[dims.kernel_output_feature];
  spec.result_batch_stride = result.strides[dims.output_batch];
  spec.result_feature_stride = result.strides[dims.output_feature];
  auto step = std::make_unique<ConvolutionStep>(&op, spec, lhs, rhs, result);
  step->computes.emplace_back(op.result(), result);
  emit(std::move(step));
  return true;
}

}  // namespace partita::core::engine
