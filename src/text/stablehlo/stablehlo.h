// Programs as StableHLO text: MLIR with the dialects stablehlo, chlo, mhlo and sdy.
#pragma once

#include <memory>
#include <string>

#include "base/diagnostics.h"
#include "base/result.h"
#include "ir/program.h"
#include "text/common/write_options.h"

namespace partita::core::text {

// One program: the bytes [begin, end) of the source, parsed only. Null where there are errors.
std::unique_ptr<Module> parse_stablehlo(Context& context, const std::shared_ptr<const SourceText>& source, size_t begin,
                                        size_t end, Diagnostics& diagnostics);

Result<std::string> write_stablehlo(const Module& module, const WriteOptions& options = {});

}  // namespace partita::core::text
