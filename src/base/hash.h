// Hashing of small structures. Only for look-up: nothing may iterate in hash order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace partita::core::base {

// Every bit of the value reaches the low bits, which are those a table looks at: a product alone carries bits only
// upwards, and names of eight letters differ in their last ones.
inline uint64_t mix_hash(uint64_t seed, uint64_t value) {
  uint64_t h = (seed ^ value) * 0x9E3779B97F4A7C15u;
  h = (h ^ (h >> 32)) * 0x9E3779B97F4A7C15u;
  return h ^ (h >> 32);
}

inline uint64_t hash_bytes(uint64_t seed, const void* data, size_t size) {
  return mix_hash(seed, std::hash<std::string_view>()(std::string_view(static_cast<const char*>(data), size)));
}

// For the short texts of programs, names and types: eight bytes at a time.
struct ShortTextHash {
  size_t operator()(std::string_view text) const {
    uint64_t hash = text.size();
    const char* at = text.data();
    size_t left = text.size();
    for (; left >= 8; at += 8, left -= 8) hash = mix_hash(hash, load(at, 8));
    if (left > 0) hash = mix_hash(hash, load_few(at, left));
    return hash;
  }

 private:
  static uint64_t load(const char* from, size_t count) {
    uint64_t word = 0;
    std::memcpy(&word, from, count);
    return word;
  }
  // One to seven bytes in two loads that may overlap: a copy of unknown length would be a call.
  static uint64_t load_few(const char* from, size_t count) {
    if (count >= 4) return load(from, 4) | load(from + count - 4, 4) << 32;
    return load(from, 1) | load(from + count / 2, 1) << 8 | load(from + count - 1, 1) << 16;
  }
};

inline uint64_t hash_pointer(uint64_t seed, const void* p) { return mix_hash(seed, reinterpret_cast<uintptr_t>(p)); }

}  // namespace partita::core::base

namespace partita::core {
using base::ShortTextHash;
}  // namespace partita::core
