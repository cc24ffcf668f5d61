#include "tools/message_text.h"

#include <nlohmann/json.hpp>
#include <string_view>

namespace partita::core::tools {
namespace {

using OrderedJson = nlohmann::ordered_json;

constexpr std::string_view kBold = "\033[1m", kPlain = "\033[0m", kGreen = "\033[1;32m", kFaint = "\033[2m";

struct Word {
  std::string_view text, colour;
};
constexpr Word kSeverities[] = {{": error: ", "\033[1;31m"}, {": warning: ", "\033[1;35m"}, {": note: ", "\033[1;36m"}};

// FILE:LINE:COLUMN: error: what is wrong [P203]
std::string coloured_line(std::string_view line) {
  for (const Word& severity : kSeverities) {
    const size_t at = line.find(severity.text);
    if (at == std::string_view::npos) continue;
    std::string_view rest = line.substr(at + severity.text.size()), code;
    if (rest.ends_with(']')) {
      if (const size_t open = rest.rfind(" [P"); open != std::string_view::npos) {
        code = rest.substr(open);
        rest = rest.substr(0, open);
      }
    }
    std::string out;
    ((out += kBold) += line.substr(0, at + 2)) += kPlain;
    ((out += severity.colour) += severity.text.substr(2)) += kPlain;
    ((((out += kBold) += rest) += kPlain) += kFaint) += code;
    return out += kPlain;
  }
  const size_t first = line.find_first_not_of(' ');
  if (first != std::string_view::npos && line.substr(first) == "^") {
    return std::string(line.substr(0, first)).append(kGreen).append("^").append(kPlain);
  }
  return std::string(line);
}

OrderedJson json_of(const Diagnostic& d) {
  const char* severity = d.severity == Severity::kError     ? "error"
                         : d.severity == Severity::kWarning ? "warning"
                                                            : "note";
  OrderedJson out = {{"severity", severity}};
  if (d.severity != Severity::kNote) out["code"] = base::code_text(d.code);
  out["message"] = d.message;
  out["file"] = d.file;
  out["line"] = d.place.line;
  out["column"] = d.place.column;
  if (!d.notes.empty()) {
    out["notes"] = OrderedJson::array();
    for (const Diagnostic& note : d.notes) out["notes"].push_back(json_of(note));
  }
  return out;
}

}  // namespace

std::string coloured(const std::string& rendered) {
  std::string out;
  std::string_view rest = rendered;
  while (!rest.empty()) {
    const size_t end = rest.find('\n');
    out += coloured_line(rest.substr(0, end));
    if (end == std::string_view::npos) break;
    out += '\n';
    rest.remove_prefix(end + 1);
  }
  return out;
}

std::string diagnostic_json(const Diagnostic& diagnostic) {
  OrderedJson out = {{"version", 1}};
  out.update(json_of(diagnostic));
  return out.dump(-1, ' ', false, OrderedJson::error_handler_t::replace);
}

}  // namespace partita::core::tools
