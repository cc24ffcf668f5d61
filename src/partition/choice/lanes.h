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

// a[i] += b[i] for a multiple of the lanes.
inline void add_row(double* a, const double* b, int lanes) {
  for (int i = 0; i < lanes; i += kLanes) store_lanes(a + i, load_lanes(a + i) + load_lanes(b + i));
}

// The least a[i] + b[i], for a multiple of the lanes.
inline double least_sum(const double* a, const double* b, int lanes) {
  Lanes least = load_lanes(a) + load_lanes(b);
  for (int i = kLanes; i < lanes; i += kLanes) {
    const Lanes sum = load_lanes(a + i) + load_lanes(b + i);
    least = sum < least ? sum : least;
  }
  double low = least[0];
  for (int i = 1; i < kLanes; ++i) low = least[i] < low ? least[i] : low;
  return low;
}

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
