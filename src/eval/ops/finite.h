// Whether floats are numbers.
#pragma once

#include <cstdint>
#include <optional>

#include "eval/tensor.h"

namespace partita::core::eval {

// The first element that is NaN or infinite: its index, row-major.
struct NotFinite {
  int64_t index = 0;
  bool nan = false;
};
std::optional<NotFinite> find_not_finite(const Tensor& tensor);

}  // namespace partita::core::eval
