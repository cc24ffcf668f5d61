// How long one op takes on a hardware: the longer of its operations at their rate and its bytes at the memory's, and
// the latency of an op. What collectives take is in topology.h.
#pragma once

#include "cost/hardware.h"
#include "ir/program.h"

namespace partita::core::cost {

// Of one run of an op that reads and writes this many bytes of memory. Collectives compute nothing here.
double op_seconds(const Op& op, double bytes, bool is_fused, const Hardware& hardware);

}  // namespace partita::core::cost
