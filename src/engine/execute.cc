#include "engine/execute.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <limits>
#include <mutex>
#include <thread>

#include "engine/collective_steps.h"
#include "engine/executable.h"
#include "engine/meet/arena.h"
#include "engine/meeting.h"
#include "engine/step.h"
#include "engine/watch.h"
#include "eval/grid.h"
#include "eval/machine.h"
#include "eval/session.h"

namespace partita::core::engine {
namespace {

constexpr size_t kMostEvents = 50'000;  // that are kept of a device

int64_t steady_nanoseconds() {
  return std::chrono::steady_clock::now().time_since_epoch() / std::chrono::nanoseconds(1);
}

}  // namespace

Status run_steps(const Steps& steps, Device& device) {
  eval::Session& session = device.machine->session();
  for (const std::unique_ptr<Step>& step : steps) {
    if (session.stopped()) return Error{error_without_place(Code::kDeadline, "stopped")};
    device.machine->grid().now_in(device.machine->process(), step->op);
    const bool timed = step->is_evaluator() || !device.nanoseconds.empty();
    if (!timed) {
      PARTITA_CHECK_OK(step->run(device));
    } else {
      const int64_t begun = device.events != nullptr ? steady_nanoseconds() : 0;
      const int64_t start = processor_nanoseconds();
      PARTITA_CHECK_OK(step->run(device));
      if (device.events != nullptr && step->parts().empty() && device.events->size() < kMostEvents) {
        device.events->push_back({step->number, begun, steady_nanoseconds()});
      }
      const int64_t helped = device.team->take_helper_nanoseconds();
      const int64_t took = processor_nanoseconds() - start + helped;
      device.helper_nanoseconds += helped;
      if (step->is_evaluator()) device.evaluator_nanoseconds += took;
      if (!device.nanoseconds.empty()) device.nanoseconds[step->number] += took;
    }
    if (device.watch != nullptr) device.watch->look(*step, device);
    if (device.flight != nullptr) device.flight->messages->look();
    session.count_op();
  }
  return {};
}

namespace {

Ranks::Sight what_is_seen(const eval::Session& session, const eval::Grid& grid, DeviceRange here) {
  constexpr int64_t kMostNamed = 2;
  Ranks::Sight sight{session.ops_done(), {}};
  for (int64_t d = here.first; d < std::min(here.end, here.first + kMostNamed); ++d) {
    const Op* op = grid.current(d);
    sight.doing += fmt::format("{}device {} in {}", d == here.first ? "" : ", ", d,
                               op != nullptr ? eval::shown(*op) : "nothing yet");
  }
  return sight;
}

}  // namespace

struct Runner::State {
  std::shared_ptr<const Executable> executable;
  EvalOptions options;
  Ranks* ranks = nullptr;
  std::unique_ptr<Meeting> meeting;
  // By device: results of earlier runs, whose storage serves again once nobody holds them.
  std::vector<std::vector<std::vector<Tensor>>> results;
  std::vector<std::unique_ptr<Team>> teams;
  std::vector<std::unique_ptr<Arena>> scratch;  // of the members of a team
  bool timed = false;
  std::vector<std::vector<Device::Event>> events;  // by device; empty where nobody asked
  std::vector<std::unique_ptr<Watch>> watches;     // of the last run; empty where nobody looks
  std::mutex mutex;                                // over what follows
  std::vector<int64_t> nanoseconds;                // by number of step
  int64_t total_nanoseconds = 0, evaluator_nanoseconds = 0;

