// Compressed programs, told by their first bytes: gzip is expanded, zstd where it was there when this was built,
// anything else is handed on as it is.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace partita::core::text {

// `name` is what messages call the file. An error where the data are damaged or grow past 4 GiB, or are by zstd and
// this was built without it.
Result<std::string> unpack(std::string bytes, std::string_view name);

}  // namespace partita::core::text
