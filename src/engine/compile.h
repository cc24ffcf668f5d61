// From a local program to an Executable: compiled once, run many times by all devices (execute.h).
#pragma once

#include <cstdint>
#include <memory>

#include "base/result.h"
#include "ir/program.h"

namespace partita::core::engine {

struct CompileOptions {
  int64_t replicas = 1, partitions = 1;  // devices are replicas x partitions, numbered as evaluate_on_grid has them
  // Everything through the reference evaluator, op by op: for tests.
  bool evaluator_only = false;
  // Arguments that name the result they become (tf.aliasing_output) are written over by it.
  bool donates = false;
  // Collectives between hosts go on while what does not need them is computed; that takes memory for longer.
  bool overlaps = false;
  // Every value is computed into memory, so that it can be looked at.
  bool keeps_values = false;
};

// Immutable and shared by all devices. It refers to the module, which must outlive it and not change.
class Executable;

// Every program compiles: an op without a kernel is evaluated by the reference evaluator.
Result<std::shared_ptr<const Executable>> compile(const Module& module, const Function& entry,
                                                  const CompileOptions& options = {});

}  // namespace partita::core::engine
