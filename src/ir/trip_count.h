// How often a loop runs, where it follows from the program.
//
//   i = 0; while (i < 5) { …; i = i + 1 }          5
//
// Told where the condition compares a counter with a constant, and the body adds a constant to the counter or subtracts
// one. Constants may stand inside the loop, outside it, or be carried through it unchanged; hints and copies are looked
// through.
#pragma once

#include <cstdint>
#include <optional>

#include "ir/program.h"

namespace partita::core::ir {

// Of a kWhile op. Nothing where the count is unknown, the loop does not end, or the counter would wrap around
// first.
std::optional<int64_t> known_trip_count(const Op& loop);

// The value of an integer or boolean scalar that is known from constants, looking through what known_trip_count looks
// through.
std::optional<int64_t> known_scalar(const Value* value);

// A carry that is init, init + step, init + 2·step, …
struct Induction {
  int64_t init = 0, step = 0;
};
// Of an integer scalar that a kWhile op carries; nothing where it changes in another way.
std::optional<Induction> induction_of(const Op& loop, int carry);

}  // namespace partita::core::ir
