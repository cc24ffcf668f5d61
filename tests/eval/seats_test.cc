#include "eval/seats.h"

#include <gtest/gtest.h>

#include <atomic>
#include <deque>
#include <thread>
#include <vector>

namespace partita::core::eval {
namespace {

// 32 threads that run in turns, each calling the next now and then: never more than two at once, and all of them end.
TEST(Seats, NoMoreThanThereAre) {
  Seats seats(2);
  std::atomic<int> running = 0, most = 0, rounds = 0;
  std::deque<Seats::Turn> turns(32);
  std::vector<std::thread> threads;
  for (Seats::Turn& turn : turns) {
    threads.emplace_back([&] {
      for (int round = 0; round < 20; ++round) {
        seats.call(turn);
        seats.await(turn);
        int now = ++running;
        for (int seen = most; now > seen && !most.compare_exchange_weak(seen, now);) {
        }
        std::this_thread::yield();
        --running;
        ++rounds;
        seats.leave();
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_LE(most, 2);
  EXPECT_EQ(rounds, 32 * 20);
}

// Whoever is called while there is a free seat keeps it until it comes for it.
TEST(Seats, ACallMayComeBeforeTheWait) {
  Seats seats(1);
  Seats::Turn first, second;
  seats.call(first);
  seats.call(second);
  seats.await(first);
  std::thread other([&] { seats.await(second); });
  seats.leave();
  other.join();
}

}  // namespace
}  // namespace partita::core::eval
