// One instruction over n elements in registers, whatever its types: a tile kernel where there is one, else the
// reference evaluator's, and rounding where the type is a narrow float.
#pragma once

#include <optional>

#include "engine/loop/plan.h"
#include "engine/loop/tile_kernels.h"
#include "eval/pointwise.h"

namespace partita::core::engine::loop {

// Elements of one type to another, from registers to registers.
class Conversion {
 public:
  Conversion() = default;
  Conversion(const TileKernels& kernels, ElementType from, ElementType to);
  void run(const void* from, void* to, int64_t n) const;
  int64_t to_width() const { return to_width_; }

 private:
  TileFunction native_ = nullptr;
  int copy_width_ = 0;  // of elements that stay as they are
  eval::BoundKernel evaluated_;
  LoadFunction widen_ = nullptr;  // what evaluated_ gives in a narrow float
  int64_t from_width_ = 0, to_width_ = 0;
};

// Anything but loads, constants, iota, reductions and calls.
class Computation {
 public:
  Computation() = default;
  Computation(const TileKernels& kernels, const Program& program, const Instruction& instruction, Form form);
  void run(const void* const* operands, void* result, int64_t n) const;

 private:
  TileFunction native_ = nullptr, round_ = nullptr;
  eval::BoundKernel evaluated_;
  Conversion conversion_;
  // Of a bitcast that changes between a narrow float and what has its bits.
  StoreFunction store_ = nullptr;
  LoadFunction load_ = nullptr;
  int64_t from_width_ = 0, to_width_ = 0;
  bool converts_ = false;
};

// Whether two operands of an instruction have kernels for a scalar beside a vector.
bool has_scalar_forms(const TileKernels& kernels, const Program& program, const Instruction& instruction);

// x = combine(x, y) for elements in registers, and how a row is summed.
class Combination {
 public:
  Combination() = default;
  Combination(const TileKernels& kernels, Combiner combiner, ElementType type);
  void combine(void* into, const void* with, int64_t n) const;
  // `rows` times, with one row of n after the other.
  void combine_rows(void* into, const void* with, int64_t n, int64_t rows) const;
  void begin(void* parts) const;
  void accumulate(const void* x, int64_t n, void* parts) const;
  void finish(void* parts, void* result) const;  // rounded
  const uint64_t* identity() const { return identity_; }
  int64_t width() const { return width_; }

 private:
  TileFunction native_ = nullptr, round_ = nullptr;
  eval::BoundKernel evaluated_;
  ReduceFunctions reduce_;
  bool adds_floats_ = false;  // f32
  uint64_t identity_[2] = {};
  int64_t width_ = 4;
};

}  // namespace partita::core::engine::loop
