// A text that was read, and positions in it. A position is a byte offset; line and column are found when someone asks.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace partita::core::base {

struct LineColumn {
  int line = 0;    // from 1; 0 means unknown
  int column = 0;  // from 1, in bytes
};

// Offset of a byte in its SourceText.
using SourceOffset = uint32_t;
inline constexpr SourceOffset kNoOffset = UINT32_MAX;

class SourceText {
 public:
  SourceText(std::string name, std::string text) : name_(std::move(name)), text_(std::move(text)) {}

  const std::string& name() const { return name_; }
  std::string_view text() const { return text_; }

  // Linear in the text before the offset: for messages only.
  LineColumn locate(SourceOffset offset) const;
  // The file that this line is of: the text's own name, unless it was made from something else.
  std::string_view file_at(SourceOffset offset) const;
  // The whole line that holds the offset, without its end; empty where it was made from something else.
  std::string_view line_at(SourceOffset offset) const;

  // Of a text that was made from a program in another language, by line: what people know. Lines without a file are the
  // text's own.
  struct Origin {
    std::string file;
    int line = 0;
  };
  void set_origins(std::vector<Origin> by_line) { origins_ = std::move(by_line); }

 private:
  friend class LineIndex;
  LineColumn locate_in_text(SourceOffset offset) const;
  const Origin* origin(int line) const;

  std::string name_;
  std::string text_;
  std::vector<Origin> origins_;
};

// The lines of many places of one text: linear in the text once, then quick.
class LineIndex {
 public:
  explicit LineIndex(const SourceText& source);
  int line(SourceOffset offset) const;  // from 1; 0 for kNoOffset

 private:
  const SourceText& source_;
  std::vector<size_t> starts_;
};

}  // namespace partita::core::base

namespace partita::core {
using base::kNoOffset;
using base::LineColumn;
using base::LineIndex;
using base::SourceOffset;
using base::SourceText;
}  // namespace partita::core
