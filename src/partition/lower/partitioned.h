// The result of lowering.
#pragma once

#include <memory>
#include <vector>

#include "base/diagnostics.h"
#include "ir/program.h"
#include "partition/local/boundary.h"
#include "partition/local/local_builder.h"
#include "partition/local/reason.h"

namespace partita::core::partition {

struct PartitionOptions {
  DeviceIds ids = DeviceIds::kPartition;
  bool strict = false;  // a fallback is an error (kFallback)
};

struct Partitioned {
  std::unique_ptr<Module> module;
  std::vector<BoundaryValue> arguments;
  std::vector<BoundaryValue> results;
  int64_t devices = 1;                // the partitions: of each replica, where there are several
  int64_t replicas = 1;               // of the global program; devices in all are replicas x devices
  std::vector<Diagnostic> fallbacks;  // ops that had to be gathered (lower/fallback.h); kFallback, at the op
  std::vector<MadeFor> reasons;       // of every collective; they point into the global program
};

}  // namespace partita::core::partition

namespace partita::core {
using partition::Partitioned;
using partition::PartitionOptions;
}  // namespace partita::core
