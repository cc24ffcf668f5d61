// Views: elements at regular distances in a buffer. A transpose, a slice, a broadcast, a reversal and most reshapes of
// a view are views again, and cost nothing.
//
//   %w: tensor<4x8xf32> in buffer 2             {buffer 2, offset 0, dims [4, 8], strides [8, 1]}
//   slice %w [1:3, 0:8]                         {buffer 2, offset 32, dims [2, 8], strides [8, 1]}
//   transpose of that                           {buffer 2, offset 32, dims [8, 2], strides [1, 8]}
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "ir/type.h"

namespace partita::core::engine {

using Ints = std::span<const int64_t>;

// Where a view begins: at a fixed place of a buffer, plus what a register says while the program runs.
struct Place {
  int buffer = -1;
  int64_t offset = 0;  // in bytes
  int reg = -1;        // -1: none
};

struct View {
  Place place;
  ElementType element = ElementType::kF32;
  std::vector<int64_t> dims, strides;  // strides in elements

  int width() const { return byte_width(element); }
  int rank() const { return std::ssize(dims); }
  int64_t num_elements() const;
  int64_t bytes() const { return num_elements() * width(); }
};

std::vector<int64_t> dense_strides(Ints dims);
View dense_view(int buffer, Type type);
// Row-major without gaps; strides along dimensions of size 1 do not matter.
bool is_dense(const View& view);

View transposed(const View& view, Ints permutation);
View sliced(const View& view, Ints starts, Ints limits, Ints strides);
View reversed(const View& view, Ints dimensions);
// As broadcast_in_dim has it.
View broadcast(const View& view, Ints dims, Ints broadcast_dimensions);
// Nothing where the elements in row-major order are not at regular distances in the new shape.
std::optional<View> reshaped(const View& view, Ints dims);

}  // namespace partita::core::engine
