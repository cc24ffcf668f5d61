#include "base/diagnostics.h"

#include <algorithm>

#include "base/internal_error.h"
#include "base/utf8.h"

namespace partita::core::base {
namespace {

struct CodeEntry {
  std::string_view text;
  std::string_view description;
};

constexpr CodeEntry kCatalogue[] = {
#define CODE(enumerator, text, description) {text, description},
#include "base/codes.def"
#undef CODE
};

std::string_view severity_text(Severity severity) {
  switch (severity) {
    case Severity::kError: return "error";
    case Severity::kWarning: return "warning";
    case Severity::kNote: return "note";
  }
  return "";
}

constexpr size_t kWidestLine = 160;  // longer lines are cut around the caret

void append_caret(const Diagnostic& d, std::string& out) {
  size_t column = static_cast<size_t>(d.place.column) - 1;
  size_t start = column > kWidestLine / 2 && d.line_text.size() > kWidestLine ? column - kWidestLine / 2 : 0;
  std::string shown = d.line_text.substr(std::min(start, d.line_text.size()), kWidestLine);
  std::string pad;
  for (size_t i = 0; i < std::min(column - start, shown.size()); ++i) pad += shown[i] == '\t' ? '\t' : ' ';
  for (char& c : shown) {
    if (static_cast<unsigned char>(c) < 32 && c != '\t') c = '?';
  }
  out += "  " + shown + "\n  " + pad + "^\n";
}

}  // namespace

std::string_view code_text(Code code) { return kCatalogue[static_cast<size_t>(code)].text; }
std::string_view code_description(Code code) { return kCatalogue[static_cast<size_t>(code)].description; }

const std::vector<Code>& all_codes() {
  static const std::vector<Code> codes = {
#define CODE(enumerator, text, description) Code::enumerator,
#include "base/codes.def"
#undef CODE
  };
  return codes;
}

Diagnostic error_at(const SourceText& source, SourceOffset offset, Code code, std::string message) {
  Diagnostic d;
  d.code = code;
  d.message = std::move(message);
  d.file = source.file_at(offset);
  if (offset != kNoOffset && !has_lines(source.text(), offset)) {
    if (offset <= source.text().size()) d.file += ":byte " + std::to_string(offset);
    return d;
  }
  d.place = source.locate(offset);
  d.line_text = std::string(source.line_at(offset));
  return d;
}

Diagnostic error_without_place(Code code, std::string message) {
  Diagnostic d;
  d.code = code;
  d.message = std::move(message);
  return d;
}

std::string render(const Diagnostic& d) {
  std::string out = d.file.empty() ? "partita" : d.file;
  if (d.place.line > 0) out += ":" + std::to_string(d.place.line);
  if (d.place.line > 0 && d.place.column > 0) out += ":" + std::to_string(d.place.column);
  out += ": ";
  out += severity_text(d.severity);
  out += ": " + d.message;
  if (d.severity != Severity::kNote) {
    out += " [";
    out += code_text(d.code);
    out += "]";
  }
  out += "\n";
  if (d.place.line > 0 && d.place.column > 0) append_caret(d, out);
  for (const Diagnostic& note : d.notes) out += render(note);
  return out;
}

void Diagnostics::add(Diagnostic diagnostic) {
  if (diagnostic.severity == Severity::kError) {
    if (full()) return;
    ++errors_;
  }
  list_.push_back(std::move(diagnostic));
}

std::string Diagnostics::render_all() const {
  std::string out;
  for (const Diagnostic& d : list_) out += render(d);
  return out;
}

void internal_error(const char* file, int line, const std::string& message) {
  throw InternalError(file, line, message);
}

}  // namespace partita::core::base
