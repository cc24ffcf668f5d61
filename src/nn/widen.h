// Sums of many terms are taken in f32 where tensors are narrower.
#pragma once

#include "partita/ops.h"

namespace partita {
inline namespace v1 {
namespace nn::detail {

inline Tensor widened(const Tensor& x) { return bytes_of(x.dtype()) < bytes_of(f32) ? convert(x, f32) : x; }

}  // namespace nn::detail
}  // namespace v1
}  // namespace partita
