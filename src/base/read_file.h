// Reading a file into memory.
#pragma once

#include <string>

#include "base/result.h"

namespace partita::core::base {

// kCannotRead, with the file named.
Result<std::string> read_file(const std::string& path);

}  // namespace partita::core::base
