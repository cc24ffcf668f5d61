// Random programs, from a seed: a connected graph of 1 to 30 ops of any family on odd shapes and many element types,
// with hints on a random mesh. The same seed gives the same text on every machine.
#pragma once

#include <cstdint>
#include <string>

#include "facts.h"

namespace partita::core::fuzz {

// StableHLO text. A result that rounding may change carries how much: {fuzz.error = 1.0e-05 : f64}.
std::string random_program(uint64_t seed, Functions functions = Functions::kSame);

// The gradient of a random program. Its results are unit-marked {fuzz.gradient}: rounding is judged by their size.
// Empty where the program has none; throws InternalError where it has one that is no program.
std::string random_gradient(uint64_t seed, Functions functions = Functions::kSame);

// What the seed stands for: a program, or for one seed in six the gradient of one, where that can be made.
std::string random_text(uint64_t seed, Functions functions = Functions::kSame);

}  // namespace partita::core::fuzz
