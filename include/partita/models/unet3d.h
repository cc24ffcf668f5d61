// A small U-Net for volumes: down once, and up again beside what was there.
//
// Meant with one hint, on the volume: "x,y,-,-,-" divides batch and space, and all that follows.
#pragma once

#include "partita/export.h"
#include "partita/shard.h"
#include "partita/tensor.h"
#include "partita/where.h"

namespace partita {
inline namespace v1 {
namespace models {

// Kernels [3, 3, 3, f, g]; `classes` [1, 1, 1, f, n], `up` [2, 2, 2, f, g]. `deep` reaches over two voxels.
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
