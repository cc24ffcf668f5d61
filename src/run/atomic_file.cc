#include "run/atomic_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>

namespace partita::core::run {

namespace {

Error cannot_write(const std::string& path, int error_number) {
  Diagnostic diagnostic =
      error_without_place(Code::kCannotWrite, std::string("cannot write: ") + std::strerror(error_number));
  diagnostic.file = path;
  return Error{std::move(diagnostic)};
}

}  // namespace

Result<AtomicFile> AtomicFile::create(const std::string& path) {
  std::error_code ignored;
  const std::filesystem::path resolved = std::filesystem::canonical(path, ignored);
  const std::string target = ignored ? path : resolved.string();

  struct stat info = {};
  if (stat(target.c_str(), &info) == 0 && !S_ISREG(info.st_mode)) {
    const int descriptor = open(target.c_str(), O_WRONLY | O_CLOEXEC);
    if (descriptor < 0) return cannot_write(path, errno);
    return AtomicFile(target, "", descriptor);
  }
  // The process id keeps two runs apart, the counter several files of one run.
  for (int attempt = 0;; ++attempt) {
    std::string temporary = target + ".part-" + std::to_string(getpid()) + "-" + std::to_string(attempt);
    const int descriptor = open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor >= 0) return AtomicFile(target, std::move(temporary), descriptor);
    if (errno != EEXIST || attempt == 1000) return cannot_write(path, errno);
  }
}

AtomicFile::AtomicFile(AtomicFile&& other) noexcept
    : path_(std::move(other.path_)), temporary_(std::move(other.temporary_)), descriptor_(other.descriptor_) {
  other.temporary_.clear();
  other.descriptor_ = -1;
}

AtomicFile::~AtomicFile() {
  if (descriptor_ >= 0) close(descriptor_);
  if (!temporary_.empty()) unlink(temporary_.c_str());
}

Error AtomicFile::failure() const { return cannot_write(path_, errno); }

Status AtomicFile::write(std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor_, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return failure();
    bytes = bytes.subspan(written);
  }
  return {};
}

Status AtomicFile::write(std::string_view text) { return write(std::as_bytes(std::span(text.data(), text.size()))); }

Status AtomicFile::commit() {
  const int descriptor = descriptor_;
  descriptor_ = -1;
  if (close(descriptor) != 0) return failure();
  if (!temporary_.empty() && std::rename(temporary_.c_str(), path_.c_str()) != 0) return failure();
  temporary_.clear();
  return {};
}

}  // namespace partita::core::run
