#include "eval/ops/lines.h"

namespace partita::core::eval {

Lines::Lines(Dims tensor_dims, int64_t dimension) : dims(tensor_dims.begin(), tensor_dims.end()) {
  length = dims[dimension];
  count = 1;
  for (int64_t d = 0; d < std::ssize(dims); ++d) {
    if (d == dimension) continue;
    line_last.push_back(d);
    count *= dims[d];
  }
  line_last.push_back(dimension);
}

void Lines::take(int width, const std::byte* tensor, std::byte* lines) const {
  copy_permuted(width, dims, line_last, tensor, lines);
}

void Lines::put(int width, const std::byte* lines, std::byte* tensor) const {
  std::vector<int64_t> line_dims, back(dims.size());
  for (size_t i = 0; i < line_last.size(); ++i) {
    line_dims.push_back(dims[line_last[i]]);
    back[line_last[i]] = static_cast<int64_t>(i);
  }
  copy_permuted(width, line_dims, back, lines, tensor);
}

}  // namespace partita::core::eval
