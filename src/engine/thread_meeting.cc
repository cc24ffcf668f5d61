// Devices that are threads of this process: they read each other's memory as it is, and wait for each other in their
// grid.
#include "engine/collective_steps.h"
#include "engine/meet/arena.h"
#include "engine/meeting.h"
#include "eval/machine.h"

namespace partita::core::engine {
namespace {

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
  };

  static Status meet(Device& device, const CollectiveStep& step, const Group& group) {
    using Parts = eval::Grid::Parts;
    const auto nothing = [](const Parts& parts) -> Result<Parts> { return Parts(parts.size()); };
    eval::Machine& machine = *device.machine;
    PARTITA_CHECK_OK(machine.grid().meet(machine.process(), *step.op, group.members, {}, nothing));
    return {};
  }

  const Executable& program_;
  std::vector<OfDevice> devices_;
};

}  // namespace

std::unique_ptr<Meeting> meeting_of_threads(const Executable& program) {
  return std::make_unique<ThreadMeeting>(program);
}

}  // namespace partita::core::engine
