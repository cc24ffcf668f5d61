// FifoSemaphore: a device has a thread of its own, but only as many run at once as the semaphore has slots.
//
//   FifoSemaphore semaphore(2);      // two cores, 64 devices
//   FifoSemaphore::Ticket turn;      // one per thread
//   semaphore.call(turn);            // gets in line
//   semaphore.await(turn);           // until it has a slot
//   semaphore.leave();               // waits for another device, which will call(turn): the slot is for others
//   semaphore.await(turn);
//
// Whoever came first is seated first, so that no device is left behind. Being called and being seated wake a thread
// once, not twice: of 63 devices that a collective sets free, only those that can run are woken.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <mutex>

namespace partita::core::eval {

class FifoSemaphore {
 public:
  explicit FifoSemaphore(int64_t count) : free_(count) {}

  // One per thread.
  struct Ticket {
    std::condition_variable come;
    bool seated = false;
  };
  // Gives the turn a slot, or puts it in line.
  void call(Ticket& turn);
  // Until the turn, which has been or will be called, has a slot.
  void await(Ticket& turn);
  // The slot goes to whoever is first in line.
  void leave();

 private:
  std::mutex mutex_;
  std::deque<Ticket*> line_;
  int64_t free_;
};

}  // namespace partita::core::eval
