// (x - mean) over its standard deviation, times a scale, plus a bias; over the last dimension.
//
// Needs no hint of its own. Where the last dimension is divided both means are all-reduces of one number per row.
#pragma once

#include "partita/export.h"
#include "partita/nn/rms_norm.h"
#include "partita/tensor.h"
#include "partita/where.h"

namespace partita {
inline namespace v1 {
namespace nn {

struct LayerNorm {
  Tensor scale, bias;  // [m]
};

// x [.., m]. Computed in f32 where x is narrower, and given in the type of x.
PARTITA_API Tensor layer_norm(const Tensor& x, const LayerNorm& w, NormOptions options = {},
                              Where where = Where::current());

}  // namespace nn
}  // namespace v1
}  // namespace partita
