// What products share on shards.
#pragma once

#include "ir/views.h"
#include "partition/lower/lowering_state.h"

namespace partita::core::partition {

// Operands 0 and 1 with zeros where a contracted dimension is padding.
LocalOp without_contracted_padding(LocalBuilder& b, const LocalOp& local, const DotDims& dims);

}  // namespace partita::core::partition
