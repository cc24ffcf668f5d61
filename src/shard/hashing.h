// Mixing of 64-bit numbers into a hash, the same on every platform and run.
#pragma once

#include <cstddef>
#include <cstdint>

namespace partita::core::shard {

inline size_t hash_of(int64_t value, size_t seed = 0) {
  uint64_t x = static_cast<uint64_t>(value) + 0x9e3779b97f4a7c15u + (static_cast<uint64_t>(seed) << 6) + seed;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return static_cast<size_t>(x ^ (x >> 31));
}

}  // namespace partita::core::shard
