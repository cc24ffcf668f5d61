// What one mesh axis does to a value and to an op, and what lies between two of them.
#pragma once

#include <cstdint>

#include "partition/choose.h"

namespace partita {

// To a value: divides a dimension (its number), or one of these.
using Label = int8_t;
inline constexpr Label kWhole = -1;
inline constexpr Label kPending = -2;

// To an op: divides a factor (its number), nothing, or flows through: kFlow - k for mask k of Rule::linear.
using Strategy = int16_t;
inline constexpr Strategy kUndivided = -1;
inline constexpr Strategy kFlow = -2;

// What it costs to bring a value from one label to another, `bytes` on each device with the axis (of size n) gathered.
inline double reshard_cost(double bytes, double n, Label from, Label to) {
  if (from == to || from == kWhole) return 0;
  const double share = (n - 1) / n;
  double moved;
  if (from == kPending) {
    moved = to >= 0 ? bytes * share : 2 * bytes * share;
  } else if (to >= 0) {
    moved = bytes / n * share;
  } else {
    moved = bytes * share;  // to a pending sum as well: made whole first
  }
  return moved + kLaunchBytes;
}

}  // namespace partita
