#include "ir/views.h"

#include <algorithm>

#include "ir/names.h"

namespace partita::core::ir {

bool contains(Ints list, int64_t value) { return std::ranges::find(list, value) != list.end(); }

DotDims dot_dims(const Op& op) {
  return {op.ints_attr(AttrKey::kLhsBatchingDimensions), op.ints_attr(AttrKey::kRhsBatchingDimensions),
          op.ints_attr(AttrKey::kLhsContractingDimensions), op.ints_attr(AttrKey::kRhsContractingDimensions)};
}

ConvDims conv_dims(const Op& op) {
  return {op.int_attr(AttrKey::kInputBatchDimension),
          op.int_attr(AttrKey::kInputFeatureDimension),
          op.ints_attr(AttrKey::kInputSpatialDimensions),
          op.int_attr(AttrKey::kKernelInputFeatureDimension),
          op.int_attr(AttrKey::kKernelOutputFeatureDimension),
          op.ints_attr(AttrKey::kKernelSpatialDimensions),
          op.int_attr(AttrKey::kOutputBatchDimension),
          op.int_attr(AttrKey::kOutputFeatureDimension),
          op.ints_attr(AttrKey::kOutputSpatialDimensions),
          op.int_attr(AttrKey::kFeatureGroupCount, 1),
          op.int_attr(AttrKey::kBatchGroupCount, 1)};
}

std::vector<WindowDim> window_of(const Op& op) {
  std::vector<WindowDim> window;
  Ints base, dilation;
  if (op.is(OpKind::kConvolution)) {
    ConvDims dims = conv_dims(op);
    for (int64_t d : dims.kernel_spatial) window.push_back({.size = op.operand(1)->type().dim(static_cast<int>(d))});
    base = op.ints_attr(AttrKey::kLhsDilation);
    dilation = op.ints_attr(AttrKey::kRhsDilation);
  } else {
    Ints sizes = op.ints_attr(AttrKey::kWindowDimensions);
    window.resize(op.operand(0)->type().rank());
    for (size_t i = 0; i < sizes.size() && i < window.size(); ++i) window[i].size = sizes[i];
    base = op.ints_attr(AttrKey::kBaseDilations);
    dilation = op.ints_attr(AttrKey::kWindowDilations);
  }
  Ints strides = op.ints_attr(AttrKey::kWindowStrides);
  Ints padding = op.ints_attr(AttrKey::kPadding);
  Ints reversal = op.ints_attr(AttrKey::kWindowReversal);
  for (size_t i = 0; i < window.size(); ++i) {
    if (i < strides.size()) window[i].stride = strides[i];
    if (i < base.size()) window[i].base_dilation = base[i];
    if (i < dilation.size()) window[i].window_dilation = dilation[i];
    if (i < reversal.size()) window[i].reversal = reversal[i] != 0;
    if (2 * i + 1 < padding.size()) {
      window[i].padding_low = padding[2 * i];
      window[i].padding_high = padding[2 * i + 1];
    }
  }
  return window;
}

int64_t window_output_size(int64_t n, const WindowDim& w) {
  int64_t dilated = n == 0 ? 0 : (n - 1) * w.base_dilation + 1;
  int64_t padded = dilated + w.padding_low + w.padding_high;
  int64_t span = w.size == 0 ? 0 : (w.size - 1) * w.window_dilation + 1;
  if (padded <= 0 || span > padded) return 0;
  return (padded - span) / w.stride + 1;
}

std::optional<int64_t> checked_window_output_size(int64_t n, const WindowDim& w) {
  // Far above any real shape, far below where the arithmetic could overflow.
  constexpr int64_t kLimit = int64_t{1} << 40;
  auto fits = [](int64_t v) { return v > -kLimit && v < kLimit; };
  auto product_fits = [&](int64_t a, int64_t b) { return a == 0 || b <= kLimit / a; };
  if (!fits(n) || !fits(w.size) || !fits(w.padding_low) || !fits(w.padding_high) || !fits(w.base_dilation) ||
      !fits(w.window_dilation) || w.stride < 1 || w.size < 0 || w.base_dilation < 1 || w.window_dilation < 1) {
    return std::nullopt;
  }
  if (!product_fits(n, w.base_dilation) || !product_fits(w.size, w.window_dilation)) return std::nullopt;
  return window_output_size(n, w);
}

GatherDims gather_dims(const Op& op) {
  return {op.ints_attr(AttrKey::kOffsetDims),          op.ints_attr(AttrKey::kCollapsedSliceDims),
          op.ints_attr(AttrKey::kOperandBatchingDims), op.ints_attr(AttrKey::kStartIndicesBatchingDims),
          op.ints_attr(AttrKey::kStartIndexMap),       op.int_attr(AttrKey::kIndexVectorDim),
          op.ints_attr(AttrKey::kSliceSizes)};
}

ScatterDims scatter_dims(const Op& op) {
  return {op.ints_attr(AttrKey::kUpdateWindowDims),         op.ints_attr(AttrKey::kInsertedWindowDims),
          op.ints_attr(AttrKey::kInputBatchingDims),        op.ints_attr(AttrKey::kScatterIndicesBatchingDims),
          op.ints_attr(AttrKey::kScatterDimsToOperandDims), op.int_attr(AttrKey::kIndexVectorDim)};
}

int num_inputs(const Op& op) {
  switch (op.kind()) {
    case OpKind::kReduce:
    case OpKind::kReduceWindow: return op.num_operands() / 2;
    case OpKind::kScatter: return (op.num_operands() - 1) / 2;
    case OpKind::kScan: return op.num_operands() - static_cast<int>(op.int_attr(AttrKey::kNumCarries));
    default: return op.num_operands();
  }
}

bool is_carried_unchanged(const Op& loop, int carry) {
  const Region& body = loop.region(1);
  const Op* end = body.terminator();
  return end != nullptr && carry < end->num_operands() && carry < body.num_arguments() &&
         end->operand(carry) == body.argument(carry);
}

std::optional<AttrKey> placement_key(const Op& op) {
  if (!op.info().has(kPlacement) || op.is(OpKind::kPropagationBarrier)) return std::nullopt;
  return op.has_attr(AttrKey::kOutSharding) ? AttrKey::kOutSharding : AttrKey::kSharding;
}

bool is_sharding_call(const Op& op) {
  return op.is(OpKind::kCustomCall) && op.text_attr(AttrKey::kCallTargetName) == call_targets::kSharding &&
         op.num_operands() == 1 && op.num_results() == 1 && op.operand(0)->type() == op.result()->type();
}

}  // namespace partita::core::ir
