// Loops over rows of costs, several numbers at a time. Written with vector types: GCC at -O2 does not vectorize them.
#pragma once

#include <cstring>

namespace partita::core::partition {

inline constexpr int kLanes = 2;  // doubles in a vector register of every 64-bit x86 and ARM
using Lanes = double __attribute__((vector_size(kLanes * sizeof(double))));

inline Lanes load_lanes(const double* from) {
  Lanes out;
  std::memcpy(&out, from, sizeof out);
  return out;
}
inline void store_lanes(double* to, Lanes value) { std::memcpy(to, &value, sizeof value); }

// a[i] = min(a[i], x + b[i])
inline void lower_by_row(double* a, double x, const double* b, int count) {
  const Lanes all = x - Lanes{};
  int i = 0;
  for (; i + kLanes <= count; i += kLanes) {
    const Lanes sum = all + load_lanes(b + i);
    const Lanes now = load_lanes(a + i);
    store_lanes(a + i, sum < now ? sum : now);
  }
  for (; i < count; ++i) {
    const double sum = x + b[i];
    if (sum < a[i]) a[i] = sum;
  }
}

}  // namespace partita::core::partition
