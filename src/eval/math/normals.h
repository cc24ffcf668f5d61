// Many normal numbers of a stream at once, each as RandomStream::normal has it to the last bit.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace partita::core::eval::math {

inline constexpr size_t kNormalsAtOnce = 64;

// One attempt for each of 64 indices: whether the point lies in the disc, and the number where it does.
void normal_attempts(std::array<uint32_t, 2> key, const uint64_t* indices, uint32_t attempt, double* out,
                     uint8_t* accepted);

// The natural logarithm of a number in (0, 1], from additions, products and quotients alone: the library's own differs
// from one to the next.
double portable_log(double x);

}  // namespace partita::core::eval::math
