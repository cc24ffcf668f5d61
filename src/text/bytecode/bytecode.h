// Programs as MLIR bytecode: StableHLO, CHLO, sdy and func, and VHLO, the dialect of portable artifacts.
#pragma once

#include <memory>
#include <string_view>

#include "base/diagnostics.h"
#include "ir/program.h"

namespace partita::core::text {

bool is_bytecode(std::string_view bytes);

// One program: the bytes [begin, end) of the source, parsed only. Null where there are errors.
std::unique_ptr<Module> parse_bytecode(Context& context, const std::shared_ptr<const SourceText>& source, size_t begin,
                                       size_t end, Diagnostics& diagnostics);

}  // namespace partita::core::text
