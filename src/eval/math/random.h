// Random bits, as pure functions of a key and a counter.
//
// ThreeFry-2x32 (20 rounds) and Philox-4x32 (10 rounds) are those of Salmon et al., "Parallel random numbers: as easy
// as 1, 2, 3" (SC 2011). How counters are laid out over a tensor, and which new state results, is XLA's:
// rng_bit_generator gives the same bits here and there.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace partita::core::eval::math {

std::array<uint32_t, 2> threefry_2x32(std::array<uint32_t, 2> key, std::array<uint32_t, 2> counter);
std::array<uint32_t, 4> philox_4x32(std::array<uint32_t, 2> key, std::array<uint32_t, 4> counter);

enum class RandomAlgorithm { kThreeFry, kPhilox };
// What DEFAULT means to XLA on CPUs and GPUs.
inline constexpr RandomAlgorithm kDefaultRandomAlgorithm = RandomAlgorithm::kPhilox;

struct RandomBits {
  std::vector<uint64_t> values;  // one per element, row-major, in the low bits
  std::vector<uint64_t> state;   // as many words as came in
};

// Two words for ThreeFry (key, counter); two or three for Philox (key, counter low, counter high).
bool accepts_state(RandomAlgorithm algorithm, size_t words);
// For elements of 2 to 64 bits, whatever their type; the state is one the algorithm accepts.
RandomBits random_bits(RandomAlgorithm algorithm, std::span<const uint64_t> state, std::span<const int64_t> shape,
                       int bit_width);

// Numbers for `rng`: the same seed, stream and index give the same number on every machine, in any order.
// A stream is one op or one argument; an index is an element's place in the whole tensor.
class RandomStream {
 public:
  RandomStream(uint64_t seed, uint64_t stream);

  uint64_t word(uint64_t index) const;
  double uniform(uint64_t index) const;  // in [0, 1), a multiple of 2^-53
  double normal(uint64_t index) const;   // mean 0, variance 1
  void normals(uint64_t first, size_t count, double* out) const;
  uint64_t below(uint64_t limit, uint64_t index) const;  // in [0, limit); the word itself for limit 0

 private:
  std::array<uint32_t, 4> block(uint64_t index, uint32_t attempt) const;
  std::array<uint32_t, 2> key_;
};

}  // namespace partita::core::eval::math
