// How long matrix products and convolutions take on a hardware, by their shapes.
//
//   8192 x 8192 x 8192 in tf32 on an H200       4096 tiles of 128 x 128 over 132 processors are 32 rounds, each of 8192
//                                               terms and a ramp of 256 more, at 1/132 of the rate
//   128 x 128 x 64 on a TPU                     the 64 terms are padded to 128: half of the unit is idle
//
// What moves through memory meanwhile is not counted here.
#pragma once

#include <cstdint>

#include "cost/hardware.h"
#include "ir/program.h"

namespace partita::core::cost {

// `batch` products of rows x depth with depth x columns.
struct ProductShape {
  double batch = 1;
  double rows = 1;
  double columns = 1;
  double depth = 1;
};

// Of a dot_general, ragged_dot or scaled_dot.
ProductShape dot_shape(const Op& dot);
// Of a convolution as a product: positions times window by window times features, for each group.
ProductShape convolution_shape(const Op& convolution);

// `rate` are operations per second at the peak.
double product_seconds(const ProductShape& shape, double rate, const Products& products);

double convolution_seconds(const Op& convolution, double rate, const Hardware& hardware);
// Of a part of it that has this shape. `batch` is the part's size along the dimension of the image that lies along the
// rows of tiles.
double convolution_seconds(const Op& convolution, const ProductShape& shape, double batch, double rate,
                           const Hardware& hardware);
int64_t tiled_batch_dimension(const Op& convolution);

}  // namespace partita::core::cost
