// Squares of a vector's size are transposed in registers into a block of 4 to 16 KB, whose rows are then written whole:
// lines of the target are not written in pieces, whose addresses would compete for places in the cache. What the next
// block reads is fetched meanwhile: its rows lie too far apart for the processor to see them coming. And where the
// target is larger than caches are, its lines go to memory without being read first.
#include <algorithm>
#include <cstring>

#include "engine/move/transpose.h"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace partita::core::engine::move {
namespace {

#if defined(__clang__)
#define PARTITA_UNROLL _Pragma("clang loop unroll(full)")
#else
#define PARTITA_UNROLL _Pragma("GCC unroll 16")
#endif

constexpr int64_t kBlock = 64, kArea = 512, kLine = 64;
constexpr int64_t kNarrow = 16;  // columns, below which rows of a block are not worth a detour

int64_t until_line(const std::byte* at) {
  return static_cast<int64_t>(-reinterpret_cast<uintptr_t>(at) % static_cast<uintptr_t>(kLine));
}

// Whole lines past the caches, the ends as usual; seen by other threads after `end_stream`.
void stream(const std::byte* from, std::byte* to, int64_t bytes) {
#if defined(__SSE2__)
  const int64_t begin = std::min(bytes, until_line(to));
  std::memcpy(to, from, static_cast<size_t>(begin));
  int64_t b = begin;
  for (; b + kLine <= bytes; b += kLine) {
    PARTITA_UNROLL
    for (int64_t i = 0; i < kLine; i += 16) {
      _mm_stream_si128(reinterpret_cast<__m128i*>(to + b + i),
                       _mm_loadu_si128(reinterpret_cast<const __m128i*>(from + b + i)));
    }
  }
  std::memcpy(to + b, from + b, static_cast<size_t>(bytes - b));
#else
  std::memcpy(to, from, static_cast<size_t>(bytes));
#endif
}

struct Wide16 {
  uint64_t halves[2];
};

template <typename T>
T load(const std::byte* from) {
  T value;
  std::memcpy(&value, from, sizeof value);
  return value;
}

// A square of kSide x kSide elements, 16 bytes a row.
template <typename T>
struct Square {
  static constexpr int64_t kSide = 16 / static_cast<int64_t>(sizeof(T));
  typedef T V __attribute__((vector_size(16)));

  static void run(const std::byte* from, int64_t from_stride, std::byte* to, int64_t to_stride) {
    V rows[kSide];
    PARTITA_UNROLL
    for (int64_t c = 0; c < kSide; ++c) rows[c] = load<V>(from + c * from_stride);
    // Interleaving row i with row i + half, log2(kSide) times, transposes.
    PARTITA_UNROLL
    for (int64_t step = 1; step < kSide; step *= 2) {
      V next[kSide];
      PARTITA_UNROLL
      for (int64_t i = 0; i < kSide / 2; ++i) {
        next[2 * i] = low(rows[i], rows[i + kSide / 2]);
        next[2 * i + 1] = high(rows[i], rows[i + kSide / 2]);
      }
      PARTITA_UNROLL
      for (int64_t i = 0; i < kSide; ++i) rows[i] = next[i];
    }
    PARTITA_UNROLL
    for (int64_t r = 0; r < kSide; ++r) std::memcpy(to + r * to_stride, &rows[r], 16);
  }

