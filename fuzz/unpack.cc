// Fuzzes what comes out of gzip and zstd, and the readers of programs with it.
#include "text/unpack.h"

#include "common/program.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  return partita::core::fuzz::run_packed(data, size);
}
