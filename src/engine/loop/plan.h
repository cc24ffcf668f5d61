// A program in the form in which it is run: dimensions merged, dead instructions gone, instructions in phases.
#pragma once

#include <vector>

#include "engine/loop/program.h"

namespace partita::core::engine::loop {

// How often a value changes.
enum class Extent : uint8_t { kUniform, kRow, kElement };

// Rows are run in phases, one more than reductions feed one another: what a reduction of phase p gives is a value of
// the row in phase p + 1.
struct Plan {
  Program program;              // dims: at least one; row_rank: at least 1
  std::vector<Extent> extents;  // of each instruction
  std::vector<int> phases;      // in which its value is first there
  int num_phases = 1;
  bool reduces = false;  // rows are more than a way to divide the space
  // Tasks divide this dimension into equal parts, the last one smaller.
  int split_dim = 0;
  int64_t split_size = 1, tasks = 1;

  int rank() const { return static_cast<int>(program.dims.size()); }
  int outer_rank() const { return rank() - program.row_rank; }
  int64_t row_size() const;
};

Plan make_plan(const Program& program, bool keep_dims);

int num_operands(const Instruction& instruction);
bool is_narrow_float(ElementType type);       // computed in f32
ElementType register_type(ElementType type);  // f32 for narrow floats

// The bits of a combiner's identity, in a register of `type`.
void identity_bits(Combiner combiner, ElementType type, uint64_t bits[2]);

}  // namespace partita::core::engine::loop
