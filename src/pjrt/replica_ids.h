// A local program whose devices are partitions, as one whose devices are replicas: XLA would partition the former
// again.
//
//   %id = partition_id                                              %id = replica_id
//   all_gather(…) channel 1, groups [[0, 2], [1, 3]], global ids    all_gather(…) groups [[0, 2], [1, 3]]
#pragma once

#include <cstdint>
#include <memory>

#include "base/result.h"
#include "ir/program.h"

namespace partita::core::pjrt {

// Of a program with one replica. P420 where a collective is not between partitions alone.
Result<std::unique_ptr<Module>> with_replica_ids(const Module& module, int64_t partitions);

}  // namespace partita::core::pjrt
