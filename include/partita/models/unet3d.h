// U-Nets for volumes: down to coarser ones, and up again beside what was there.
//
//   Tensor loss = models::unet3d_loss(p, volume, classes, "d,s,-,-,-");
//
// Meant with one hint, on the volume: "x,y,-,-,-" divides batch and space, and all that follows.
#pragma once

#include <cstdint>
#include <vector>

#include "partita/export.h"
#include "partita/nn/batch_norm.h"
#include "partita/random.h"
#include "partita/shard.h"
#include "partita/tensor.h"
#include "partita/where.h"

namespace partita {
inline namespace v1 {
namespace models {

// Two convolutions, each normalized over the batch.
struct UnetBlock {
  Tensor first, second;                   // [3, 3, 3, f, g]
  nn::BatchNorm norm_first, norm_second;  // [g]
};
// The one of the GSPMD paper (its Table 8).
struct Unet3d {
  std::vector<UnetBlock> down, up;  // one more down than up
  Tensor classes;                   // [f, n]
};
struct UnetConfig {
  std::int64_t levels = 4, features = 8, inputs = 1, classes = 3;
};
PARTITA_API Unet3d init_unet3d(const UnetConfig& config, const Key& key, Where where = Where::current());
PARTITA_API Unet3d unet3d_specs(const UnetConfig& config);

// volume [b, d, h, w, inputs]: [b, d, h, w, n]. Weights are converted to the type of the volume. Blocks keep what their
// convolutions give.
PARTITA_API Tensor unet3d(const Unet3d& p, const Tensor& volume, const Sharding& hint = {},
                          Where where = Where::current());
// The mean cross-entropy; classes [b, d, h, w], s32.
PARTITA_API Tensor unet3d_loss(const Unet3d& p, const Tensor& volume, const Tensor& classes, const Sharding& hint = {},
                               Where where = Where::current());

// A smaller one. Kernels [3, 3, 3, f, g]; `classes` [1, 1, 1, f, n], `up` [2, 2, 2, f, g]. `deep` reaches over two
// voxels.
struct SmallUnet3d {
  Tensor first, second, down, deep, merged, classes, up;
};

// volume [b, d, h, w, 1]: [b, d, h, w, n].
PARTITA_API Tensor small_unet3d(const SmallUnet3d& p, const Tensor& volume, const Sharding& hint = {},
                                Where where = Where::current());
// The mean of squared differences.
PARTITA_API Tensor small_unet3d_loss(const SmallUnet3d& p, const Tensor& volume, const Tensor& wanted,
                                     const Sharding& hint = {}, Where where = Where::current());

}  // namespace models
}  // namespace v1
}  // namespace partita
