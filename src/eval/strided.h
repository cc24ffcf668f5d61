// Elements at regular distances: the one mechanism behind every op that only moves data.
//
// Transposing a 2x3 tensor, for example, is a copy over the result's dims [3, 2] that reads with strides [1, 3] and
// writes with strides [2, 1]. A broadcast reads with stride 0, a reverse with a negative stride from the last element,
// interior padding writes with stride interior + 1.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "eval/tensor.h"

namespace partita::core::eval {

using Dims = std::span<const int64_t>;

int64_t product(Dims dims);

// Copies product(dims) elements of `width` bytes (1, 2, 4, 8 or 16) between two places, as often as it is called;
// strides are in elements. Does nothing where a dimension is 0.
class StridedCopy {
 public:
  StridedCopy(int width, Dims dims, Dims from_strides, Dims to_strides);
  void operator()(const std::byte* from, std::byte* to) const;

 private:
  struct Loop {
    int64_t count;
    int64_t from;
    int64_t to;
  };
  template <int kWidth>
  void run(const std::byte* from, std::byte* to) const;

  int width_;
  bool empty_;
  std::vector<Loop> loops_;  // outermost first
};

// The same for a single copy: a place in memory and how far apart its elements lie.
struct StridedSource {
  const std::byte* data;
  Dims strides;
};
struct StridedTarget {
  std::byte* data;
  Dims strides;
};

void copy_strided(int width, Dims dims, StridedSource from, StridedTarget to);

// `count` copies of the element at `value`.
void fill_elements(int width, const std::byte* value, std::byte* to, int64_t count);

// to[i] = from[offsets[i]], and to[offsets[i]] = from[i].
void gather_elements(int width, const std::byte* from, std::span<const int64_t> offsets, std::byte* to);
void scatter_elements(int width, const std::byte* from, std::span<const int64_t> offsets, std::byte* to);

// Puts element i of each dimension at low + i * (interior + 1); what falls outside `to_dims` is left out, and places
// without an element are left alone.
void copy_padded(int width, Dims dims, const std::byte* from, Dims low, Dims interior, Dims to_dims, std::byte* to);

const std::byte* bytes_of(const Tensor& tensor, int64_t element_offset = 0);
std::byte* mutable_bytes_of(Tensor& tensor, int64_t element_offset = 0);

// Copies a dense tensor of `dims` into a dense one whose dimension i is dimension order[i].
void copy_permuted(int width, Dims dims, Dims order, const std::byte* from, std::byte* to);

// The elements of an integer tensor; an unsigned one beyond int64 is the largest int64.
std::vector<int64_t> index_values(const Tensor& tensor);

// Counts through all indices of `dims` in row-major order.
//
//   for (Odometer at(dims); at.valid(); at.next()) visit(at.index());
class Odometer {
 public:
  explicit Odometer(Dims dims);
  bool valid() const { return valid_; }
  void next();
  Dims index() const { return index_; }

 private:
  std::vector<int64_t> dims_;
  std::vector<int64_t> index_;
  bool valid_;
};

}  // namespace partita::core::eval

namespace partita::core {
using eval::Dims;
}  // namespace partita::core
