// Parts of a work that have nothing to do with each other, each on a thread of its own where the machine has several.
//
//   in_parallel(plans.size(), [&](size_t i) { prices[i] = price_of(plans[i]); });
//
// What is shared by them is only read meanwhile; so nothing of it may name or make anything in a Context.
#pragma once

#include <cstddef>
#include <future>
#include <thread>
#include <vector>

namespace partita::core::base {

// Returns when all are done, and throws what the first of them has thrown.
template <typename Work>
void in_parallel(size_t count, const Work& work) {
  if (count == 0) return;
  // Where no thread is to be had, what is left is done here.
  const std::launch how =
      std::thread::hardware_concurrency() > 1 ? std::launch::async | std::launch::deferred : std::launch::deferred;
  std::vector<std::future<void>> others;
  for (size_t i = 1; i < count; ++i) others.push_back(std::async(how, [&work, i] { work(i); }));
  work(0);
  for (std::future<void>& other : others) other.get();
}

}  // namespace partita::core::base
