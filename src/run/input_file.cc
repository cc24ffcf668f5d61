#include "run/input_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace partita::core::run {

FileMapping::~FileMapping() { munmap(const_cast<std::byte*>(bytes_.data()), bytes_.size()); }

Result<std::unique_ptr<InputFile>> InputFile::open(const std::string& path) {
  const auto failed = [](const std::string& why) {
    return Error{error_without_place(Code::kCannotRead, "cannot read: " + why)};
  };
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (descriptor < 0) return failed(std::strerror(errno));
  std::unique_ptr<InputFile> file(new InputFile(descriptor, 0));
  struct stat info = {};
  if (fstat(descriptor, &info) != 0) return failed(std::strerror(errno));
  if (!S_ISREG(info.st_mode)) return failed(S_ISDIR(info.st_mode) ? "it is a directory" : "it is not a regular file");
  file->size_ = static_cast<uint64_t>(info.st_size);
  return file;
}

InputFile::~InputFile() { close(descriptor_); }

Status InputFile::read(uint64_t offset, std::span<std::byte> target) const {
  while (!target.empty()) {
    const ssize_t got = pread(descriptor_, target.data(), target.size(), static_cast<off_t>(offset));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) {
      return Error{
          error_without_place(Code::kCannotRead, got == 0 ? "the file ended while it was read" : std::strerror(errno))};
    }
    offset += static_cast<uint64_t>(got);
    target = target.subspan(got);
  }
  return {};
}

std::shared_ptr<const FileMapping> InputFile::map() const {
  if (size_ == 0) return nullptr;
  void* start = mmap(nullptr, size_, PROT_READ, MAP_PRIVATE, descriptor_, 0);
  if (start == MAP_FAILED) return nullptr;
  return std::make_shared<const FileMapping>(static_cast<const std::byte*>(start), size_);
}

Error in_file(Error error, const std::string& path, std::string_view array) {
  error.diagnostic.file = path;
  if (!array.empty()) error.diagnostic.message = fmt::format("array '{}': {}", array, error.diagnostic.message);
  return error;
}

}  // namespace partita::core::run
