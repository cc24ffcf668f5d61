// Fuzzes the reader of MLIR bytecode, portable artifacts and exports, and the writers with what it reads.
#include "text/bytecode/bytecode.h"

#include "common/program.h"
#include "text/bytecode/exported.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  auto is_one = [](std::string_view bytes) {
    return partita::core::text::is_bytecode(bytes) || partita::core::text::exported_module(bytes).has_value();
  };
  return partita::core::fuzz::run_binary(is_one, data, size);
}
