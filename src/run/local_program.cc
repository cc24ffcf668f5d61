#include "run/local_program.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "engine/meet/ranks.h"
#include "ir/names.h"
#include "run/between_ranks.h"
#include "run/boxes.h"
#include "run/shards.h"

namespace partita::core::run {
namespace {

int64_t stated_count(const Module& module, std::string_view name) {
  Attr attr = module.discardable_attribute(name);
  return attr.is(AttrKind::kInt) ? std::max<int64_t>(attr.as_int(), 1) : 1;
}

// Whether what the device at this place holds is the global value itself.
bool holds_whole(Type global, const Sharding* sharding, int64_t place) {
  if (sharding == nullptr || !global.is_tensor()) return true;
  if (part_count(sharding) > 1 || !sharding->mesh().coordinates(place)) return false;
  return std::ranges::equal(box_of(sharding, global.dims(), place).extent, global.dims());
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
  for (size_t i = 0; i < global_arguments.size(); ++i) {
    const auto& [global, sharding] = arguments[i];
    std::map<std::tuple<bool, Box, int64_t>, Tensor> held;  // devices that hold the same share it
    for (int64_t device = 0; device < devices(); ++device) {
      const int64_t place = device % places;
      if (holds_whole(global, sharding, place)) {
        inputs[device].push_back(global_arguments[i]);
        continue;
      }
      const bool in_mesh = sharding->mesh().coordinates(place).has_value();
      Tensor& shard = held[{in_mesh, box_of(sharding, global.dims(), place), part_of(sharding, place)}];
      if (!shard.type()) shard = shard_of(module.context(), global_arguments[i], *sharding, place);
      inputs[device].push_back(shard);
    }
  }
  return inputs;
}

Result<std::vector<Tensor>> LocalProgram::assemble(const ByDevice& outputs) const {
  std::vector<Tensor> global_results;
  for (size_t i = 0; i < results.size(); ++i) {
    const auto& [global, sharding] = results[i];
    const bool first = ranks == nullptr || ranks->rank() == 0;
    if (holds_whole(global, sharding, 0)) {
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
