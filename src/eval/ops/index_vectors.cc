#include "eval/ops/index_vectors.h"

#include "eval/strided.h"

namespace partita::core::eval {

IndexVectors::IndexVectors(const Tensor& indices, int64_t index_vector_dim)
    : values_(index_values(indices)), vector_(1), vector_dim_(index_vector_dim) {
  Dims dims = indices.type().dims();
  std::vector<int64_t> strides = row_major_strides(dims);
  for (size_t d = 0; d < dims.size(); ++d) {
    if (static_cast<int64_t>(d) == index_vector_dim) {
      vector_.resize(dims[d]);
      vector_stride_ = strides[d];
    } else {
      batch_dims_.push_back(dims[d]);
      batch_strides_.push_back(strides[d]);
    }
  }
}

std::span<const int64_t> IndexVectors::at(std::span<const int64_t> batch_index) {
  int64_t start = 0;
  for (size_t i = 0; i < batch_index.size(); ++i) start += batch_index[i] * batch_strides_[i];
  for (size_t i = 0; i < vector_.size(); ++i) {
    vector_[i] = values_[start + static_cast<int64_t>(i) * vector_stride_];
  }
  return vector_;
}

}  // namespace partita::core::eval
