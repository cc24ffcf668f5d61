// convolution: the cotangent of each side is a convolution of the result's with the other side. Where the forward one
// has strides the backward one has dilations, and the other way round; features and batch change places.
//
//   D: sizes with dilations, lo: padding before
//   lhs   pad ct by Dk-1-lo before and up to Dx+Dk-1 in all, reverse the kernel, swap its features
//   rhs   slide ct, dilated by the strides, over the lhs, padded by lo before and up to Dy+Dk-1 in all
#include "transform/grad/rules.h"

namespace partita::core::transform {
namespace {

struct ConvolutionSide {
  Value* value;
  int64_t batch, feature;  // of a kernel: its input features, its output features
  ir::Ints spatial;
};

int64_t dilated(int64_t size, int64_t dilation) { return size == 0 ? 0 : (size - 1) * dilation + 1; }

// Splits `groups` off the front of dimension `from`, and puts them in front of dimension `to`.
Value* move_groups(TensorBuilder& b, Value* value, int64_t from, int64_t to, int64_t groups) {
  if (groups == 1) return value;
  std::vector<int64_t> dims(value->type().dims().begin(), value->type().dims().end()), split = dims;
  split[from] /= groups;
  const std::vector<int64_t> rest = split;  // without the groups
  split.insert(split.begin() + from, groups);
  // `from` stands behind its groups now; take these out, and put them before `to`.
  std::vector<int64_t> order;
  for (int64_t d = 0; d < std::ssize(rest); ++d) {
    if (d == to) order.push_back(from);
    order.push_back(d < from ? d : d + 1);
  }
  std::vector<int64_t> merged = rest;
  merged[to] *= groups;
  return b.reshape(b.transpose(b.reshape(value, split), order), merged);
}

class ConvolutionRule {
 public:
  explicit ConvolutionRule(Adjoint& a)
      : a_(a), b_(a.b()), dims_(ir::conv_dims(a.op())), window_(ir::window_of(a.op())) {
    for (size_t d = 0; d < window_.size(); ++d) {
      if (window_[d].reversal) reversed_.push_back(dims_.kernel_spatial[d]);
      const Type x = a.op().operand(0)->type(), y = a.op().result()->type();
      dilated_lhs_.push_back(dilated(x.dims()[dims_.input_spatial[d]], window_[d].base_dilation));
      dilated_kernel_.push_back(dilated(window_[d].size, window_[d].window_dilation));
      dilated_result_.push_back(dilated(y.dims()[dims_.output_spatial[d]], window_[d].stride));
    }
  }

  Value* of_lhs() const {
    const int64_t feature_groups = dims_.feature_group_count, batch_groups = dims_.batch_group_count;
    const int64_t groups = feature_groups * batch_groups;  // one of them is 1
    const Type type = a_.op().operand(0)->type();
    Value* kernel = b_.reverse(b_.convert(a_.operand(1), element()), reversed_);
    kernel = move_groups(b_, kernel, dims_.kernel_output_feature, dims_.kernel_input_feature, groups);
    std::vector<WindowDim> window;
    for (size_t d = 0; d < window_.size(); ++d) {
      const WindowDim& w = window_[d];
      const int64_t low = dilated_kernel_[d] - 1 - w.padding_low;
      const int64_t high = dilated_lhs_[d] + dilated_kernel_[d] - 1 - dilated_result_[d] - low;
      window.push_back({.stride = w.base_dilation,
                        .padding_low = low,
                        .padding_high = high,
                        .base_dilation = w.stride,
                        .window_dilation = w.window_dilation});
    }
    // With batch groups: as if the lhs had these in its features, from where they go back into the batch.
    std::vector<int64_t> shape(type.dims().begin(), type.dims().end());
    shape[dims_.input_batch] /= batch_groups;
    shape[dims_.input_feature] *= batch_groups;
    Value* ct =
        convolve({a_.ct(), dims_.output_batch, dims_.output_feature, dims_.output_spatial},
                 {b_.reverse(kernel, dims_.kernel_spatial), dims_.kernel_output_feature, dims_.kernel_input_feature,
                  dims_.kernel_spatial},
                 {nullptr, dims_.input_batch, dims_.input_feature, dims_.input_spatial}, shape, window, groups, 1);
    ct = move_groups(b_, ct, dims_.input_feature, dims_.input_batch, batch_groups);
    return b_.convert(ct, type.element());
  }

