// Elements that are set to zero at random while a model learns.
//
// Needs no hint: which elements they are follows from the key and their places alone, so that the mask lies as x does
// and is the same on every mesh.
#pragma once

#include "partita/export.h"
#include "partita/random.h"
#include "partita/tensor.h"
#include "partita/where.h"

namespace partita {
inline namespace v1 {
namespace nn {

// Each element is zero with probability `rate`, else x / (1 - rate). 0 <= rate < 1.
PARTITA_API Tensor dropout(const Key& key, const Tensor& x, double rate, Where where = Where::current());

}  // namespace nn
}  // namespace v1
}  // namespace partita
