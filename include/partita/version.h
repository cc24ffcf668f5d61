// The version of Partita. This is the one place that states it: CMake, pkg-config, the name of the shared library and
// `partita --version` take it from here.
#pragma once

#include "partita/export.h"

#define PARTITA_VERSION_MAJOR 0
#define PARTITA_VERSION_MINOR 2
#define PARTITA_VERSION_PATCH 0

namespace partita {
inline namespace v1 {

// The version of the library at run time, as in "0.2.0". It is that of the headers (PARTITA_VERSION_*) unless a program
// runs with another shared library than it was compiled for.
PARTITA_API const char* version();

}  // namespace v1
}  // namespace partita
