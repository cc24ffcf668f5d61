// Packing: lanes of an operand side by side, as the innermost loops read them, converted to the type of the sums.
#pragma once

#include <cstddef>

#include "engine/loop/compute.h"
#include "engine/product/axis.h"

namespace partita::core::engine::product {

inline constexpr int64_t kDepthBlock = 256;  // terms of one chain of multiply-adds

// Elements of an operand as the type in which sums are taken.
class ElementLoader {
 public:
  ElementLoader(const loop::TileKernels& kernels, ElementType stored, ElementType sums);
  // `from` and the stride in elements as stored.
  void load(const std::byte* from, int64_t stride, void* to, int64_t n) const;
  int64_t width() const { return width_; }
  bool is_plain() const { return is_plain_; }  // stored as it is summed

 private:
  loop::LoadFunction load_;
  loop::Conversion conversion_;
  int64_t width_, register_width_;
  bool converts_ = false, is_plain_ = false;
};

// How words that are pairs of bf16 become a panel.
struct PairPacking {
  int64_t step = 1;
  // panel[p * lanes + i] = sources[i][p].
  void (*interleave)(const uint32_t* const* sources, int64_t depth, uint32_t* panel) = nullptr;
  // For a left operand in blocks (PairKernel): the same of 16 lanes. Else null.
  void (*interleave_blocks)(const uint32_t* const* sources, int64_t depth, uint32_t* panel) = nullptr;
};

template <typename T>
struct Packer {
  const Axis* lanes;
  const Axis* depth;
  const ElementLoader* loader;
  int64_t panel_lanes;
  void (*interleave)(const T* const* sources, int64_t depth, T* panel);

  // Panels of lanes [lane, lane_end), zero beyond the axis, and terms [begin, end), at most a block; the panels lie
  // panel_stride elements apart. `room` is for panel_lanes x kDepthBlock elements.
  void pack(const std::byte* from, int64_t lane, int64_t lane_end, int64_t begin, int64_t end, T* panels,
            int64_t panel_stride, T* room) const;
  // The same of bf16, two terms in each element of a panel, and zeros up to a multiple of the kernel's step. Of the
  // left operand where `blocks` says that its panel is in blocks.
  void pack_pairs(const std::byte* from, int64_t lane, int64_t lane_end, int64_t begin, int64_t end, uint32_t* panels,
                  int64_t panel_stride, uint32_t* room, const PairPacking& packing) const;

 private:
  void by_whole_lanes(const std::byte* from, int64_t count, int64_t begin, int64_t end, T* panels,
                      int64_t panel_stride) const;
  void by_lanes(const std::byte* from, int64_t lane, int64_t count, int64_t begin, int64_t end, T* panel) const;
  void by_depth(const std::byte* from, int64_t lane, int64_t count, int64_t begin, int64_t end, T* panel,
                T* room) const;
};

}  // namespace partita::core::engine::product
