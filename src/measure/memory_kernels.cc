#include "measure/memory_kernels.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <numbers>
#include <utility>

namespace partita::core::measure {

void transpose(const float* from, float* to, int64_t rows, int64_t columns) {
  constexpr int64_t kBlock = 16;
  for (int64_t i0 = 0; i0 < rows; i0 += kBlock) {
    for (int64_t j0 = 0; j0 < columns; j0 += kBlock) {
      const int64_t height = std::min(kBlock, rows - i0), width = std::min(kBlock, columns - j0);
      // Rows of a power of two would push each other out of a cache.
      float block[kBlock][kBlock];
      for (int64_t i = 0; i < height; ++i) {
        for (int64_t j = 0; j < width; ++j) block[j][i] = from[(i0 + i) * columns + j0 + j];
      }
      for (int64_t j = 0; j < width; ++j) std::memcpy(to + (j0 + j) * rows + i0, block[j], height * sizeof(float));
    }
  }
}

void gather_rows(const float* from, float* to, std::span<const int32_t> index, int64_t width) {
  for (size_t i = 0; i < index.size(); ++i) {
    std::memcpy(to + static_cast<int64_t>(i) * width, from + index[i] * width, width * sizeof(float));
  }
}

uint16_t round_to_bf16(float x) {
  const auto bits = std::bit_cast<uint32_t>(x);
  return static_cast<uint16_t>((bits + 0x7fffu + ((bits >> 16) & 1u)) >> 16);
}

void scatter_rows_bf16(const uint16_t* from, uint16_t* to, std::span<const int32_t> index, int64_t width) {
  const auto wide = [](uint16_t x) { return std::bit_cast<float>(static_cast<uint32_t>(x) << 16); };
  for (size_t i = 0; i < index.size(); ++i, from += width) {
    uint16_t* row = to + index[i] * width;
    for (int64_t j = 0; j < width; ++j) row[j] = round_to_bf16(wide(row[j]) + wide(from[j]));
  }
}

FourierLines::FourierLines(int64_t length) : length_(length), roots_(length), reversed_(length) {
  for (int64_t k = 0; k < length / 2; ++k) {
    const double angle = -2 * std::numbers::pi * static_cast<double>(k) / static_cast<double>(length);
    roots_[2 * k] = static_cast<float>(std::cos(angle));
    roots_[2 * k + 1] = static_cast<float>(std::sin(angle));
  }
  for (int64_t k = 1; k < length; ++k) {
    reversed_[k] = static_cast<int32_t>(reversed_[k / 2] / 2 + (k % 2 == 1 ? length / 2 : 0));
  }
}

void FourierLines::transform(float* lines, int64_t count) const {
  for (int64_t i = 0; i < count; ++i) transform_line(lines + i * 2 * length_);
}

void FourierLines::transform_line(float* line) const {
  for (int64_t k = 0; k < length_; ++k) {
    const int64_t other = reversed_[k];
    if (k >= other) continue;
    std::swap(line[2 * k], line[2 * other]);
    std::swap(line[2 * k + 1], line[2 * other + 1]);
  }
  for (int64_t half = 1; half < length_; half *= 2) {
    const int64_t step = length_ / (2 * half);
    for (int64_t begin = 0; begin < length_; begin += 2 * half) {
      for (int64_t k = 0; k < half; ++k) {
        float *low = line + 2 * (begin + k), *high = low + 2 * half;
        const float* root = roots_.data() + 2 * k * step;
        const float re = high[0] * root[0] - high[1] * root[1], im = high[0] * root[1] + high[1] * root[0];
        high[0] = low[0] - re;
        high[1] = low[1] - im;
        low[0] += re;
        low[1] += im;
      }
    }
  }
}

}  // namespace partita::core::measure
