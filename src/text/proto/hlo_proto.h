// Programs as HLO protos: HloModuleProto, HloProto, and the modules of snapshots.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/diagnostics.h"
#include "base/result.h"
#include "ir/program.h"
#include "text/common/write_options.h"

namespace partita::core::text {

// The HloModuleProto in the bytes, itself or inside of what holds it; nothing where they are something else. A message
// has no mark of its own: it is told by its first fields.
std::optional<std::string_view> find_hlo_proto(std::string_view bytes);

// One module: the bytes [begin, end) of the source, parsed only. Null where there are errors.
std::unique_ptr<Module> parse_hlo_proto(Context& context, const std::shared_ptr<const SourceText>& source, size_t begin,
                                        size_t end, Diagnostics& diagnostics);

// An HloModuleProto that says what the HLO text of the module says. kNoHloForm where a proto has no field for it.
Result<std::string> write_hlo_proto(const Module& module, const WriteOptions& options = {},
                                    std::string_view entry = {});

}  // namespace partita::core::text
