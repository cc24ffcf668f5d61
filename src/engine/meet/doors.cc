#include "engine/meet/doors.h"

#include <linux/futex.h>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <ctime>

namespace partita::core::engine {
namespace {

constexpr long kNapNanoseconds = 20'000'000;

void pause_a_moment() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#endif
}

// Not the private kind: the one who wakes may be another process.
void sleep_while(std::atomic<uint32_t>& word, uint32_t value) {
  const timespec limit{0, kNapNanoseconds};
  syscall(SYS_futex, &word, FUTEX_WAIT, value, &limit, nullptr, 0);
}
void wake(std::atomic<uint32_t>& word) { syscall(SYS_futex, &word, FUTEX_WAKE, 1, nullptr, nullptr, 0); }

}  // namespace

Doors::Doors(std::byte* memory, int64_t devices, bool spins)
    : came_(reinterpret_cast<std::atomic<uint32_t>*>(memory)),
      asleep_(came_ + devices * devices),
      devices_(devices),
      spins_(spins) {}

int64_t Doors::bytes(int64_t devices) {
  return (devices * devices + devices) * static_cast<int64_t>(sizeof(std::atomic<uint32_t>));
}

bool Doors::meet(int64_t me, std::span<const int64_t> group, const std::function<bool()>& gives_up) const {
  for (int64_t other : group) {
    if (other == me) continue;
    std::atomic<uint32_t>& mine = came(me, other);
    mine.store(mine.load(std::memory_order_relaxed) + 1, std::memory_order_seq_cst);
    if (asleep_[other].load(std::memory_order_seq_cst) == static_cast<uint32_t>(me) + 1) wake(mine);
  }
  for (int64_t other : group) {
    if (other == me) continue;
    if (!wait(me, other, came(me, other).load(std::memory_order_relaxed), gives_up)) return false;
  }
  return true;
}

bool Doors::wait(int64_t me, int64_t other, uint32_t count, const std::function<bool()>& gives_up) const {
  std::atomic<uint32_t>& theirs = came(other, me);
  // Counts may go round.
  const auto there = [&](uint32_t value) { return static_cast<int32_t>(value - count) >= 0; };
  const int spins = spins_ ? 4000 : 20;
  for (int i = 0; i < spins; ++i) {
    if (there(theirs.load(std::memory_order_acquire))) return true;
    pause_a_moment();
  }
  for (;;) {
    asleep_[me].store(static_cast<uint32_t>(other) + 1, std::memory_order_seq_cst);
    const uint32_t seen = theirs.load(std::memory_order_seq_cst);
    const bool come = there(seen);
    if (!come) sleep_while(theirs, seen);
    asleep_[me].store(0, std::memory_order_relaxed);
    if (come || there(theirs.load(std::memory_order_acquire))) return true;
    if (gives_up()) return false;
  }
}

}  // namespace partita::core::engine
