// Shards of a value on their way between ranks: only those that are wanted, and no value as a whole unless somebody
// wants all of it.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "base/result.h"
#include "run/local_program.h"

namespace partita::core::run {

// `by_device` holds the shards of this rank's devices; afterwards also those of other ranks that `wants` says. It is
// asked the same on all ranks, for the first of the places that hold a piece, once for each piece. Without ranks
// nothing happens.
using Wants = std::function<bool(int rank, int64_t place)>;
Status fetch_shards(const LocalProgram& program, const BoundaryValue& value, std::vector<Tensor>& by_device,
                    const Wants& wants);

// What resharding from one to the other takes.
Status fetch_for_resharding(const LocalProgram& program, const BoundaryValue& from, const BoundaryValue& to,
                            std::vector<Tensor>& by_device);

}  // namespace partita::core::run
