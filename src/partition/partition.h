// Partitioning: from a completed program to one local program that every device runs.
//
//   %h = dot_general %x[b: x], %w[-, y]              every device: %h' = dot_general %x', %w'
//   %o = dot_general %h, %v[y, -]  stored [b: x]     every device: %p = dot_general %h', %v'
//                                                                  %o' = all_reduce %p over y
//
// For each op: reshard the operands to what its choice asks for (reshard/), compute on shards (lower/), reshard the
// results to their storage shardings.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/diagnostics.h"
#include "base/result.h"
#include "complete/completion.h"
#include "ir/program.h"
#include "partition/choice/partition_plan.h"
#include "partition/lower/partitioned.h"

namespace partita::core::partition {

// The local program by the plan. Errors: meshes that are not of devices 0 to N-1, or differ in their number, and
// collectives that name other devices (kDeviceIds); kFallback under strict.
Result<Partitioned> partition(const Module& module, const Function& entry, const Completion& completion,
                              const PartitionPlan& plan, const PartitionOptions& options);

}  // namespace partita::core::partition
