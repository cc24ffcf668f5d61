#include "run/local_program.h"

#include <algorithm>

#include "engine/meet/ranks.h"
#include "ir/names.h"
#include "run/between_ranks.h"
#include "run/shards.h"

namespace partita::core::run {
namespace {

int64_t stated_count(const Module& module, std::string_view name) {
  Attr attr = module.discardable_attribute(name);
  return attr.is(AttrKind::kInt) ? std::max<int64_t>(attr.as_int(), 1) : 1;
}

}  // namespace

LocalProgram::LocalProgram(const Module& module, const Function& entry)
    : module(module),
      entry(entry),
      replicas(stated_count(module, hlo_names::kNumReplicas)),
      partitions(stated_count(module, hlo_names::kNumPartitions)) {}

void LocalProgram::set_boundary(std::vector<BoundaryValue> of_arguments, std::vector<BoundaryValue> of_results) {
  arguments = std::move(of_arguments);
  results = std::move(of_results);
  for (const auto* values : {&arguments, &results}) {
    for (const BoundaryValue& value : *values) {
      if (value.sharding != nullptr) places = std::max(places, value.sharding->mesh().device_count());
    }
  }
}

engine::DeviceRange LocalProgram::devices_here() const {
  return ranks != nullptr ? ranks->devices_here(devices()) : engine::DeviceRange{0, devices()};
}

std::vector<Type> LocalProgram::global_types() const {
  std::vector<Type> types;
  for (const BoundaryValue& value : arguments) types.push_back(value.global);
  return types;
}

ByDevice LocalProgram::shards(const std::vector<Tensor>& global_arguments) const {
  ByDevice inputs(devices());
  for (int64_t device = 0; device < devices(); ++device) {
    for (size_t i = 0; i < global_arguments.size(); ++i) {
      const Sharding* sharding = arguments[i].sharding;
      inputs[device].push_back(sharding != nullptr
                                   ? shard_of(module.context(), global_arguments[i], *sharding, device % places)
                                   : global_arguments[i]);
    }
  }
  return inputs;
}

Result<std::vector<Tensor>> LocalProgram::assemble(const ByDevice& outputs) const {
  std::vector<Tensor> global_results;
  for (size_t i = 0; i < results.size(); ++i) {
    const auto& [global, sharding] = results[i];
    const bool first = ranks == nullptr || ranks->rank() == 0;
    if (sharding == nullptr) {
      if (first) global_results.push_back(outputs[0][i]);
      continue;
    }
    std::vector<Tensor> by_place;
    const engine::DeviceRange here = devices_here();
    for (int64_t place = 0; place < places; ++place) by_place.push_back(here.has(place) ? outputs[place][i] : Tensor());
    PARTITA_CHECK_OK(fetch_shards(*this, results[i], by_place, [](int rank, int64_t) { return rank == 0; }));
    if (!first) continue;
    PARTITA_ASSIGN(Tensor result, assembled(module.context(), global, *sharding, by_place));
    global_results.push_back(std::move(result));
  }
  return global_results;
}

}  // namespace partita::core::run
