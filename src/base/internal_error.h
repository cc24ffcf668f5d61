// What a broken invariant of ours throws (PARTITA_INVARIANT): never a user's mistake. It is caught only by the
// command line, which makes it exit status 70, and by callers that must go on running.
#pragma once

#include <exception>
#include <string>

namespace partita::core::base {

class InternalError final : public std::exception {
 public:
  InternalError(const char* file, int line, const std::string& message)
      : text_(message + " (" + file + ":" + std::to_string(line) + ")") {}

  const char* what() const noexcept override { return text_.c_str(); }  // "message (file:line)"

 private:
  std::string text_;
};

}  // namespace partita::core::base

namespace partita::core {
using base::InternalError;
}  // namespace partita::core