 private:
  static V low(V a, V b) {
    if constexpr (kSide == 2) return __builtin_shufflevector(a, b, 0, 2);
    if constexpr (kSide == 4) return __builtin_shufflevector(a, b, 0, 4, 1, 5);
    if constexpr (kSide == 8) return __builtin_shufflevector(a, b, 0, 8, 1, 9, 2, 10, 3, 11);
    if constexpr (kSide == 16) {
      return __builtin_shufflevector(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
    }
  }
  static V high(V a, V b) {
    if constexpr (kSide == 2) return __builtin_shufflevector(a, b, 1, 3);
    if constexpr (kSide == 4) return __builtin_shufflevector(a, b, 2, 6, 3, 7);
    if constexpr (kSide == 8) return __builtin_shufflevector(a, b, 4, 12, 5, 13, 6, 14, 7, 15);
    if constexpr (kSide == 16) {
      return __builtin_shufflevector(a, b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
    }
  }
};

template <int64_t kBytes>
void fetch(const std::byte* from, int64_t stride, int64_t rows) {
  for (int64_t i = 0; i < rows; ++i) {
    PARTITA_UNROLL
    for (int64_t b = 0; b < kBytes; b += kLine) __builtin_prefetch(from + i * stride + b);
  }
}

template <typename T>
void transpose_area(int64_t rows, int64_t columns, const std::byte* from, int64_t from_stride, std::byte* to,
                    int64_t to_stride, Size size, const std::byte* after) {
  constexpr int64_t kWidth = sizeof(T), kSide = 16 / kWidth;
  constexpr int64_t kRows = kWidth > 4 ? kBlock / 2 : kWidth == 1 ? kBlock * 2 : kBlock;
  constexpr int64_t kColumns = kWidth > 2 ? kBlock : kBlock * 2;
  const bool streams = size == Size::kMemory;
  alignas(64) std::byte block[kRows * kColumns * kWidth];
  for (int64_t c0 = 0; c0 < columns; c0 += kColumns) {
    const int64_t width = std::min(kColumns, columns - c0);
    for (int64_t r0 = 0; r0 < rows; r0 += kRows) {
      const int64_t height = std::min(kRows, rows - r0);
      const std::byte* source = from + r0 * kWidth + c0 * from_stride;
      std::byte* target = to + r0 * to_stride + c0 * kWidth;
      const int64_t in_squares = height / kSide * kSide, across = width / kSide * kSide;
      const std::byte* next = r0 + kRows < rows      ? source + kRows * kWidth
                              : c0 + width < columns ? from + (c0 + width) * from_stride
                                                     : after;
      const bool by_block = size != Size::kFirstCache && width >= kNarrow;
      std::byte* into = by_block ? block : target;
      const int64_t stride = by_block ? kColumns * kWidth : to_stride;
      if constexpr (kSide > 1) {
        for (int64_t c = 0; c < across; c += kSide) {
          if (by_block && next != nullptr) fetch<kRows * kWidth>(next + c * from_stride, from_stride, kSide);
          for (int64_t r = 0; r < in_squares; r += kSide) {
            Square<T>::run(source + r * kWidth + c * from_stride, from_stride, into + r * stride + c * kWidth, stride);
          }
        }
      }
      for (int64_t r = 0; r < height; ++r) {
        for (int64_t c = kSide > 1 && r < in_squares ? across : 0; c < width; ++c) {
          std::memcpy(into + r * stride + c * kWidth, source + r * kWidth + c * from_stride, sizeof(T));
        }
      }
      if (by_block) {
        for (int64_t r = 0; r < height; ++r) {
          if (streams) {
            stream(block + r * stride, target + r * to_stride, width * kWidth);
          } else {
            std::memcpy(target + r * to_stride, block + r * stride, static_cast<size_t>(width * kWidth));
          }
        }
      }
    }
  }
}

// By areas whose pages, of both sides, the processor knows by heart.
template <typename T>
void transpose_of(int64_t rows, int64_t columns, const std::byte* from, int64_t from_stride, std::byte* to,
                  int64_t to_stride, Size size, const std::byte* after) {
  constexpr int64_t kWidth = sizeof(T);
  // Where rows of the target begin alike, the first columns are those before the first line's beginning.
  const int64_t before = to_stride % kLine == 0 && columns >= 4 * kBlock ? until_line(to) / kWidth : 0;
  for (int64_t c = 0, width = 0; c < columns; c += width) {
    width = std::min(c == 0 && before > 0 ? before : kArea, columns - c);
    for (int64_t r = 0; r < rows; r += kArea) {
      const std::byte* next = r + kArea < rows ? from + (r + kArea) * kWidth + c * from_stride : after;
      transpose_area<T>(std::min(kArea, rows - r), width, from + r * kWidth + c * from_stride, from_stride,
                        to + r * to_stride + c * kWidth, to_stride, size, next);
    }
  }
}

}  // namespace

void end_stream() {
#if defined(__SSE2__)
  _mm_sfence();
#endif
}

void transpose(int width, int64_t rows, int64_t columns, const std::byte* from, int64_t from_stride, std::byte* to,
               int64_t to_stride, Size size, const std::byte* after) {
  switch (width) {
    case 1: return transpose_of<uint8_t>(rows, columns, from, from_stride, to, to_stride, size, after);
    case 2: return transpose_of<uint16_t>(rows, columns, from, from_stride, to, to_stride, size, after);
    case 4: return transpose_of<uint32_t>(rows, columns, from, from_stride, to, to_stride, size, after);
    case 8: return transpose_of<uint64_t>(rows, columns, from, from_stride, to, to_stride, size, after);
    default: return transpose_of<Wide16>(rows, columns, from, from_stride, to, to_stride, size, after);
  }
}

}  // namespace partita::core::engine::move

#undef PARTITA_UNROLL
