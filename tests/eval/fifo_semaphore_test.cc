#include "eval/fifo_semaphore.h"

#include <gtest/gtest.h>

#include <atomic>
#include <deque>
#include <thread>
#include <vector>

namespace partita::core::eval {
namespace {

// 32 threads that run in turns, each calling the next now and then: never more than two at once, and all of them end.
TEST(FifoSemaphore, NoMoreThanThereAre) {
  FifoSemaphore semaphore(2);
  std::atomic<int> running = 0, most = 0, rounds = 0;
  std::deque<FifoSemaphore::Ticket> turns(32);
  std::vector<std::thread> threads;
  for (FifoSemaphore::Ticket& turn : turns) {
    threads.emplace_back([&] {
      for (int round = 0; round < 20; ++round) {
        semaphore.call(turn);
        semaphore.await(turn);
        int now = ++running;
        for (int seen = most; now > seen && !most.compare_exchange_weak(seen, now);) {
        }
        std::this_thread::yield();
        --running;
        ++rounds;
        semaphore.leave();
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_LE(most, 2);
  EXPECT_EQ(rounds, 32 * 20);
}

// Whoever is called while there is a free slot keeps it until it comes for it.
TEST(FifoSemaphore, ACallMayComeBeforeTheWait) {
  FifoSemaphore semaphore(1);
  FifoSemaphore::Ticket first, second;
  semaphore.call(first);
  semaphore.call(second);
  semaphore.await(first);
  std::thread other([&] { semaphore.await(second); });
  semaphore.leave();
  other.join();
}

}  // namespace
}  // namespace partita::core::eval
