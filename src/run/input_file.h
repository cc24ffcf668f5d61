// Files that are read at any place, or mapped.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "base/result.h"

namespace partita::core::run {

// All bytes of a file, which the system reads when they are looked at. Whoever cuts the file short while it is mapped
// ends the process: files are replaced (atomic_file.h), not written over.
class FileMapping {
 public:
  FileMapping(const std::byte* start, size_t size) : bytes_(start, size) {}
  FileMapping(const FileMapping&) = delete;
  FileMapping& operator=(const FileMapping&) = delete;
  ~FileMapping();

  std::span<const std::byte> bytes() const { return bytes_; }

 private:
  std::span<const std::byte> bytes_;
};

// A regular file open for reading.
class InputFile {
 public:
  static Result<std::unique_ptr<InputFile>> open(const std::string& path);
  InputFile(const InputFile&) = delete;
  InputFile& operator=(const InputFile&) = delete;
  ~InputFile();

  uint64_t size() const { return size_; }
  Status read(uint64_t offset, std::span<std::byte> target) const;
  // Null where the system does not map it.
  std::shared_ptr<const FileMapping> map() const;

 private:
  InputFile(int descriptor, uint64_t size) : descriptor_(descriptor), size_(size) {}
  int descriptor_;
  uint64_t size_;
};

// Says in which file, and in which array of it, something is wrong.
Error in_file(Error error, const std::string& path, std::string_view array = {});

}  // namespace partita::core::run
