// A program that every device runs, its devices, and the way between global tensors and what each device holds.
//
//   LocalProgram program(module, entry);
//   program.set_boundary(partitioned.arguments, partitioned.results);
//   ByDevice inputs = program.shards(arguments);             // then evaluate_on_grid, or files for each device
//   PARTITA_ASSIGN(std::vector<Tensor> results, program.assemble(outputs));
#pragma once

#include <cstdint>
#include <vector>

#include "base/result.h"
#include "engine/meet/device_range.h"
#include "eval/tensor.h"
#include "ir/program.h"
#include "partition/local/boundary.h"

namespace partita::core::run {

// By device, then by argument or result.
using ByDevice = std::vector<std::vector<Tensor>>;

// Devices are replicas x partitions, as collectives number them and the module states.
struct LocalProgram {
  LocalProgram(const Module& module, const Function& entry);

  const Module& module;
  const Function& entry;
  int64_t replicas = 1;
  int64_t partitions = 1;
  std::vector<BoundaryValue> arguments;
  std::vector<BoundaryValue> results;
  int64_t places = 1;  // of the meshes: device d is at place d % places
  // The processes that share the devices; null where all are here. What is by device is empty for those elsewhere.
  engine::Ranks* ranks = nullptr;

  int64_t devices() const { return replicas * partitions; }
  engine::DeviceRange devices_here() const;
  void set_boundary(std::vector<BoundaryValue> of_arguments, std::vector<BoundaryValue> of_results);
  std::vector<Type> global_types() const;  // of the arguments

  ByDevice shards(const std::vector<Tensor>& global_arguments) const;
  // Of replicas the first counts. Of several ranks the first gets it, the others nothing.
  Result<std::vector<Tensor>> assemble(const ByDevice& outputs) const;
};

}  // namespace partita::core::run

namespace partita::core {
using run::ByDevice;
using run::LocalProgram;
}  // namespace partita::core
