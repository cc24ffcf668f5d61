// The lines of a tensor along one dimension: a 2x3x4 tensor has 8 lines of 3 elements along dimension 1.
#pragma once

#include <vector>

#include "eval/strided.h"

namespace partita::core::eval {

struct Lines {
  int64_t count;                         // lines
  int64_t length;                        // elements of each
  std::vector<int64_t> dims, line_last;  // line_last: the order of dimensions that puts the line's own last

  Lines(Dims tensor_dims, int64_t dimension);

  // From the tensor's order to [count][length] and back.
  void take(int width, const std::byte* tensor, std::byte* lines) const;
  void put(int width, const std::byte* lines, std::byte* tensor) const;
};

}  // namespace partita::core::eval
