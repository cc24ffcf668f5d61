// What a step took where it was run, as `partita run --trace F.json` wrote it: a lane of the page for each device.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace partita::core::report {

struct MeasuredEvent {
  std::string op, name;  // "dot_general", "%h"; the name may be empty
  std::string what;      // what computed it: product, loop, collective, …
  int64_t device = 0, line = 0;
  double begin = 0, seconds = 0;  // from the first event on
};

// Events by device, then by time. kBadInput where the text is no such file, or has no events; events of a trace of
// something else are taken as far as they have times.
Result<std::vector<MeasuredEvent>> read_trace(std::string_view text);

}  // namespace partita::core::report

namespace partita::core {
using report::MeasuredEvent;
}  // namespace partita::core
