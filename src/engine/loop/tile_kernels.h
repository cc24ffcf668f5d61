// Loops over tiles, compiled for each instruction set: one instruction over n elements in registers, which are memory
// in the first-level cache. Narrow floats are f32 there; everything else is as it is stored.
#pragma once

#include "engine/cpu/targets.h"
#include "engine/loop/program.h"

namespace partita::core::engine::loop {

// The result may be the memory of an operand of the same width.
using TileFunction = void (*)(const void* const* operands, void* result, int64_t n);
enum class Form : uint8_t { kVectors, kScalarRight, kScalarLeft };  // of two operands; a scalar is one element

// Elements at a stride, in elements, and a register; converts narrow floats.
using LoadFunction = void (*)(const void* from, int64_t stride, void* to, int64_t n);
using StoreFunction = void (*)(const void* from, void* to, int64_t stride, int64_t n);

// A sum in parts: element i of the row belongs to part i % kParts; finish combines halves until one is left.
inline constexpr int64_t kPartBytes = 128;
struct ReduceFunctions {
  void (*accumulate)(const void* x, int64_t n, void* parts) = nullptr;
  void (*finish)(void* parts, void* result) = nullptr;
};

struct TileKernels {
  const char* name;
  // Null where there is no kernel: the evaluator's is taken.
  TileFunction (*find)(Op op, ElementType type, Form form);  // type: of the last operand
  TileFunction (*find_convert)(ElementType from, ElementType to);
  TileFunction (*find_round)(ElementType narrow);  // f32 to the nearest of a narrower float, still as f32
  LoadFunction (*find_load)(ElementType type);
  StoreFunction (*find_store)(ElementType type);
  ReduceFunctions (*find_reduce)(Combiner combiner, ElementType type);
};

namespace baseline {
const TileKernels& tile_kernels();
}
namespace avx2 {
const TileKernels& tile_kernels();
}
namespace avx512 {
const TileKernels& tile_kernels();
}

inline const TileKernels& tile_kernels(InstructionSet set) {
#if defined(__x86_64__)
  if (set == InstructionSet::kAvx512) return avx512::tile_kernels();
  if (set == InstructionSet::kAvx2) return avx2::tile_kernels();
#endif
  return baseline::tile_kernels();
}

}  // namespace partita::core::engine::loop
