// Time of the processor: what else the machine does counts little.
#pragma once

#include <ctime>

namespace partita::core::bench {

inline double processor_ms() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return 1e3 * static_cast<double>(now.tv_sec) + 1e-6 * static_cast<double>(now.tv_nsec);
}

}  // namespace partita::core::bench
