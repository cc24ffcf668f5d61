// A line of the user's program: every op knows the one that asked for it, and messages name it.
#pragma once

namespace partita {
inline namespace v1 {

struct Where {
  const char* file = "";
  int line = 0;

  // As a default argument: the line that calls the function which has it.
  static constexpr Where current(const char* file = __builtin_FILE(), int line = __builtin_LINE()) {
    return {file, line};
  }
};

}  // namespace v1
}  // namespace partita
