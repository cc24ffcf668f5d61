// Random choices that are the same on every machine: SplitMix64, and no distribution of the standard library.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace partita::core::fuzz {

class Dice {
 public:
  explicit Dice(uint64_t seed) : state_(seed * 0xD1342543DE82EF95u + 0x2545F4914F6CDD1Du) { next(); }

  uint64_t next() {
    state_ += 0x9E3779B97F4A7C15u;
    uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
  }
  // 0 … n-1.
  int64_t below(int64_t n) { return static_cast<int64_t>(next() % static_cast<uint64_t>(n)); }
  // Both ends included.
  int64_t between(int64_t low, int64_t high) { return low + below(high - low + 1); }
  // True once in n.
  bool once_in(int64_t n) { return below(n) == 0; }
  template <typename T>
  const T& one_of(const std::vector<T>& list) {
    return list[below(list.size())];
  }
  template <typename T>
  void shuffle(std::vector<T>& list) {
    for (size_t i = list.size(); i > 1; --i) {
      std::swap(list[i - 1], list[below(static_cast<int64_t>(i))]);
    }
  }

 private:
  uint64_t state_;
};

}  // namespace partita::core::fuzz
