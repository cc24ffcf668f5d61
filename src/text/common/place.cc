#include "text/common/place.h"

#include <algorithm>

#include "shard/scanner.h"

namespace partita::core::text {

Diagnostic placed_behind(const Module& module, SourceOffset carrier, std::string_view text, Diagnostic diagnostic) {
  const SourceText* source = module.source().get();
  if (source == nullptr || carrier == kNoOffset) return diagnostic;
  // Readers put a prefix before what stands bare in an op's short form: <@mesh, […]> becomes #sdy.sharding<@mesh, […]>.
  size_t prefix = std::min(text.find_first_of("<[{"), text.size());
  for (std::string_view shown : {text, text.substr(prefix)}) {
    size_t at = shown.empty() ? std::string_view::npos : source->text().find(shown, carrier);
    if (at == std::string_view::npos) continue;
    size_t skipped = text.size() - shown.size(), inside = shard::offset_of(diagnostic);
    if (diagnostic.place.column > 0)
      diagnostic.place.column = static_cast<int>(inside < skipped ? 1 : inside - skipped + 1);
    return shard::placed_in(std::move(diagnostic), *source, static_cast<SourceOffset>(at));
  }
  diagnostic.place = {};
  return shard::placed_in(std::move(diagnostic), *source, carrier);
}

}  // namespace partita::core::text
