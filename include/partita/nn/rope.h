// Rotary positions: pairs of elements are turned by angles that grow with the place in the sequence.
//
// Needs no hint where the last dimension is not divided: halves of it are turned against each other.
#pragma once

#include "partita/export.h"
#include "partita/tensor.h"
#include "partita/where.h"

namespace partita {
inline namespace v1 {
namespace nn {

struct RopeOptions {
  double base = 10000;
};

// x [b, s, n, d] with d even, positions s32 [s]. Element i of the first half is turned with element i of the second by
// position · base^(-2i/d).
PARTITA_API Tensor rope(const Tensor& x, const Tensor& positions, RopeOptions options = {},
                        Where where = Where::current());

}  // namespace nn
}  // namespace v1
}  // namespace partita
