// Fuzzes the reader of StableHLO text, and the writers with what it reads.
#include "common/program.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  return partita::core::fuzz::run_program(partita::core::TextFormat::kStableHlo, data, size);
}
