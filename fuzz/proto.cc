// Fuzzes the reader of HLO protos, and the writers with what it reads.
#include "common/program.h"
#include "text/proto/hlo_proto.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  auto is_one = [](std::string_view bytes) { return partita::core::text::find_hlo_proto(bytes).has_value(); };
  return partita::core::fuzz::run_binary(is_one, data, size);
}
