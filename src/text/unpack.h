// Compressed programs, told by their first bytes: gzip is expanded, anything else is handed on as it is.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace partita::core::text {

// `name` is what messages call the file. An error where the data are damaged or grow past 4 GiB, or where they are
// compressed in a way that is not known here (zstd).
Result<std::string> unpack(std::string bytes, std::string_view name);

}  // namespace partita::core::text
