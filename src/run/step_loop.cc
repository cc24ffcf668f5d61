#include "run/step_loop.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <tuple>

#include "run/between_ranks.h"
#include "run/shards.h"

namespace partita::core::run {

Result<std::vector<Tensor>> read_argument(const LocalProgram& program, int argument, const ArraySource& source) {
  const auto& [global, sharding] = program.arguments[argument];
  std::map<std::tuple<bool, Box, int64_t>, Tensor> held;
  std::vector<Tensor> out;
  for (int64_t device = 0; device < program.devices(); ++device) {
    if (!program.devices_here().has(device)) {
      out.emplace_back();
      continue;
    }
    const int64_t place = device % program.places;
    const bool in_mesh = sharding == nullptr || sharding->mesh().coordinates(place).has_value();
    Tensor& shard = held[{in_mesh, box_of(sharding, global.dims(), place), part_of(sharding, place)}];
    if (!shard.type()) {
      PARTITA_ASSIGN(shard, read_shard(program.module.context(), source, sharding, place));
    }
    out.push_back(shard);
  }
  return out;
}

void StepTimes::add(double seconds) {
  constexpr size_t kKept = 1000;
  if (count_++ == 0) first_ = seconds;
  if (count_ == 2) last_.clear();
  if (last_.size() < kKept) {
    last_.push_back(seconds);
  } else {
    last_[static_cast<size_t>(count_) % kKept] = seconds;
  }
}

double StepTimes::of_sorted(double place) const {
  if (last_.empty()) return 0;
  std::vector<double> sorted = last_;
  std::sort(sorted.begin(), sorted.end());
  return sorted[static_cast<size_t>(place * static_cast<double>(sorted.size()))];
}

StepLoop::StepLoop(const LocalProgram& program, std::vector<Feed> feeds, StepInputs inputs)
    : program_(program),
      feeds_(std::move(feeds)),
      inputs_(inputs),
      arguments_(static_cast<size_t>(program.devices()), std::vector<Tensor>(program.arguments.size())),
      is_fed_(program.arguments.size()),
      is_read_(program.arguments.size()) {
  for (const Feed& feed : feeds_) is_fed_[feed.argument] = true;
}

Status StepLoop::begin() {
  for (const Feed& feed : feeds_) PARTITA_CHECK_OK(read(feed.argument, 0));
  return {};
}

Result<std::unique_ptr<ArraySource>> StepLoop::source(int argument, int64_t step) {
  const Type type = program_.arguments[argument].global;
  if (inputs_.files != nullptr) {
    return inputs_.files->argument(argument, type, step);
  }
  return random_source(type, seed_of_step(inputs_.seed.value_or(0), step), static_cast<uint64_t>(argument));
}

Status StepLoop::read(int argument, int64_t step) {
  std::vector<Tensor> shards;
  if (const Type type = program_.arguments[argument].global; type.is_tensor()) {
    PARTITA_ASSIGN(const std::unique_ptr<ArraySource> from, source(argument, step));
    PARTITA_ASSIGN(shards, read_argument(program_, argument, *from));
  } else {
    shards.assign(arguments_.size(), Tensor::make(type));
  }
  for (size_t device = 0; device < arguments_.size(); ++device)
    arguments_[device][argument] = std::move(shards[device]);
  return {};
}

Status StepLoop::feed(const Feed& feed, const ByDevice& results) {
  const BoundaryValue& from = program_.results[feed.result];
  const BoundaryValue& to = program_.arguments[feed.argument];
  std::vector<Tensor> values;
  const engine::DeviceRange here = program_.devices_here();
  for (int64_t d = 0; d < std::ssize(results); ++d) {
    values.push_back(here.has(d) ? results[d][feed.result] : Tensor());
  }
  PARTITA_CHECK_OK(fetch_for_resharding(program_, from, to, values));
  PARTITA_ASSIGN(values, resharded(program_.module.context(), from.global, from.sharding, to.sharding,
                                   std::move(values), program_.places, here));
  for (size_t device = 0; device < arguments_.size(); ++device) {
    arguments_[device][feed.argument] = std::move(values[device]);
  }
  return {};
}

Result<ByDevice> StepLoop::step(StepRunner& runner) {
  for (int i = 0; i < static_cast<int>(is_fed_.size()); ++i) {
    if (is_fed_[i]) continue;
    // Without feeds nothing changes between steps but what files say.
    const bool same = inputs_.files != nullptr ? inputs_.files->steps_of(i) == 1 : feeds_.empty();
    if (is_read_[i] && same) continue;
    PARTITA_CHECK_OK(read(i, steps_done_));
    is_read_[i] = true;
  }
  ByDevice inputs = arguments_;
  if (keep_inputs_) last_inputs_ = inputs;
  for (const Feed& feed : feeds_) {
    for (std::vector<Tensor>& mine : arguments_) mine[feed.argument] = Tensor();
  }
  const auto begin = std::chrono::steady_clock::now();
  PARTITA_ASSIGN(ByDevice results, runner.run(steps_done_, std::move(inputs)));
  times_.add(std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
  for (const Feed& feed : feeds_) PARTITA_CHECK_OK(this->feed(feed, results));
  ++steps_done_;
  return results;
}

std::vector<Tensor> StepLoop::state(int argument) const {
  std::vector<Tensor> out;
  for (const std::vector<Tensor>& mine : arguments_) out.push_back(mine[argument]);
  return out;
}

void StepLoop::set_state(int64_t steps_done, std::vector<std::vector<Tensor>> states) {
  steps_done_ = steps_done;
  for (size_t k = 0; k < feeds_.size(); ++k) {
    for (size_t device = 0; device < arguments_.size(); ++device) {
      arguments_[device][feeds_[k].argument] = std::move(states[k][device]);
    }
  }
  is_read_.assign(is_read_.size(), false);
}

}  // namespace partita::core::run
