// How devices of one host wait for each other, in memory that their processes share.
//
// A table has, for each pair of devices, how often the one has come to a meeting with the other. Devices that meet
// often do so in the same order, so each has only to wait until the others' counts are no less than its own:
//
//   device 0 meets 1 and 2:  came(0, 1) = 1, came(0, 2) = 1; waits for came(1, 0) >= 1, then came(2, 0) >= 1
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>

namespace partita::core::engine {

class Doors {
 public:
  Doors() = default;
  // `memory` begins as zeros; `spins`: there is a core for each device.
  Doors(std::byte* memory, int64_t devices, bool spins);
  static int64_t bytes(int64_t devices);

  // Comes to the meeting, and waits for the others; false where `gives_up` said so first. `group` has `me`.
  bool meet(int64_t me, std::span<const int64_t> group, const std::function<bool()>& gives_up) const;

 private:
  std::atomic<uint32_t>& came(int64_t who, int64_t whom) const { return came_[who * devices_ + whom]; }
  bool wait(int64_t me, int64_t other, uint32_t count, const std::function<bool()>& gives_up) const;

  std::atomic<uint32_t>* came_ = nullptr;
  std::atomic<uint32_t>* asleep_ = nullptr;  // by device: whom it sleeps for, plus 1
  int64_t devices_ = 0;
  bool spins_ = false;
};

}  // namespace partita::core::engine
