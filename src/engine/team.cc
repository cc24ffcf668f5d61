#include "engine/team.h"

#include <algorithm>
#include <ctime>
#include <system_error>
#include <utility>

namespace partita::core::engine {

int64_t processor_nanoseconds() {
  timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return now.tv_sec * int64_t{1'000'000'000} + now.tv_nsec;
}

Team::~Team() {
  {
    const std::lock_guard lock(mutex_);
    ended_ = true;
    round_.fetch_add(1);
  }
  begun_.notify_all();
  for (std::thread& helper : helpers_) helper.join();
}

void Team::share(int64_t tasks, Job job) {
  constexpr int64_t kPartsEach = 4;  // so that nobody waits long for the slowest
  while (std::ssize(helpers_) + 1 < members_) {
    const int member = static_cast<int>(helpers_.size()) + 1;
    try {
      helpers_.emplace_back([this, member] { help(member); });
    } catch (const std::system_error&) {
      break;  // with fewer it takes longer
    }
  }
  {
    const std::lock_guard lock(mutex_);
    job_ = job;
    tasks_ = tasks;
    part_ = std::max<int64_t>(tasks / (members_ * kPartsEach), 1);
    next_.store(0);
    open_ = true;
    round_.fetch_add(1);
  }
  begun_.notify_all();
  std::exception_ptr thrown;
  try {
    work(0);
  } catch (...) {
    thrown = std::current_exception();
    next_.store(tasks);
  }
  std::unique_lock lock(mutex_);
  open_ = false;  // who comes now comes too late
  done_.wait(lock, [&] { return helping_ == 0; });
  if (thrown_ != nullptr) thrown = std::exchange(thrown_, nullptr);
  if (thrown != nullptr) std::rethrow_exception(thrown);
}

void Team::work(int member) {
  for (;;) {
    const int64_t first = next_.fetch_add(part_);
    if (first >= tasks_) return;
    job_.call(job_.context, first, std::min(first + part_, tasks_), member);
  }
}

void Team::help(int member) {
  constexpr int kLooks = 4000;  // some microseconds: the next step begins soon, mostly
  uint64_t seen = 0;
  for (;;) {
    for (int look = 0; look < kLooks && round_.load(std::memory_order_relaxed) == seen; ++look) {
#if defined(__x86_64__)
      __builtin_ia32_pause();
#endif
    }
    {
      std::unique_lock lock(mutex_);
      begun_.wait(lock, [&] { return round_.load() != seen; });
      seen = round_.load();
      if (ended_) return;
      if (!open_) continue;
      ++helping_;
    }
    const int64_t start = timed_ ? processor_nanoseconds() : 0;
    std::exception_ptr thrown;
    try {
      work(member);
    } catch (...) {
      thrown = std::current_exception();
      next_.store(tasks_);
    }
    if (timed_) helper_nanoseconds_.fetch_add(processor_nanoseconds() - start);
    const std::lock_guard lock(mutex_);
    if (thrown != nullptr) thrown_ = thrown;
    if (--helping_ == 0) done_.notify_one();
  }
}

}  // namespace partita::core::engine