  Result<std::vector<Tensor>> run(eval::Machine& machine, std::vector<Tensor> inputs);
  Tensor result(int64_t process, int index, Type type);
  int64_t scratch_distance() const { return (static_cast<int64_t>(executable->scratch_bytes) + 63) / 64 * 64; }
  void prepare(int64_t process);
  int64_t on_this_host() const {  // devices
    return meeting->devices().size() * (ranks != nullptr ? std::ssize(ranks->on_this_host()) : 1);
  }
};

// The cores that are left beside one for each device help the devices.
void Runner::State::prepare(int64_t process) {
  const int64_t cores = options.jobs > 0 ? options.jobs : std::max<int64_t>(std::thread::hardware_concurrency(), 1);
  const int members = static_cast<int>(std::clamp<int64_t>(cores / on_this_host(), 1, 256));
  if (teams[process] == nullptr || teams[process]->members() != members) {
    teams[process] = std::make_unique<Team>(members);
    scratch[process] = nullptr;
  }
  if (timed) teams[process]->time_helpers();
  if (scratch[process] == nullptr) scratch[process] = std::make_unique<Arena>(members * scratch_distance());
}

Tensor Runner::State::result(int64_t process, int index, Type type) {
  constexpr size_t kMostKept = 2;
  std::vector<Tensor>& kept = results[process][index];
  for (Tensor& tensor : kept) {
    if (tensor.is_unshared()) return tensor;
  }
  Tensor made = Tensor::make(type);
  if (kept.size() >= kMostKept) kept.erase(kept.begin());
  kept.push_back(made);
  return made;
}

Result<std::vector<Tensor>> Runner::State::run(eval::Machine& machine, std::vector<Tensor> inputs) {
  const Executable& program = *executable;
  const int64_t process = machine.process();
  const Op& end = *program.entry.body().terminator();
  std::vector<Tensor> given(end.num_operands());
  prepare(process);
  results[process].resize(end.num_operands());
  for (int k = 0; k < end.num_operands(); ++k) {
    if (const int i = program.donated[k]; i >= 0 && !inputs[i].is_unshared()) inputs[i] = inputs[i].unshared();
  }
  Device device;
  device.machine = &machine;
  if (!watches.empty()) {
    watches[process] = std::make_unique<Watch>();
    device.watch = watches[process].get();
  }
  device.registers.resize(program.registers);
  std::byte* const arena = meeting->arena(process);
  device.scratch = scratch[process]->data();
  device.scratch_distance = scratch_distance();
  device.team = teams[process].get();
  device.meeting = meeting.get();
  device.buffers = &program.buffers;
  device.bases.reserve(program.buffers.size());
  for (const Buffer& buffer : program.buffers) {
    switch (buffer.kind) {
      case Buffer::Kind::kShared: device.bases.push_back(nullptr); break;  // known once its collective has run
      case Buffer::Kind::kArena: device.bases.push_back(arena + buffer.offset); break;
      case Buffer::Kind::kArgument:
        device.bases.push_back(static_cast<std::byte*>(inputs[buffer.index].mutable_raw()));
        break;
      case Buffer::Kind::kConstant: device.bases.push_back(const_cast<std::byte*>(buffer.constant->data())); break;
      case Buffer::Kind::kResult: {
        Tensor& tensor = given[buffer.index];
        tensor = result(process, buffer.index, end.operand(buffer.index)->type());
        device.bases.push_back(static_cast<std::byte*>(tensor.mutable_raw()));
        break;
      }
    }
  }
  for (int k = 0; k < end.num_operands(); ++k) {
    if (program.forwarded[k] >= 0) given[k] = inputs[program.forwarded[k]];
    if (program.donated[k] >= 0) given[k] = std::move(inputs[program.donated[k]]);
  }
  if (timed) device.nanoseconds.resize(program.numbers);
  if (!events.empty()) device.events = &events[process];
  const int64_t start = processor_nanoseconds();
  meeting->move_in(device);
  PARTITA_CHECK_OK(run_steps(program.steps, device));
  meeting->move_out(device);
  const std::lock_guard lock(mutex);
  total_nanoseconds += processor_nanoseconds() - start + device.helper_nanoseconds;
  evaluator_nanoseconds += device.evaluator_nanoseconds;
  for (size_t i = 0; i < device.nanoseconds.size(); ++i) nanoseconds[i] += device.nanoseconds[i];
  return given;
}

Runner::Runner(std::shared_ptr<const Executable> executable, EvalOptions options, Ranks* ranks)
    : state_(std::make_unique<State>()) {
  const int64_t devices = executable->options.replicas * executable->options.partitions;
  state_->executable = std::move(executable);
  state_->options = std::move(options);
  state_->ranks = ranks;
  state_->results.resize(devices);
  state_->teams.resize(devices);
  state_->scratch.resize(devices);
}
Runner::~Runner() = default;

void Runner::time_steps() {
  state_->timed = true;
  state_->nanoseconds.resize(state_->executable->numbers);
}

void Runner::set_options(EvalOptions options) { state_->options = std::move(options); }

void Runner::watch_values() { state_->watches.resize(state_->results.size()); }

std::optional<Runner::NotFiniteFirst> Runner::first_not_finite(bool nan) const {
  std::optional<NotFiniteFirst> first;
  for (size_t d = 0; d < state_->watches.size(); ++d) {
    if (state_->watches[d] == nullptr) continue;
    const std::optional<NotFinite>& found = state_->watches[d]->first(nan);
    if (!found || (first && first->turn <= found->turn)) continue;
    first = NotFiniteFirst{found->value, static_cast<int64_t>(d), found->turn};
  }
  return first;
}

void Runner::trace_steps() {
  time_steps();
  state_->events.resize(state_->results.size());
}

void Runner::set_random_seed(uint64_t seed) { state_->options.random_seed = seed; }

int64_t Runner::arena_bytes() const {
  return state_->executable->arena_bytes + state_->executable->part_of_shared_bytes +
         static_cast<int64_t>(state_->executable->scratch_bytes) +
         (state_->meeting != nullptr ? state_->meeting->bytes_beside() : 0);
}

Profile Runner::profile() const {
  constexpr double kNano = 1e-9;
  Profile profile;
  profile.seconds = kNano * static_cast<double>(state_->total_nanoseconds);
  profile.in_evaluator = kNano * static_cast<double>(state_->evaluator_nanoseconds);
  std::vector<int> entry_of(state_->nanoseconds.size(), -1);
  const std::function<void(const Steps&)> add = [&](const Steps& steps) {
    for (const std::unique_ptr<Step>& step : steps) {
      for (const Steps* part : step->parts()) add(*part);
      if (!step->parts().empty() || state_->nanoseconds.empty()) continue;
      entry_of[step->number] = static_cast<int>(profile.entries.size());
      profile.entries.push_back(
          {step->op, step->what(), kNano * static_cast<double>(state_->nanoseconds[step->number])});
    }
  };
  add(state_->executable->steps);
  int64_t first = std::numeric_limits<int64_t>::max();
  for (const auto& mine : state_->events) {
    if (!mine.empty()) first = std::min(first, mine.front().begin);
  }
  for (size_t d = 0; d < state_->events.size(); ++d) {
    for (const Device::Event& event : state_->events[d]) {
      profile.events.push_back({entry_of[event.number], static_cast<int64_t>(d),
                                kNano * static_cast<double>(event.begin - first),
                                kNano * static_cast<double>(event.end - first)});
    }
  }
  return profile;
}

Result<std::vector<std::vector<Tensor>>> Runner::run(std::vector<std::vector<Tensor>> inputs,
                                                     Diagnostics& failed_checks) {
  const Executable& program = *state_->executable;
  const int64_t replicas = program.options.replicas, partitions = program.options.partitions;
  if (program.evaluator_only && state_->ranks == nullptr) {
    return evaluate_on_grid(program.module, program.entry, replicas, partitions, std::move(inputs), state_->options,
                            failed_checks);
  }
  if (std::ssize(inputs) != replicas * partitions) {
    return Error{error_without_place(Code::kBadInput, "every device wants inputs of its own")};
  }
  if (state_->meeting == nullptr) {
    if (state_->ranks != nullptr) {
      PARTITA_ASSIGN(state_->meeting, meeting_of_ranks(program, *state_->ranks));
    } else {
      state_->meeting = meeting_of_threads(program);
    }
  }
  const DeviceRange here = state_->meeting->devices();
  EvalOptions options = state_->options;
  // Devices wait for those of other ranks: each needs a turn of its own.
  if (state_->ranks != nullptr) options.jobs = here.size();
  for (int64_t d = here.first; d < here.end; ++d) PARTITA_CHECK_OK(eval::check_inputs(program.entry, inputs[d]));
  eval::Session session(program.module, options, failed_checks);
  const int64_t most = session.memory_limit / state_->on_this_host();
  int64_t wanted = arena_bytes();
  for (const Buffer& buffer : program.buffers) {
    if (buffer.kind == Buffer::Kind::kResult) wanted += std::min(buffer.bytes, most + 1);
  }
  if (wanted > most) {
    return Error{error_without_place(
        Code::kResourceLimit,
        fmt::format("a device needs {} bytes, more than the {} that the limit leaves each", wanted, most))};
  }
  eval::Grid grid(session, replicas, partitions);
  grid.set_infeed(state_->options.infeed);
  grid.set_elsewhere(state_->meeting->elsewhere());
  std::optional<Ranks::Run> seen;  // by the other ranks
  if (state_->ranks != nullptr) {
    seen.emplace(*state_->ranks, [&, ranks = state_->ranks] {
      if (ranks->failed()) session.stop();
      return what_is_seen(session, grid, here);
    });
  }
  Result<std::vector<std::vector<Tensor>>> results =
      grid.run([&](int64_t process) { return std::make_unique<eval::Machine>(session, grid, process); },
               [&](eval::Machine& machine) -> Result<std::vector<Tensor>> {
                 std::vector<Tensor>& mine = inputs[machine.process()];
                 Result<std::vector<Tensor>> given = program.evaluator_only
                                                         ? machine.run_function(program.entry, std::move(mine))
                                                         : state_->run(machine, std::move(mine));
                 // The others would wait for this device.
                 if (!given.ok() && state_->ranks != nullptr) state_->ranks->fail(given.error().diagnostic);
                 return given;
               });
  seen.reset();
  // Who failed did not come where others may have counted it.
  if (!results.ok() && state_->ranks == nullptr) state_->meeting = nullptr;
  if (state_->ranks != nullptr) PARTITA_CHECK_OK(state_->ranks->failure());
  if (!results.ok()) return results;
  PARTITA_CHECK_OK(state_->meeting->end_run());
  std::vector<std::vector<Tensor>> by_device(replicas * partitions);
  std::ranges::move(*results, by_device.begin() + here.first);
  return by_device;
}

Result<std::vector<Tensor>> run_alone(const Module& module, const Function& entry, std::vector<Tensor> inputs,
                                      const EvalOptions& options, Diagnostics& failed_checks) {
  const eval::GridShape shape = eval::grid_for(entry, eval::Session(module, options, failed_checks));
  if (shape.replicas * shape.partitions > 1) {
    return evaluate(module, entry, std::move(inputs), options, failed_checks);
  }
  PARTITA_ASSIGN(std::shared_ptr<const Executable> executable, compile(module, entry));
  std::vector<std::vector<Tensor>> by_device;
  by_device.push_back(std::move(inputs));
  PARTITA_ASSIGN(auto results, Runner(std::move(executable), options).run(std::move(by_device), failed_checks));
  return std::move(results[0]);
}

}  // namespace partita::core::engine
