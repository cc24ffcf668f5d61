// Devices that follow each other: those of one rank.
#pragma once

#include <cstdint>

namespace partita::core::engine {

class Ranks;  // ranks.h

struct DeviceRange {
  int64_t first = 0, end = 0;
  bool has(int64_t device) const { return device >= first && device < end; }
  int64_t size() const { return end - first; }
};

}  // namespace partita::core::engine
