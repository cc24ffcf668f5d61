// Memory that several processes of a host see, each at an address of its own. It has no name, and is gone with the last
// process that has it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "base/result.h"

namespace partita::core::engine {

class SharedMemory {
 public:
  static Result<std::unique_ptr<SharedMemory>> create(int64_t bytes);  // of zeros
  // What another process created, by what its key() says.
  static Result<std::unique_ptr<SharedMemory>> open(const std::string& key, int64_t bytes);
  ~SharedMemory();
  SharedMemory(const SharedMemory&) = delete;
  SharedMemory& operator=(const SharedMemory&) = delete;

  std::byte* data() const { return data_; }
  std::string key() const;
  // No other process will open it any more.
  void all_have_opened();

 private:
  SharedMemory(int descriptor, std::byte* data, int64_t bytes) : descriptor_(descriptor), data_(data), bytes_(bytes) {}
  static Result<std::unique_ptr<SharedMemory>> map(int descriptor, int64_t bytes);
  int descriptor_;
  std::byte* data_;
  int64_t bytes_;
};

}  // namespace partita::core::engine
