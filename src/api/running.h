// What calls that run programs share.
#pragma once

#include <vector>

#include "eval/evaluate.h"
#include "eval/tensor.h"
#include "partita/run.h"

namespace partita {
inline namespace v1 {
namespace detail {

core::EvalOptions inner_options(const RunOptions& options, const CustomCalls& calls);
std::vector<Tensor> public_tensors(const std::vector<core::Tensor>& tensors);

}  // namespace detail
}  // namespace v1
}  // namespace partita
