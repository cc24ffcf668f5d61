// How a program is to be compiled, as XLA's CompileOptionsProto in its wire format.
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace partita::core::pjrt {

// For a local program whose devices are numbered as replicas: replica r runs on device `ids[r]`, and nothing is to be
// partitioned any more.
std::string compile_options_proto(std::span<const int64_t> ids);

}  // namespace partita::core::pjrt
