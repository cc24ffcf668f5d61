#include "partita/models/unet3d.h"

#include "partita/nn/conv.h"
#include "partita/nn/pool.h"
#include "partita/ops.h"
#include "partita/scope.h"

namespace partita {
inline namespace v1 {
namespace models {

Tensor small_unet3d(const SmallUnet3d& p, const Tensor& volume, const Sharding& hint, Where where) {
  const Scope scope("small_unet3d", where);
  Tensor h = relu(nn::conv(hint.is_none() ? volume : shard(volume, hint), p.first));
  const Tensor beside = relu(nn::conv(h, p.second));
  h = relu(nn::conv(nn::max_pool(beside, {2, 2, 2}), p.down));
  h = relu(nn::conv(h, p.deep, {.dilations = {2, 2, 2}}));
  h = concatenate({nn::conv_transpose(h, p.up, {2, 2, 2}), beside}, -1);
  return nn::conv(relu(nn::conv(h, p.merged)), p.classes);
}

Tensor small_unet3d_loss(const SmallUnet3d& p, const Tensor& volume, const Tensor& wanted, const Sharding& hint,
                         Where where) {
  const Scope scope("small_unet3d", where);
  const Tensor target = hint.is_none() ? wanted : shard(wanted, hint);
  const Tensor error = small_unet3d(p, volume, hint, where) - target;
  return mean(error * error);
}

}  // namespace models
}  // namespace v1
}  // namespace partita
