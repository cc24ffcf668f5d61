// Cyclic shifts, written as parts of a value put together again, as one op: the shift of a circular pipeline.
//
//   concatenate(slice(x)[m:n], slice(x)[0:m])                   rotate_right(x, n - m)
//   pad(x, low -m, high m) + pad(x, low n-m, high m-n)          rotate_right(x, n - m): its gradient
//
// What devices exchange for all of it is less than for its parts, which the choice of shardings cannot see: each part
// alone lies best where it is whole.
#pragma once

#include <span>

#include "ir/program.h"

namespace partita::core::partition {

// Works on the global program, behind merge_pads and under its conditions.
void merge_rolls(Function& entry, std::span<const Value* const> kept = {});

}  // namespace partita::core::partition
