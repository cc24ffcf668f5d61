// Reading programs: text of either format in, checked modules out.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostics.h"
#include "ir/program.h"

namespace partita {

// What the text looks like: HLO has a HloModule header or computations `name { … }` with `x = f32[2] op(…)` lines.
TextFormat sniff_format(std::string_view text);

// All programs of a text, split at lines `// -----`. Each is read, verified and brought into normal form (text/import).
// Stops at the limit of `diagnostics`; an empty list or a missing program always comes with an error there.
std::vector<std::unique_ptr<Module>> read_programs(Context& context, const std::shared_ptr<const SourceText>& source,
                                                   Diagnostics& diagnostics);

// One program: the bytes [begin, end) of the source, parsed only. Null where there are errors.
std::unique_ptr<Module> parse_stablehlo(Context& context, const std::shared_ptr<const SourceText>& source, size_t begin,
                                        size_t end, Diagnostics& diagnostics);
std::unique_ptr<Module> parse_hlo(Context& context, const std::shared_ptr<const SourceText>& source, size_t begin,
                                  size_t end, Diagnostics& diagnostics);

}  // namespace partita
