// x over the root of the mean of its squares, times a scale; over the last dimension.
//
// Needs no hint of its own. Where the last dimension is divided the mean is an all-reduce of one number per row.
#pragma once

#include "partita/export.h"
#include "partita/tensor.h"
#include "partita/where.h"

namespace partita {
inline namespace v1 {
namespace nn {

struct NormOptions {
  double epsilon = 1e-6;  // what is added to the mean
};

// x [.., m], scale [m], whose types may differ. Computed in f32 where x is narrower, and given in the type of x.
PARTITA_API Tensor rms_norm(const Tensor& x, const Tensor& scale, NormOptions options = {},
                            Where where = Where::current());

}  // namespace nn
}  // namespace v1
}  // namespace partita
