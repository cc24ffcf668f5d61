// What compilers for different devices do differently, as far as kernels and memory ask. Those for CPUs and GPUs, which
// call libraries, are the default.
#pragma once

#include <array>
#include <cstdint>

namespace partita::core::cost {

struct CompilerTraits {
  // Elements of 32 bits that the two minor dimensions of an array are padded to: {8, 128}. Narrower elements: that many
  // more rows (tiles.h).
  std::array<int64_t, 2> memory_tile = {1, 1};
  // One kernel is made of sums over rows and of what makes and uses the rows (kernel_fusion.h).
  bool joins_rows = true;
  // Products and convolutions read their operands in whichever order of dimensions they lie (reads_rearranged).
  bool reads_any_layout = false;
  // A reduction takes in what it reads along whichever dimensions it goes; else only along the last ones.
  bool fuses_all_reductions = false;
  // Convolutions and select_and_scatter need no room besides operands and results; else images are copied into the
  // order that a library wants, and places of chosen elements are stored.
  bool windows_in_place = false;
  // Elementwise ops of 16-bit floats run in 32 bits, and what only such ops and sums read stays so in memory.
  bool computes_wide = false;
  // Products and convolutions take in the elementwise ops that make their operands and those that follow.
  bool fuses_into_products = false;
  // What does not fit the memory is computed again where it is used next (fit_memory.h).
  bool recomputes_to_fit = false;
};

}  // namespace partita::core::cost
