// Devices that are threads of this process: they read each other's memory as it is. They wait for each other by a
// counter, which they look at for some microseconds where each has a core; then they sleep in their grid, which knows
// when nobody is left to wake them.
#include <algorithm>
#include <atomic>
#include <map>
#include <mutex>
#include <thread>
#include <utility>

#include "engine/collective_steps.h"
#include "engine/meet/arena.h"
#include "engine/meeting.h"
#include "eval/grid.h"
#include "eval/machine.h"
#include "eval/session.h"

namespace partita::core::engine {
namespace {

// Where the members of a group wait for each other at one collective, again and again. Every device counts how often
// it has come.
class Crossing {
 public:
  explicit Crossing(const std::vector<int64_t>& group) : room_(group), members_(std::ssize(group)) {}

  // For the n-th time, from 1 on.
  Status cross(Device& device, const Op& op, int64_t n, bool looks) {
    constexpr int kLooks = 4000;
    eval::Grid& grid = device.machine->grid();
    if (arrivals_.fetch_add(1) + 1 == members_ * n) {
      passed_.store(n);
      if (sleepers_.load() > 0) grid.wake(room_);
      return {};
    }
    for (int look = looks ? 0 : kLooks; look < kLooks; ++look) {
      if (passed_.load(std::memory_order_acquire) >= n) return {};
#if defined(__x86_64__)
      __builtin_ia32_pause();
#endif
    }
    // Whoever comes last either sees that somebody sleeps, or is seen to have come.
    sleepers_.fetch_add(1);
    const Status slept = grid.sleep(device.machine->process(), op, room_, [&] { return passed_.load() >= n; });
    sleepers_.fetch_sub(1);
    return slept;
  }

 private:
  eval::Grid::Bedroom room_;
  const int64_t members_;
  alignas(64) std::atomic<int64_t> arrivals_ = 0;
  alignas(64) std::atomic<int64_t> passed_ = 0;  // how often all have come
  std::atomic<int64_t> sleepers_ = 0;
};

class ThreadMeeting final : public Meeting {
 public:
  explicit ThreadMeeting(const Executable& program)
      : program_(program), devices_(static_cast<size_t>(program.options.replicas * program.options.partitions)) {
    for (OfDevice& device : devices_) {
      if (program.shared_bytes > 0) device.shared = std::make_unique<Arena>(program.shared_bytes);
    }
  }

  DeviceRange devices() const override { return {0, std::ssize(devices_)}; }

  // In the thread of the device: the first touch says where memory lies.
  std::byte* arena(int64_t device) override {
    std::unique_ptr<Arena>& arena = devices_[device].arena;
    if (arena == nullptr) arena = std::make_unique<Arena>(program_.arena_bytes);
    return arena->data();
  }
  std::byte* shared(int64_t device) override {
    return devices_[device].shared != nullptr ? devices_[device].shared->data() : nullptr;
  }

  Group group(std::vector<int64_t> members, int64_t) const override {
    Group group;
    group.here = members;
    group.members = std::move(members);
    return group;
  }

  Status arrive(Device& device, const CollectiveStep& step, const Group& group,
                std::vector<const std::byte* const*>& sources) override {
    std::vector<const std::byte*>& mine = devices_[device.machine->process()].operands;
    mine.clear();
    for (const Place& place : step.operands) mine.push_back(device.address(place));
    PARTITA_CHECK_OK(meet(device, step, group));
    for (int64_t member : group.members) sources.push_back(devices_[member].operands.data());
    return {};
  }

  Status leave(Device& device, const CollectiveStep& step, const Group& group) override {
    return meet(device, step, group);
  }

  std::shared_ptr<Exchange> start(int64_t, const CollectiveStep&, std::span<const Message>) override {
    return nullptr;  // all are here
  }

 private:
  struct OfDevice {
    std::unique_ptr<Arena> arena, shared;
    std::vector<const std::byte*> operands;  // of the collective it is in
    struct Visits {
      Crossing* at = nullptr;
      int64_t count = 0;
    };
    std::map<const Step*, Visits> visits;
  };

  Status meet(Device& device, const CollectiveStep& step, const Group& group) {
    if (group.members.size() == 1) return {};
    OfDevice::Visits& visits = devices_[device.machine->process()].visits[&step];
    if (visits.at == nullptr) {
      const std::lock_guard lock(mutex_);
      std::unique_ptr<Crossing>& crossing = crossings_[{&step, group.members}];
      if (crossing == nullptr) crossing = std::make_unique<Crossing>(group.members);
      visits.at = crossing.get();
    }
    const int64_t jobs = device.machine->session().options.jobs;
    const bool looks = std::ssize(devices_) <= (jobs > 0 ? std::min<int64_t>(jobs, cores_) : cores_);
    return visits.at->cross(device, *step.op, ++visits.count, looks);
  }

  const Executable& program_;
  std::vector<OfDevice> devices_;
  const int64_t cores_ = std::max<int64_t>(std::thread::hardware_concurrency(), 1);
  std::mutex mutex_;
  std::map<std::pair<const Step*, std::vector<int64_t>>, std::unique_ptr<Crossing>> crossings_;  // looked up only
};

}  // namespace

std::unique_ptr<Meeting> meeting_of_threads(const Executable& program) {
  return std::make_unique<ThreadMeeting>(program);
}

}  // namespace partita::core::engine
