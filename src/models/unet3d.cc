#include "partita/models/unet3d.h"

#include <optional>

#include "partita/nn/conv.h"
#include "partita/nn/cross_entropy.h"
#include "partita/nn/dense.h"
#include "partita/nn/hint.h"
#include "partita/nn/pool.h"
#include "partita/ops.h"
#include "partita/program.h"
#include "partita/scope.h"
#include "partita/transform.h"

namespace partita {
inline namespace v1 {
namespace models {

namespace {

Tensor block(const Tensor& x, const UnetBlock& w) {
  const auto part = [](const Tensor& in, const Tensor& kernel, const nn::BatchNorm& norm) {
    const Tensor y = named(nn::conv(in, convert(kernel, in.dtype())), "conv");
    return relu(nn::batch_norm(y, norm, {.one_exchange = true}).y);
  };
  return part(part(x, w.first, w.norm_first), w.second, w.norm_second);
}

}  // namespace

Tensor unet3d(const Unet3d& p, const Tensor& volume, const Sharding& hint, Where where) {
  const Scope scope("unet3d", where);
  const auto kept = checkpoint(block, Save::names({"conv"}));
  std::vector<Tensor> beside;
  Tensor h = nn::hinted(volume, hint);
  for (const UnetBlock& w : p.down) {
    if (!beside.empty()) h = nn::max_pool(h, {2, 2, 2});
    h = kept(h, w);
    beside.push_back(h);
  }
  for (const UnetBlock& w : p.up) {
    beside.pop_back();
    h = kept(concatenate({beside.back(), nn::upsample(h, 2)}, -1), w);
  }
  return einsum("...f,fn->...n", {h, convert(p.classes, h.dtype())});
}

Tensor unet3d_loss(const Unet3d& p, const Tensor& volume, const Tensor& classes, const Sharding& hint, Where where) {
  const Scope scope("unet3d", where);
  return nn::cross_entropy(unet3d(p, volume, hint), classes);
}

Unet3d init_unet3d(const UnetConfig& c, const Key& key, Where where) {
  const Scope scope("init_unet3d", where);
  const auto kernel = [](const Key& own, std::int64_t in, std::int64_t out) {
    return nn::init_weight(own, {3, 3, 3, in, out}, 27 * in);
  };
  const auto norm = [](std::int64_t features) { return nn::BatchNorm{ones(f32, {features}), zeros(f32, {features})}; };
  const auto made = [&](const Key& own, std::int64_t in, std::int64_t between, std::int64_t out) {
    const auto [a, b] = split2(own);
    return UnetBlock{kernel(a, in, between), kernel(b, between, out), norm(between), norm(out)};
  };
  std::vector<Key> keys = split(key, static_cast<int>(2 * c.levels));
  Unet3d out;
  std::int64_t features = c.inputs;
  for (std::int64_t i = 0; i < c.levels; ++i) {
    const std::int64_t between = i == 0 ? c.features : features;
    out.down.push_back(made(keys.back(), features, between, 2 * between));
    keys.pop_back();
    features = 2 * between;
  }
  for (std::int64_t i = c.levels - 1; i > 0; --i) {
    const std::int64_t beside = features / 2;
    out.up.push_back(made(keys.back(), features + beside, beside, beside));
    keys.pop_back();
    features = beside;
  }
  out.classes = nn::init_weight(keys.back(), {features, c.classes}, features);
  return out;
}

Unet3d unet3d_specs(const UnetConfig& config) {
  return abstract([&](const Key& key) { return init_unet3d(config, key); }, key_of(0));
}

Tensor small_unet3d(const SmallUnet3d& p, const Tensor& volume, const Sharding& hint, Where where) {
  const Scope scope("small_unet3d", where);
  Tensor h = relu(nn::conv(nn::hinted(volume, hint), p.first));
  const Tensor beside = relu(nn::conv(h, p.second));
  h = relu(nn::conv(nn::max_pool(beside, {2, 2, 2}), p.down));
  h = relu(nn::conv(h, p.deep, {.dilations = {2, 2, 2}}));
  h = concatenate({nn::conv_transpose(h, p.up, {2, 2, 2}), beside}, -1);
  return nn::conv(relu(nn::conv(h, p.merged)), p.classes);
}

Tensor small_unet3d_loss(const SmallUnet3d& p, const Tensor& volume, const Tensor& wanted, const Sharding& hint,
                         Where where) {
  const Scope scope("small_unet3d", where);
  const Tensor error = small_unet3d(p, volume, hint, where) - nn::hinted(wanted, hint);
  return mean(error * error);
}

}  // namespace models
}  // namespace v1
}  // namespace partita
