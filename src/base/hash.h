// Hashing of small structures. Only for look-up: nothing may iterate in hash order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace partita {

inline uint64_t mix_hash(uint64_t seed, uint64_t value) {
  uint64_t h = (seed ^ value) * 0x9E3779B97F4A7C15u;
  return h ^ (h >> 29);
}

inline uint64_t hash_bytes(uint64_t seed, const void* data, size_t size) {
  return mix_hash(seed, std::hash<std::string_view>()(std::string_view(static_cast<const char*>(data), size)));
}

inline uint64_t hash_pointer(uint64_t seed, const void* p) { return mix_hash(seed, reinterpret_cast<uintptr_t>(p)); }

}  // namespace partita