  Value* of_kernel() const {
    const Type type = a_.op().operand(1)->type();
    std::vector<WindowDim> window;
    for (size_t d = 0; d < window_.size(); ++d) {
      const WindowDim& w = window_[d];
      const int64_t high = dilated_result_[d] - dilated_lhs_[d] + dilated_kernel_[d] - w.padding_low - 1;
      window.push_back({.stride = w.window_dilation,
                        .padding_low = w.padding_low,
                        .padding_high = high,
                        .base_dilation = w.base_dilation,
                        .window_dilation = w.stride});
    }
    Value* ct =
        convolve({b_.convert(a_.operand(0), element()), dims_.input_feature, dims_.input_batch, dims_.input_spatial},
                 {a_.ct(), dims_.output_batch, dims_.output_feature, dims_.output_spatial},
                 {nullptr, dims_.kernel_input_feature, dims_.kernel_output_feature, dims_.kernel_spatial}, type.dims(),
                 window, dims_.batch_group_count, dims_.feature_group_count);
    return b_.convert(b_.reverse(ct, reversed_), type.element());
  }

 private:
  ElementType element() const { return a_.ct()->type().element(); }

  Value* convolve(const ConvolutionSide& lhs, const ConvolutionSide& kernel, const ConvolutionSide& result,
                  ir::Ints shape, std::span<const WindowDim> window, int64_t feature_groups,
                  int64_t batch_groups) const {
    std::vector<int64_t> strides, padding, base, dilation;
    for (const WindowDim& w : window) {
      strides.push_back(w.stride);
      padding.push_back(w.padding_low);
      padding.push_back(w.padding_high);
      base.push_back(w.base_dilation);
      dilation.push_back(w.window_dilation);
    }
    Context& c = a_.context();
    return b_.value(OpKind::kConvolution, {lhs.value, kernel.value}, b_.tensor(element(), shape),
                    {{AttrKey::kWindowStrides, c.ints(strides)},
                     {AttrKey::kPadding, c.ints(padding)},
                     {AttrKey::kLhsDilation, c.ints(base)},
                     {AttrKey::kRhsDilation, c.ints(dilation)},
                     {AttrKey::kInputBatchDimension, c.integer(lhs.batch)},
                     {AttrKey::kInputFeatureDimension, c.integer(lhs.feature)},
                     {AttrKey::kInputSpatialDimensions, c.ints(lhs.spatial)},
                     {AttrKey::kKernelInputFeatureDimension, c.integer(kernel.batch)},
                     {AttrKey::kKernelOutputFeatureDimension, c.integer(kernel.feature)},
                     {AttrKey::kKernelSpatialDimensions, c.ints(kernel.spatial)},
                     {AttrKey::kOutputBatchDimension, c.integer(result.batch)},
                     {AttrKey::kOutputFeatureDimension, c.integer(result.feature)},
                     {AttrKey::kOutputSpatialDimensions, c.ints(result.spatial)},
                     {AttrKey::kFeatureGroupCount, c.integer(feature_groups)},
                     {AttrKey::kBatchGroupCount, c.integer(batch_groups)},
                     {AttrKey::kPrecisionConfig, a_.op().attr(AttrKey::kPrecisionConfig)}});
  }

  Adjoint& a_;
  TensorBuilder& b_;
  ConvDims dims_;
  std::vector<WindowDim> window_;
  std::vector<int64_t> reversed_, dilated_lhs_, dilated_kernel_, dilated_result_;
};

}  // namespace

Status grad_convolution(Adjoint& a) {
  for (const Value* value : {a.op().operand(0), a.op().operand(1), a.op().result()}) {
    if (value->type().num_elements() == 0) return {};  // what there is depends on nothing
  }
  const ConvolutionRule rule(a);
  if (a.wanted(0)) a.add(0, rule.of_lhs());
  if (a.wanted(1)) a.add(1, rule.of_kernel());
  return {};
}

}  // namespace partita::core::transform
