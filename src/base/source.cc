#include "base/source.h"

#include <algorithm>

namespace partita {

LineColumn SourceText::locate(SourceOffset offset) const {
  if (offset == kNoOffset) return {};
  size_t end = std::min<size_t>(offset, text_.size());
  std::string_view before = text().substr(0, end);
  int line = 1 + static_cast<int>(std::count(before.begin(), before.end(), '\n'));
  size_t newline = before.rfind('\n');
  size_t start = newline == std::string_view::npos ? 0 : newline + 1;
  return {line, static_cast<int>(end - start) + 1};
}

std::string_view SourceText::line_at(SourceOffset offset) const {
  if (offset == kNoOffset) return {};
  size_t at = std::min<size_t>(offset, text_.size());
  size_t newline = at == 0 ? std::string::npos : text_.rfind('\n', at - 1);
  size_t start = newline == std::string::npos ? 0 : newline + 1;
  size_t end = text_.find('\n', at);
  return text().substr(start, end == std::string::npos ? end : end - start);
}

}  // namespace partita
