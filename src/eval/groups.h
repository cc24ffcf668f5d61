// Which devices take part in a collective; see GroupNumbers.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "base/result.h"
#include "eval/evaluators.h"

namespace partita::core::eval {

// The processes of this device's group, in order; empty where no group names it.
Result<std::vector<int64_t>> group_of(const OpCall& call);

// The pairs of a collective_permute as processes, as far as they can concern this device.
using ProcessPairs = std::vector<std::pair<int64_t, int64_t>>;
Result<ProcessPairs> process_pairs(const OpCall& call);
// Those of a send or recv, which may also be in the attribute XLA writes them to; nothing where there are none.
Result<std::optional<ProcessPairs>> message_pairs(const OpCall& call);

}  // namespace partita::core::eval
