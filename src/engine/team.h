// Threads that share the tasks of one device's steps: its own, and helpers where there are more cores than devices.
// Which member does which task differs from run to run; what a task does never depends on it. Each has scratch of its
// own (Device::scratch_of).
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace partita::core::engine {

// Processor time of this thread: devices wait for each other and for processors, which is no work of an op.
int64_t processor_nanoseconds();

class Team {
 public:
  explicit Team(int members) : members_(members) {}
  ~Team();
  Team(const Team&) = delete;
  Team& operator=(const Team&) = delete;

  int members() const { return members_; }
  // Calls work(first, end, member) for parts of [0, tasks) that are all of it together, and returns when all are done.
  template <typename Work>
  void run(int64_t tasks, const Work& work) {
    if (members_ == 1 || tasks <= 1) return work(int64_t{0}, tasks, 0);
    share(tasks, {[](const void* context, int64_t first, int64_t end, int member) {
                    (*static_cast<const Work*>(context))(first, end, member);
                  },
                  &work});
  }

  // Processor time of helpers since the last call; measured where it is asked for.
  void time_helpers() { timed_ = true; }
  int64_t take_helper_nanoseconds() { return helper_nanoseconds_.exchange(0); }

 private:
  struct Job {
    void (*call)(const void* context, int64_t first, int64_t end, int member) = nullptr;
    const void* context = nullptr;
  };
  void share(int64_t tasks, Job job);
  void work(int member);
  void help(int member);

  const int members_;
  bool timed_ = false;
  std::vector<std::thread> helpers_;  // from the first step on that has work for them
  std::atomic<int64_t> next_ = 0, helper_nanoseconds_ = 0;
  std::atomic<uint64_t> round_ = 0;
  std::mutex mutex_;
  std::condition_variable begun_, done_;
  // Under the mutex while helpers join; read by those who have.
  Job job_;
  int64_t tasks_ = 0, part_ = 1;
  int helping_ = 0;
  bool open_ = false, ended_ = false;
  std::exception_ptr thrown_;
};

}  // namespace partita::core::engine
