// Partitioning: from a completed program to one local program that every device runs.
//
//   %h = dot_general %x[b: x], %w[-, y]              every device: %h' = dot_general %x', %w'
//   %o = dot_general %h, %v[y, -]  stored [b: x]     every device: %p = dot_general %h', %v'; %o' = all_reduce(%p) over
//   y
//
// For each op: choose how it is computed, bring the operands there (reshard), compute locally (lower/), bring the
// results to where completion stores them.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/diagnostics.h"
#include "base/result.h"
#include "complete/completion.h"
#include "ir/program.h"
#include "partition/edges.h"
#include "partition/local_builder.h"
#include "partition/partition_plan.h"

namespace partita {

struct PartitionOptions {
  DeviceIds ids = DeviceIds::kPartition;
  bool strict = false;  // a fallback is an error (kFallback)
};

struct Partitioned {
  std::unique_ptr<Module> module;
  std::vector<EdgeValue> arguments;
  std::vector<EdgeValue> results;
  int64_t devices = 1;                // the partitions: of each replica, where there are several
  int64_t replicas = 1;               // of the whole program; devices in all are replicas x devices
  std::vector<Diagnostic> fallbacks;  // ops that had to be gathered (lower/fallback.h); kFallback, at the op
  std::vector<MadeFor> reasons;       // of every collective; they point into the whole program
};

// The local program, as the plan says. Errors: meshes that are not of devices 0 to N-1, or differ in their number, and
// collectives that name other devices
// (kDeviceIds); kFallback under strict.
Result<Partitioned> partition(const Module& module, const Function& entry, const Completion& completion,
                              const PartitionPlan& plan, const PartitionOptions& options);

}  // namespace partita
