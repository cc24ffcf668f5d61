#include "partita/models/resnet.h"

#include "partita/nn/batch_norm.h"
#include "partita/nn/conv.h"
#include "partita/nn/hint.h"
#include "partita/nn/pool.h"
#include "partita/ops.h"
#include "partita/scope.h"

namespace partita {
inline namespace v1 {
namespace models {
namespace {

Tensor normed_conv(const Tensor& x, const Tensor& kernel, std::int64_t stride = 1) {
  return nn::batch_norm(nn::conv(x, kernel, {.strides = {stride, stride}})).y;
}

}  // namespace

Tensor resnet(const Resnet& p, const Tensor& image, const Sharding& hint, Where where) {
  const Scope scope("resnet", where);
  Tensor h = relu(normed_conv(nn::hinted(image, hint), p.stem, 2));
  h = nn::max_pool(h, {3, 3}, {.strides = {2, 2}, .padding = nn::Around::kSame});
  h = relu(h + normed_conv(relu(normed_conv(h, p.first)), p.second));
  const Tensor halved = normed_conv(relu(normed_conv(h, p.third, 2)), p.fourth);
  h = relu(nn::conv(h, p.shortcut, {.strides = {2, 2}}) + halved);
  return einsum("bf,fn->bn", {nn::global_mean(h), p.classes});
}

Tensor resnet_loss(const Resnet& p, const Tensor& image, const Tensor& labels, const Sharding& hint, Where where) {
  const Scope scope("resnet", where);
  const Tensor scores = log_softmax(resnet(p, image, hint, where));
  return -mean(take_along(scores, expand_dims(labels, 1), 1));
}

}  // namespace models
}  // namespace v1
}  // namespace partita
