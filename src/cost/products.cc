#include "cost/products.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "cost/op_prices.h"
#include "cost/prices.h"
#include "cost/storage.h"
#include "ir/views.h"

namespace partita::core::cost {
namespace {

double size_of(const Value* value, int64_t dim) {
  return static_cast<double>(value->type().dim(static_cast<int>(dim)));
}

double sizes_of(const Value* value, Ints dims) {
  double product = 1;
  for (int64_t dim : dims) product *= size_of(value, dim);
  return product;
}

double padded(double size, double tile) { return std::ceil(size / tile) * tile; }

// The shortest part of a contraction that is worth a kernel that adds the parts up.
constexpr double kLeastDepth = 512;

double tiled_seconds(const ProductShape& shape, double rate, const Products& products) {
  auto tile = [&](double size, int64_t full) {
    return static_cast<double>(
        products.small_tile > 0 && size <= static_cast<double>(products.small_tile) ? products.small_tile : full);
  };
  const double rows = tile(shape.rows, products.tile_rows);
  const double columns = tile(shape.columns, products.tile_columns);
  const double tiles = shape.batch * std::ceil(shape.rows / rows) * std::ceil(shape.columns / columns);
  const double depth = padded(shape.depth, static_cast<double>(products.depth_tile));
  const auto units = static_cast<double>(products.units);
  // Vectors times matrices: what few rows leave idle is worth filling.
  const bool thin = std::min(shape.rows, shape.columns) <= static_cast<double>(products.small_tile);
  double parts = 1;
  while (products.splits_depth && thin && 2 * parts * tiles <= units && depth / (2 * parts) >= kLeastDepth) parts *= 2;
  const double rounds = std::ceil(tiles * parts / units);
  return rounds * 2 * rows * columns * (depth / parts + products.ramp) / (rate * products.efficiency / units);
}

// Libraries have kernels for gradients of plain and of strided convolutions (whose windows are dilated), not for those
// of dilated and of transposed ones.
bool has_library_kernel(const Op& convolution) {
  if (!is_weight_gradient(convolution)) return true;
  for (const WindowDim& w : window_of(convolution)) {
    if (w.stride != 1 || w.base_dilation != 1) return false;
  }
  return true;
}

}  // namespace

ProductShape dot_shape(const Op& dot) {
  const DotDims dims = dot_dims(dot);
  ProductShape out;
  out.batch = sizes_of(dot.operand(0), dims.lhs_batching);
  out.depth = sizes_of(dot.operand(0), dims.lhs_contracting);
  out.rows = element_count(dot.operand(0)) / std::max(1.0, out.batch * out.depth);
  out.columns = element_count(dot.result()) / std::max(1.0, out.batch * out.rows);
  return out;
}

ProductShape convolution_shape(const Op& convolution) {
  const ConvDims dims = conv_dims(convolution);
  ProductShape out;
  out.batch = static_cast<double>(std::max(dims.feature_group_count, dims.batch_group_count));
  const double features = size_of(convolution.operand(1), dims.kernel_output_feature);
  out.columns = features / out.batch;
  out.rows = element_count(convolution.result()) / std::max(1.0, features);
  out.depth = element_count(convolution.operand(1)) / std::max(1.0, features);
  return out;
}

double product_seconds(const ProductShape& shape, double rate, const Products& products) {
  ProductShape turned = shape;  // of a and b transposed: a compiler takes what fills the tiles better
  std::swap(turned.rows, turned.columns);
  return std::min(tiled_seconds(shape, rate, products), tiled_seconds(turned, rate, products));
}

int64_t tiled_batch_dimension(const Op& convolution) {
  const ConvDims dims = conv_dims(convolution);
  return is_weight_gradient(convolution) ? dims.input_feature : dims.input_batch;
}

double convolution_seconds(const Op& convolution, double rate, const Hardware& hardware) {
  return convolution_seconds(convolution, convolution_shape(convolution),
                             size_of(convolution.operand(0), tiled_batch_dimension(convolution)), rate, hardware);
}

double convolution_seconds(const Op& convolution, const ProductShape& shape, double batch, double rate,
                           const Hardware& hardware) {
  const Convolutions& how = hardware.convolutions;
  if (how.foreign_term > 0 && !has_library_kernel(convolution)) return how.overhead + how.foreign_term * shape.depth;
  if (how.patch_bandwidth == 0) {
    // Whole tiles are multiplied.
    const double growth = padded(batch, static_cast<double>(hardware.compiler.memory_tile[0])) / std::max(1.0, batch);
    return how.overhead + growth * product_seconds(shape, rate, hardware.products);
  }
  const double element = packed_bytes(convolution.operand(0)->type().element());
  const double patches = shape.batch * shape.rows * shape.depth * element / how.patch_bandwidth;
  const double operations = 2 * shape.batch * shape.rows * shape.columns * shape.depth;
  return how.overhead + std::max(patches, operations / (rate * hardware.products.efficiency));
}

}  // namespace partita::core::cost
