// Writing programs as text or bytes that XLA and JAX accept: write_stablehlo(), write_hlo(), write_bytecode(), … or the
// one of them that is asked for.
#pragma once

#include <string>
#include <string_view>

#include "text/hlo/hlo.h"
#include "text/stablehlo/stablehlo.h"

namespace partita::core::text {

// By the encoding; text in the given format.
Result<std::string> write_as(const Module& module, TextFormat format, const WriteOptions& options,
                             std::string_view entry = {});

}  // namespace partita::core::text
