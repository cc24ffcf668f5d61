// Counts what operator new hands out in this program, so that a benchmark can say how much memory a step takes.
#pragma once

#include <cstddef>

namespace partita::core::bench {

size_t live_bytes();  // handed out and not yet given back
size_t peak_bytes();  // the most there was at one time since the last reset
void reset_peak();    // the peak is what is live now

}  // namespace partita::core::bench
