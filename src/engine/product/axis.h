// One side of a product as packing reads it: several dimensions taken as one, row-major.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace partita::core::engine::product {

inline constexpr int64_t kAlign = 64;  // bytes, of what kernels read
inline int64_t divide_up(int64_t n, int64_t unit) { return (n + unit - 1) / unit; }
inline int64_t round_up(int64_t n, int64_t unit) { return divide_up(n, unit) * unit; }

class Axis {
 public:
  Axis() = default;
  // Neighbours that lie like one dimension are merged.
  void add(int64_t size, int64_t stride) {
    total_ *= size;
    if (size == 1) return;
    if (!sizes_.empty() && strides_.back() == stride * size) {
      sizes_.back() *= size;
      strides_.back() = stride;
    } else {
      sizes_.push_back(size);
      strides_.push_back(stride);
    }
  }

  int64_t size() const { return total_; }
  int runs() const { return static_cast<int>(sizes_.size()); }  // dimensions that are left
  // Between neighbours within a run.
  int64_t stride() const { return strides_.empty() ? 0 : strides_.back(); }
  int64_t offset(int64_t index) const {
    int64_t sum = 0;
    for (size_t d = sizes_.size(); d-- > 0;) {
      sum += index % sizes_[d] * strides_[d];
      index /= sizes_[d];
    }
    return sum;
  }
  // Calls visit(index - begin, offset, count) for the runs of neighbours in [begin, end).
  template <typename Visit>
  void for_runs(int64_t begin, int64_t end, Visit&& visit) const {
    for (int64_t at = begin; at < end;) {
      const int64_t within = sizes_.empty() ? 0 : at % sizes_.back();
      const int64_t count = std::min(end - at, sizes_.empty() ? 1 : sizes_.back() - within);
      visit(at - begin, offset(at), count);
      at += count;
    }
  }

 private:
  std::vector<int64_t> sizes_, strides_;
  int64_t total_ = 1;
};

}  // namespace partita::core::engine::product
