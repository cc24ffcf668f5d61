// Programs as HLO text.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "base/diagnostics.h"
#include "base/result.h"
#include "ir/program.h"
#include "text/common/write_options.h"

namespace partita::core::text {

// One program: the bytes [begin, end) of the source, parsed only. Null where there are errors.
std::unique_ptr<Module> parse_hlo(Context& context, const std::shared_ptr<const SourceText>& source, size_t begin,
                                  size_t end, Diagnostics& diagnostics);

// The entry is the function of this name, or without one the module's own (find_entry() of ir/copy_module.h).
Result<std::string> write_hlo(const Module& module, const WriteOptions& options = {}, std::string_view entry = {});

// A copy in ops that HLO has, shardings and manual code in its words: what write_hlo() writes, for passes that have to
// see every instruction. Regions may still capture values.
Result<std::unique_ptr<Module>> as_hlo_ops(const Module& module, std::string_view entry = {});

}  // namespace partita::core::text
