#include "base/source.h"

#include <algorithm>

#include "base/utf8.h"

namespace partita::core::base {

LineColumn SourceText::locate_in_text(SourceOffset offset) const {
  if (offset == kNoOffset) return {};
  size_t end = std::min<size_t>(offset, text_.size());
  std::string_view before = text().substr(0, end);
  int line = 1 + static_cast<int>(std::count(before.begin(), before.end(), '\n'));
  size_t newline = before.rfind('\n');
  size_t start = newline == std::string_view::npos ? 0 : newline + 1;
  return {line, static_cast<int>(end - start) + 1};
}

const SourceText::Origin* SourceText::origin(int line) const {
  if (line < 1 || line > std::ssize(origins_) || origins_[line - 1].file.empty()) return nullptr;
  return &origins_[line - 1];
}

LineColumn SourceText::locate(SourceOffset offset) const {
  if (!has_lines(text_, offset)) return {};
  const LineColumn own = locate_in_text(offset);
  const Origin* from = origin(own.line);
  return from != nullptr ? LineColumn{from->line, 0} : own;
}

std::string_view SourceText::file_at(SourceOffset offset) const {
  const Origin* from = origins_.empty() ? nullptr : origin(locate_in_text(offset).line);
  return from != nullptr ? std::string_view(from->file) : std::string_view(name_);
}

std::string_view SourceText::line_at(SourceOffset offset) const {
  if (offset == kNoOffset || !has_lines(text_, offset) ||
      (!origins_.empty() && origin(locate_in_text(offset).line) != nullptr))
    return {};
  size_t at = std::min<size_t>(offset, text_.size());
  size_t newline = at == 0 ? std::string::npos : text_.rfind('\n', at - 1);
  size_t start = newline == std::string::npos ? 0 : newline + 1;
  size_t end = text_.find('\n', at);
  return text().substr(start, end == std::string::npos ? end : end - start);
}

LineIndex::LineIndex(const SourceText& source) : source_(source) {
  const std::string_view text = source.text();
  if (!has_lines(text, text.size())) return;
  starts_.push_back(0);
  for (size_t at = text.find('\n'); at != std::string_view::npos; at = text.find('\n', at + 1)) {
    starts_.push_back(at + 1);
  }
}

int LineIndex::line(SourceOffset offset) const {
  if (offset == kNoOffset || starts_.empty()) return 0;
  const int line = static_cast<int>(std::upper_bound(starts_.begin(), starts_.end(), size_t{offset}) - starts_.begin());
  const SourceText::Origin* from = source_.origin(line);
  return from != nullptr ? from->line : line;
}

}  // namespace partita::core::base
