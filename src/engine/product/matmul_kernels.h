// The innermost loops of products, for each instruction set: tiles of the result in registers, from packed panels.
#pragma once

#include <cstdint>

#include "engine/cpu/targets.h"

namespace partita::core::engine::product {

// A panel of the left operand has `rows` lanes, one of the right `columns`: element p of lane i is at p * lanes + i.
template <typename T>
struct PanelKernels {
  int64_t rows, columns;
  // c, rows x columns at a stride, = or += the product over `depth` terms: each a chain of fused multiply-adds from 0.
  void (*tile)(const T* a, const T* b, T* c, int64_t c_stride, int64_t depth, bool adds);
  // panel[p * lanes + i] = sources[i][p], for the lanes of the left and of the right.
  void (*interleave_left)(const T* const* sources, int64_t depth, T* panel);
  void (*interleave_right)(const T* const* sources, int64_t depth, T* panel);
};

struct MatmulKernels {
  const char* name;
  PanelKernels<float> f32;
  PanelKernels<double> f64;
  PanelKernels<uint32_t> u32;
  PanelKernels<uint64_t> u64;
  // Of 16 lanes, and of 32: the panels of PairKernel, whatever the width of this set.
  void (*interleave_blocks)(const uint32_t* const* sources, int64_t depth, uint32_t* panel);
  void (*interleave_pairs)(const uint32_t* const* sources, int64_t depth, uint32_t* panel);
};

// Of bf16, two terms at once: an element of a panel is a pair of them, the first in the low bits. Sums in f32; what is
// below its normal numbers counts as 0, and how a pair is rounded is the processor's matter.
struct PairKernel {
  const char* name;
  int64_t rows, columns;
  int64_t step = 1;  // panels have a multiple of so many pairs, the last ones zeros
  // The panel of the left operand: for each step its rows one after the other, each with `step` pairs side by side.
  bool left_in_blocks = false;
  void (*tile)(const uint32_t* a, const uint32_t* b, float* c, int64_t c_stride, int64_t pairs, bool adds);
  // Around the tiles of a thread; null where there is nothing to do.
  void (*begin)() = nullptr;
  void (*end)() = nullptr;
};
const PairKernel* bf16_kernel();             // by vectors of pairs; null where the processor has none
const PairKernel* bf16_tile_kernel();        // by registers of tiles; likewise
const PairKernel& portable_blocks_kernel();  // the panels of bf16_tile_kernel(), for tests on any processor

namespace baseline {
const MatmulKernels& matmul_kernels();
}
namespace avx2 {
const MatmulKernels& matmul_kernels();
}
namespace avx512 {
const MatmulKernels& matmul_kernels();
}

inline const MatmulKernels& matmul_kernels(InstructionSet set) {
#if defined(__x86_64__)
  if (set == InstructionSet::kAvx512) return avx512::matmul_kernels();
  if (set == InstructionSet::kAvx2) return avx2::matmul_kernels();
#endif
  return baseline::matmul_kernels();
}

}  // namespace partita::core::engine::product
