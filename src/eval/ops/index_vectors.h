// The indices operand of gather and scatter: vectors along one dimension (or scalars, where that dimension is one past
// the last), one for every position of the others.
#pragma once

#include <vector>

#include "eval/tensor.h"

namespace partita::core::eval {

class IndexVectors {
 public:
  IndexVectors(const Tensor& indices, int64_t index_vector_dim);

  std::span<const int64_t> batch_dims() const { return batch_dims_; }
  // Where a dimension of the indices tensor stands among the batch dimensions.
  size_t batch_position(int64_t dim) const { return static_cast<size_t>(dim < vector_dim_ ? dim : dim - 1); }
  // Valid until the next call.
  std::span<const int64_t> at(std::span<const int64_t> batch_index);

 private:
  std::vector<int64_t> values_;
  std::vector<int64_t> batch_dims_;
  std::vector<int64_t> batch_strides_;
  std::vector<int64_t> vector_;
  int64_t vector_dim_;
  int64_t vector_stride_ = 0;
};

}  // namespace partita::core::eval
