// Collectives of the program that is partitioned, where devices become replicas: device p of replica r of R x P devices
// is replica r * P + p of the local program.
//
//   all_reduce over replicas {0,1} on 2 x 4 devices:  {0,4},{1,5},{2,6},{3,7}
//   collective_permute of partitions 0 -> 1:          0 -> 1, 4 -> 5
#pragma once

#include <optional>

#include "ir/program.h"

namespace partita::core::partition {

// Gives `made`, a copy of the collective `from`, groups or pairs of replicas instead of what `from` numbers.
void renumber_as_replicas(const Op& from, Op& made, int64_t replicas, int64_t partitions);

// A device, replica or partition that the collective names and that does not exist; nothing where all exist.
std::optional<int64_t> named_beyond(const Op& collective, int64_t replicas, int64_t partitions);

// Whether the collective gives every partition of a replica the same, its operands being the same on all of them. An
// all_reduce does; a reduce_scatter between partitions gives each another part, which no sharding expresses.
bool is_same_on_all_partitions(const Op& collective, int64_t replicas, int64_t partitions);

}  // namespace partita::core::partition
