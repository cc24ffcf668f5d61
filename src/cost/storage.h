// How much memory the values of a program take on a device, besides their elements.
//
//   4x128x128x128x43 of bf16, the image of a convolution, tiles of 8x128      the batch of 4 lies along the 8 rows of a
//                                                                             tile: twice the bytes
//   e = exp(x) of bf16, read by a sum and a division only                     4 bytes an element where the compiler
//                                                                             computes in 32 bits
#pragma once

#include <cstdint>
#include <vector>

#include "cost/compiler_traits.h"
#include "cost/tiles.h"
#include "ir/program.h"

namespace partita::core::cost {

class Storage {
 public:
  Storage() = default;  // all values take just their elements
  Storage(const Function& local, const CompilerTraits& compiler);

  MemoryForm form(const Value& value) const;
  double bytes(const Value& value) const;   // 0 for what is no tensor
  double growth(const Value& value) const;  // bytes for each byte of the elements; 1 where there are none

 private:
  void find_batches(const Function& local);
  void find_wide(const Function& local);

  CompilerTraits compiler_;
  bool dense_ = true;         // whether all values take just their elements
  std::vector<int8_t> rows_;  // by id of value: the dimension that lies along the rows of tiles; -1: any
  std::vector<bool> wide_;    // by id of value: elements have 32 bits
};

// Which values have memory, and how much: found once for all that ask.
struct ValueMemory {
  explicit ValueMemory(const Function& local, const CompilerTraits& compiler = {});

  std::vector<bool> fused;  // by id of value: it has none (fusion.h)
  Storage storage;
};

// Whether the convolution is the gradient of another's weights: its window is an image, and its result a window.
bool is_weight_gradient(const Op& convolution);

}  // namespace partita::core::cost
