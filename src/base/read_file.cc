#include "base/read_file.h"

#include <sys/stat.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

namespace partita::core::base {

Result<std::string> read_file(const std::string& path) {
  auto failure = [&](std::string why) {
    Diagnostic d = error_without_place(Code::kCannotRead, std::move(why));
    d.file = path;
    return Error{d};
  };
  auto reason = [](const char* what) { return std::string(what) + std::strerror(errno); };
  struct stat info;
  if (stat(path.c_str(), &info) == 0 && S_ISDIR(info.st_mode)) return failure("this is a directory, not a program");
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rb"), std::fclose);
  if (file == nullptr) return failure(reason("cannot be opened: "));
  std::string text;
  char buffer[1 << 16];
  size_t got = 0;
  while ((got = std::fread(buffer, 1, sizeof buffer, file.get())) > 0) text.append(buffer, got);
  if (std::ferror(file.get()) != 0) return failure(reason("cannot be read: "));
  return text;
}

}  // namespace partita::core::base
