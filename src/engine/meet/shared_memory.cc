#include "engine/meet/shared_memory.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace partita::core::engine {
namespace {

Error no_memory(std::string_view what, int64_t bytes) {
  return base::failure(Code::kResourceLimit,
                       fmt::format("cannot {} {} bytes of memory that the ranks of this host share: {}", what, bytes,
                                   std::strerror(errno)));
}

}  // namespace

Result<std::unique_ptr<SharedMemory>> SharedMemory::map(int descriptor, int64_t bytes) {
  void* data = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
  if (data == MAP_FAILED) {
    const Error error = no_memory("map", bytes);
    close(descriptor);
    return error;
  }
  madvise(data, bytes, MADV_HUGEPAGE);
  return std::unique_ptr<SharedMemory>(new SharedMemory(descriptor, static_cast<std::byte*>(data), bytes));
}

Result<std::unique_ptr<SharedMemory>> SharedMemory::create(int64_t bytes) {
  bytes = std::max<int64_t>(bytes, 1);
  const int descriptor = memfd_create("partita", MFD_CLOEXEC);
  if (descriptor < 0) return no_memory("get", bytes);
  if (ftruncate(descriptor, bytes) != 0) {
    const Error error = no_memory("get", bytes);
    close(descriptor);
    return error;
  }
  return map(descriptor, bytes);
}

Result<std::unique_ptr<SharedMemory>> SharedMemory::open(const std::string& key, int64_t bytes) {
  bytes = std::max<int64_t>(bytes, 1);
  const int descriptor = ::open(key.c_str(), O_RDWR | O_CLOEXEC);
  if (descriptor < 0) return no_memory("open", bytes);
  return map(descriptor, bytes);
}

SharedMemory::~SharedMemory() {
  munmap(data_, bytes_);
  all_have_opened();
}

std::string SharedMemory::key() const { return fmt::format("/proc/{}/fd/{}", getpid(), descriptor_); }

void SharedMemory::all_have_opened() {
  if (descriptor_ >= 0) close(descriptor_);
  descriptor_ = -1;
}

}  // namespace partita::core::engine
