// Kernels that mostly move memory: rearranging, picking and adding rows, sorting, Fourier transforms.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace partita::core::measure {

// to[j][i] = from[i][j], in blocks of a cache's line.
void transpose(const float* from, float* to, int64_t rows, int64_t columns);

// to[i] = from[index[i]], rows of so many elements.
void gather_rows(const float* from, float* to, std::span<const int32_t> index, int64_t width);
// to[index[i]] += from[i], of bf16, each sum rounded.
void scatter_rows_bf16(const uint16_t* from, uint16_t* to, std::span<const int32_t> index, int64_t width);

uint16_t round_to_bf16(float x);

// Fourier transforms of lines of a power of two of complex numbers, in place.
class FourierLines {
 public:
  explicit FourierLines(int64_t length);
  void transform(float* lines, int64_t count) const;

 private:
  void transform_line(float* line) const;

  int64_t length_;
  std::vector<float> roots_;       // e^(-2πik/length), k below half of it
  std::vector<int32_t> reversed_;  // each index with its bits reversed
};

}  // namespace partita::core::measure
