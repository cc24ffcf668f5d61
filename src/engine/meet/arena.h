// Memory that stays from run to run, in large pages where the system has them.
#pragma once

#include <sys/mman.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <new>

namespace partita::core::engine {

class Arena {
 public:
  explicit Arena(int64_t bytes) : bytes_(std::max<int64_t>(bytes, 1)) {
    memory_ = mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory_ == MAP_FAILED) throw std::bad_alloc();
    madvise(memory_, bytes_, MADV_HUGEPAGE);
  }
  ~Arena() { munmap(memory_, bytes_); }
  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;
  std::byte* data() const { return static_cast<std::byte*>(memory_); }

 private:
  int64_t bytes_;
  void* memory_;
};

}  // namespace partita::core::engine
