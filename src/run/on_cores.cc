#include "run/on_cores.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace partita::core::run {

void on_cores(size_t count, size_t least, const std::function<void(size_t piece)>& work) {
  std::atomic<size_t> next = 0;
  std::exception_ptr thrown;
  std::mutex mutex;
  const auto some = [&] {
    try {
      for (size_t i = next++; i < count; i = next++) work(i);
    } catch (...) {
      next = count;
      const std::lock_guard lock(mutex);
      if (!thrown) thrown = std::current_exception();
    }
  };
  const size_t threads = std::min<size_t>(count / least, std::max(1u, std::thread::hardware_concurrency()));
  {
    std::vector<std::jthread> others;
    try {
      for (size_t i = 1; i < threads; ++i) others.emplace_back(some);
    } catch (const std::system_error&) {  // no more threads are to be had: those that are do the work
    }
    some();
  }
  if (thrown) std::rethrow_exception(thrown);
}

}  // namespace partita::core::run
