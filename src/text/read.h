// Reading programs: text of either format in, modules out. They are parsed only: driver/compilation.h verifies them and
// brings them into normal form.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostics.h"
#include "ir/program.h"
#include "text/hlo/hlo.h"
#include "text/stablehlo/stablehlo.h"

namespace partita::core::text {

// What the text looks like: HLO has a HloModule header or computations `name { … }` with `x = f32[2] op(…)` lines.
TextFormat sniff_format(std::string_view text);

struct TextRange {
  size_t begin = 0, end = 0;  // bytes
};

// The programs of a text, split at lines `// -----`; parts without any program are passed over. An empty list comes
// with an error: no text, too large, or nothing in it.
std::vector<TextRange> split_programs(const SourceText& source, Diagnostics& diagnostics);

// One of them, in the format it looks like. Null where there are errors.
std::unique_ptr<Module> parse_program(Context& context, const std::shared_ptr<const SourceText>& source,
                                      TextRange range, Diagnostics& diagnostics);

}  // namespace partita::core::text

namespace partita::core {
using text::TextRange;
}  // namespace partita::core
