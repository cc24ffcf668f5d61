#include "partita/nn/conv.h"

#include <algorithm>
#include <string>

#include "partita/ops.h"
#include "partita/scope.h"

namespace partita {
inline namespace v1 {
namespace nn {
namespace {

// "b01f,01fo->b01o" for any number of spatial dimensions.
std::string layout_of(int spatial) {
  std::string digits;
  for (int i = 0; i < spatial; ++i) digits += static_cast<char>('0' + i);
  return "b" + digits + "f," + digits + "fo->b" + digits + "o";
}

std::int64_t at(const std::vector<std::int64_t>& numbers, int i) {
  return numbers.empty() ? 1 : numbers[static_cast<std::size_t>(i)];
}

}  // namespace

std::pair<std::int64_t, std::int64_t> same_padding(std::int64_t size, std::int64_t window, std::int64_t stride,
                                                   std::int64_t dilation) {
  const std::int64_t reach = (window - 1) * dilation + 1, results = (size + stride - 1) / stride;
  const std::int64_t total = std::max<std::int64_t>((results - 1) * stride + reach - size, 0);
  return {total / 2, total - total / 2};
}

Tensor conv(const Tensor& x, const Tensor& kernel, const ConvOptions& options, Where where) {
  const Scope scope("conv", where);
  const int spatial = x.shape().rank() - 2;
  partita::ConvOptions all{
      .strides = options.strides, .rhs_dilation = options.dilations, .feature_groups = options.groups};
  const std::string layout = layout_of(spatial);
  all.layout = layout;
  for (int i = 0; options.padding == Around::kSame && i < std::min(spatial, kernel.shape().rank()); ++i) {
    all.padding.push_back(
        same_padding(x.shape()[i + 1], kernel.shape()[i], at(options.strides, i), at(options.dilations, i)));
  }
  return partita::conv(x, kernel, all);
}

Tensor conv_transpose(const Tensor& x, const Tensor& kernel, const std::vector<std::int64_t>& strides, Where where) {
  const Scope scope("conv_transpose", where);
  const int spatial = x.shape().rank() - 2;
  partita::ConvOptions all{.lhs_dilation = strides};
  const std::string layout = layout_of(spatial);
  all.layout = layout;
  for (int i = 0; i < std::min(spatial, kernel.shape().rank()); ++i) {
    // (n - 1)·stride + 1 with both paddings must hold n·stride windows.
    const std::int64_t window = kernel.shape()[i], stride = at(strides, i);
    const std::int64_t total = window + stride - 2;
    const std::int64_t low = stride > window - 1 ? window - 1 : (total + 1) / 2;
    all.padding.emplace_back(low, total - low);
  }
  return partita::conv(x, kernel, all);
}

}  // namespace nn
}  // namespace v1
}  // namespace partita
