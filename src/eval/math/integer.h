// Integer arithmetic where C++ leaves it undefined and tensor programs do not: everything wraps around, and division by
// zero has a value (all bits ones; the remainder is the dividend), as XLA has it.
#pragma once

#include <limits>
#include <type_traits>

namespace partita::core::eval::math {

template <typename T>
constexpr T divide_integers(T x, T y) {
  if (y == 0) return static_cast<T>(-1);
  if constexpr (std::is_signed_v<T>) {
    if (y == -1) return static_cast<T>(std::make_unsigned_t<T>(0) - static_cast<std::make_unsigned_t<T>>(x));
  }
  return static_cast<T>(x / y);
}

// The sign is that of x.
template <typename T>
constexpr T remainder_of_integers(T x, T y) {
  if (y == 0) return x;
  if constexpr (std::is_signed_v<T>) {
    if (y == -1) return 0;
  }
  return static_cast<T>(x % y);
}

// A negative exponent leaves 1 and -1; any other base gives 0.
template <typename T>
constexpr T power_of_integers(T base, T exponent) {
  using Unsigned = std::make_unsigned_t<T>;
  if constexpr (std::is_signed_v<T>) {
    if (exponent < 0) {
      if (base == 1) return 1;
      if (base == -1) return static_cast<T>(exponent % 2 == 0 ? 1 : -1);
      return 0;
    }
  }
  // Narrow types would be promoted to int, whose overflow is undefined.
  using Wide = std::conditional_t<(sizeof(T) < sizeof(unsigned)), unsigned, Unsigned>;
  Wide result = 1, factor = static_cast<Wide>(static_cast<Unsigned>(base));
  for (Unsigned rest = static_cast<Unsigned>(exponent); rest != 0; rest = static_cast<Unsigned>(rest >> 1)) {
    if ((rest & 1) != 0) result *= factor;
    factor *= factor;
  }
  return static_cast<T>(result);
}

}  // namespace partita::core::eval::math
