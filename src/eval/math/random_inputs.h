// The numbers of --random SEED: as many in a second as memory takes.
//
// An element is a function of the seed, of its argument's number and of its place, so that any part is made anywhere,
// in any order and by any number of threads, with the same bits on every machine. Its 32 random bits are a hash of the
// place under a key of the stream; see random_inputs.cc for what they become.
#pragma once

#include <cstddef>
#include <cstdint>

#include "eval/math/random.h"
#include "ir/element_type.h"

namespace partita::core::eval::math {

// No float is farther from 0 than this, and none is 0 but where rounding to a narrow type makes it so.
inline constexpr double kLargestRandomInput = 0.976;

// Elements from place `first` on, as tensors store them: floats as if normal with mean 0 and deviation 0.3 (without the
// sign where the type has none), complex numbers so in both parts, integers 0 to 6 or as far as the type goes, pred
// either.
void fill_random_input(const RandomStream& stream, ElementType type, uint64_t first, size_t count, void* target);

}  // namespace partita::core::eval::math
