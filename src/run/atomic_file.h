// A file that appears complete or not at all: written beside its place under another name, then moved there.
//
//   PARTITA_ASSIGN(AtomicFile file, AtomicFile::create("out.npz"));
//   PARTITA_CHECK_OK(file.write(bytes));
//   PARTITA_CHECK_OK(file.commit());   // without this, nothing is left behind
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "base/result.h"

namespace partita::core::run {

class AtomicFile {
 public:
  // A symbolic link is followed. What is not a regular file (a pipe, /dev/stdout) cannot be replaced: it is written in
  // place.
  static Result<AtomicFile> create(const std::string& path);

  AtomicFile(AtomicFile&& other) noexcept;
  AtomicFile& operator=(AtomicFile&&) = delete;
  ~AtomicFile();

  Status write(std::span<const std::byte> bytes);
  Status write(std::string_view text);
  Status commit();

 private:
  AtomicFile(std::string path, std::string temporary, int descriptor)
      : path_(std::move(path)), temporary_(std::move(temporary)), descriptor_(descriptor) {}
  Error failure() const;  // of the last system call

  std::string path_;
  std::string temporary_;  // empty when written in place, and after the move
  int descriptor_;
};

}  // namespace partita::core::run

namespace partita::core {
using run::AtomicFile;
}  // namespace partita::core
