// The next wider type: a few more bits than the result has, so that several roundings on the way do not show.
#pragma once

#include <type_traits>

namespace partita::core::eval::math {

template <typename T>
using Wide = std::conditional_t<std::is_same_v<T, float>, double, long double>;

}  // namespace partita::core::eval::math
