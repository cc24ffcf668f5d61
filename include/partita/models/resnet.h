// A small residual network for images: a stem, a block, and one that halves the image.
//
// Meant with one hint, on the image: "-,x,-,-" divides its rows along x, and all that follows.
#pragma once

#include "partita/export.h"
#include "partita/shard.h"
#include "partita/tensor.h"
#include "partita/where.h"

namespace partita {
inline namespace v1 {
namespace models {

// Kernels [3, 3, f, g]; `shortcut` [1, 1, f, g], `stem` [7, 7, 3, f], `classes` [g, n].
struct Resnet {
  Tensor first, second, third, fourth, shortcut, classes, stem;
};

// image [b, h, w, 3]: [b, n].
PARTITA_API Tensor resnet(const Resnet& p, const Tensor& image, const Sharding& hint = {},
                          Where where = Where::current());
// The mean cross-entropy; labels [b], s32.
PARTITA_API Tensor resnet_loss(const Resnet& p, const Tensor& image, const Tensor& labels, const Sharding& hint = {},
                               Where where = Where::current());

}  // namespace models
}  // namespace v1
}  // namespace partita
