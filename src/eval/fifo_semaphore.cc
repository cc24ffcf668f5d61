#include "eval/fifo_semaphore.h"

namespace partita::core::eval {

void FifoSemaphore::call(Ticket& turn) {
  std::lock_guard lock(mutex_);
  if (free_ == 0) {
    line_.push_back(&turn);
    return;
  }
  --free_;
  turn.seated = true;
  turn.come.notify_one();
}

void FifoSemaphore::await(Ticket& turn) {
  std::unique_lock lock(mutex_);
  turn.come.wait(lock, [&] { return turn.seated; });
  turn.seated = false;
}

void FifoSemaphore::leave() {
  std::lock_guard lock(mutex_);
  if (line_.empty()) {
    ++free_;
    return;
  }
  Ticket& next = *line_.front();
  line_.pop_front();
  next.seated = true;
  next.come.notify_one();
}

}  // namespace partita::core::eval
