// Moving elements between strided places: copies, transposes, slices, broadcasts and reversals are one thing, and pads,
// concatenations and updates are several of them. A move is planned once for its shape and run many times.
//
//   const Copy transpose(4, {{64, 32}}, {{1, 64}}, {{32, 1}});   // result[64][32] from source[32][64]
//   transpose.run(source, result);
//
// Dimensions are sorted and merged first. What remains is runs of bytes (memcpy, or fixed-size copies of short ones), a
// transpose by blocks that fit the cache, or single elements.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace partita::core::engine::move {

using Ints = std::span<const int64_t>;

// Copies product(dims) elements of `width` bytes (1, 2, 4, 8 or 16); strides in elements, of any sign, 0 in `from` to
// broadcast. Source and target must not overlap.
class Copy {
 public:
  Copy(int width, Ints dims, Ints from_strides, Ints to_strides);

  void run(const void* from, void* to) const { run_tasks(0, tasks(), from, to); }
  // Pieces that may run in any order and by any threads.
  int64_t tasks() const { return tasks_; }
  void run_tasks(int64_t first, int64_t end, const void* from, void* to) const;
  int64_t bytes() const { return bytes_; }

 private:
  enum class Kind : uint8_t { kNothing, kRuns, kTranspose, kElements };
  struct Loop {
    int64_t count = 1, from = 0, to = 0;  // strides in bytes
  };
  // `after`: what will be read next, or null.
  void walk(size_t depth, const std::byte* from, std::byte* to, const std::byte* after) const;
  void inner(const std::byte* from, std::byte* to, int64_t first, int64_t end, const std::byte* after) const;

  Kind kind_ = Kind::kNothing;
  int width_ = 1;
  // Outermost first. The last is `inner`'s: runs of run_bytes_, or elements; of a transpose the rows, dense in `from`.
  std::vector<Loop> loops_;
  Loop columns_;  // of a transpose, dense in `to`
  int64_t run_bytes_ = 0;
  int64_t from_base_ = 0, to_base_ = 0;
  int64_t tasks_ = 1, split_ = 1, bytes_ = 0;  // tasks divide the outermost loop
};

// Every element of a strided place becomes `value` (of `width` bytes).
void fill(int width, Ints dims, Ints strides, const void* value, void* to);

// StableHLO's pad into a dense result of `to_dims`: copies the operand and fills only what it does not cover.
// `low` may be negative; interior is the number of elements between two of the operand.
class Pad {
 public:
  Pad(int width, Ints dims, Ints from_strides, Ints low, Ints interior, Ints to_dims);
  void run(const void* from, const void* value, void* to) const;

 private:
  struct Border {
    std::vector<int64_t> dims;
    int64_t offset;  // in bytes
  };
  int width_;
  bool fill_all_;
  std::vector<int64_t> to_dims_, to_strides_;
  std::vector<Border> borders_;
  int64_t from_offset_ = 0, to_offset_ = 0;
  std::vector<Copy> copy_;  // one, or none where nothing of the operand is left
};

// The starting index of a dynamic slice or update as one offset in elements: each clamped so that the slice fits.
int64_t clamped_offset(Ints starts, Ints dims, Ints slice, Ints strides);

// to[i…] = from[offsets[i]…]: rows of `row_bytes` from places `offsets` (in bytes) to dense ones. Scatter is its
// inverse, in ascending order, later rows over earlier ones.
void gather_rows(const void* from, std::span<const int64_t> offsets, int64_t row_bytes, void* to);
void scatter_rows(const void* from, std::span<const int64_t> offsets, int64_t row_bytes, void* to);

// Reads integers of any width as int64 (`is_signed`, `width` in bytes; an unsigned 64-bit one beyond int64 is the
// largest int64), from a strided place.
void read_indices(const void* from, int width, bool is_signed, Ints dims, Ints strides, int64_t* to);

}  // namespace partita::core::engine::move
