// Programs as MLIR bytecode: StableHLO, CHLO, sdy and func, and VHLO, the dialect of portable artifacts.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "base/diagnostics.h"
#include "base/result.h"
#include "ir/program.h"
#include "text/common/write_options.h"

namespace partita::core::text {

inline constexpr std::string_view kMagic = "ML\xEFR";
bool is_bytecode(std::string_view bytes);

// One program: the bytes [begin, end) of the source, parsed only. Null where there are errors.
std::unique_ptr<Module> parse_bytecode(Context& context, const std::shared_ptr<const SourceText>& source, size_t begin,
                                       size_t end, Diagnostics& diagnostics);

// The same program that StableHLO text would give; of equal modules equal bytes.
Result<std::string> write_bytecode(const Module& module, const WriteOptions& options = {});
inline constexpr ArtifactVersion kOldestArtifact{1, 0};  // that is written; older ones are read
// A portable artifact of the version in the options: VHLO, which every later StableHLO reads. kNoArtifactForm for ops
// that it has no words for.
Result<std::string> write_artifact(const Module& module, const WriteOptions& options = {});

}  // namespace partita::core::text
