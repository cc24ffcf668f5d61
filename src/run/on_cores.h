// Work in pieces that are independent of each other, by a thread for each core.
#pragma once

#include <cstddef>
#include <functional>

namespace partita::core::run {

// Does pieces 0 to count - 1, in any order; `least` of them are worth a further thread. What the first of them throws
// is thrown once all threads are done.
void on_cores(size_t count, size_t least, const std::function<void(size_t piece)>& work);

}  // namespace partita::core::run
