// Loops that never end. A loop goes on for ever if the values that decide whether it does are what they were before:
//
//   while (i < 1) { return i, x + 1 }      i alone decides, and is 0 each time
//
// Whether a loop ends is undecidable in general; that its state repeats can be found, at the price of comparing the
// deciding values, mostly a counter, with those of an earlier iteration.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "eval/tensor.h"
#include "ir/program.h"

namespace partita::core::eval {

// Which of the carried values the condition reads, itself or through what the body makes of others. Nothing where
// random numbers, input, or other devices influence it: then the state is more than these values.
std::optional<std::vector<int>> deciding_values(const Op& loop);

class EndlessLoop {
 public:
  explicit EndlessLoop(const Op& loop) : loop_(loop) {}
  // Before each turn: true where the deciding values are those of an earlier turn.
  bool is_back(const std::vector<Tensor>& carried);

 private:
  const Op& loop_;
  std::optional<std::vector<int>> deciding_;
  std::vector<Tensor> kept_;  // taken anew at each power of two, so that a cycle of any length is met
  int64_t turn_ = 0;
  int64_t next_ = 64;  // short loops pay nothing
};

}  // namespace partita::core::eval
