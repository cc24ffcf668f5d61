#include "partita/nn/pool.h"

#include "partita/ops.h"
#include "partita/scope.h"

namespace partita {
inline namespace v1 {
namespace nn {
namespace {

struct Windows {
  Shape sizes;
  WindowOptions options;
};

// Batch and features have windows of one element.
Windows windows_of(const Tensor& x, const std::vector<std::int64_t>& window, const PoolOptions& options) {
  const std::vector<std::int64_t>& strides = options.strides.empty() ? window : options.strides;
  std::vector<std::int64_t> sizes = {1};
  sizes.insert(sizes.end(), window.begin(), window.end());
  sizes.push_back(1);
  Windows out{Shape(sizes), {}};
  out.options.strides = {1};
  out.options.strides.insert(out.options.strides.end(), strides.begin(), strides.end());
  out.options.strides.push_back(1);
  if (options.padding == Around::kSame) {
    out.options.padding.assign(sizes.size(), {0, 0});
    for (std::size_t i = 0; i < window.size() && i < strides.size(); ++i) {
      const int dim = static_cast<int>(i) + 1;
      if (dim < x.shape().rank()) {
        out.options.padding[i + 1] = same_padding(x.shape()[dim], window[i], strides[i]);
      }
    }
  }
  return out;
}

}  // namespace

Tensor max_pool(const Tensor& x, const std::vector<std::int64_t>& window, const PoolOptions& options, Where where) {
  const Scope scope("max_pool", where);
  const Windows windows = windows_of(x, window, options);
  return window_max(x, windows.sizes, windows.options);
}

Tensor mean_pool(const Tensor& x, const std::vector<std::int64_t>& window, const PoolOptions& options, Where where) {
  const Scope scope("mean_pool", where);
  const Windows windows = windows_of(x, window, options);
  return window_mean(x, windows.sizes, windows.options);
}

Tensor upsample(const Tensor& x, std::int64_t times, Where where) {
  const Scope scope("upsample", where);
  const Shape& shape = x.shape();
  std::vector<std::int64_t> apart = {shape[0]}, spread = apart, out = apart;
  for (int i = 1; i + 1 < shape.rank(); ++i) {
    apart.insert(apart.end(), {shape[i], 1});
    spread.insert(spread.end(), {shape[i], times});
    out.push_back(shape[i] * times);
  }
  for (auto* sizes : {&apart, &spread, &out}) sizes->push_back(shape[shape.rank() - 1]);
  return reshape(broadcast_to(reshape(x, Shape(apart)), Shape(spread)), Shape(out));
}

Tensor global_mean(const Tensor& x, Where where) {
  const Scope scope("global_mean", where);
  std::vector<int> spatial;
  for (int i = 1; i + 1 < x.shape().rank(); ++i) spatial.push_back(i);
  return mean(x, spatial);
}

}  // namespace nn
}  // namespace v1
}  // namespace partita
