// partita explain CODE: the cause, an example and the remedy of a message.
#include "tools/explain.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "tools/invocation.h"
#include "tools/suggestions.h"

namespace partita::core::tools {
namespace {

// What follows a label, up to the end of the line.
std::string after(std::string_view section, std::string_view label) {
  const size_t at = section.find(label);
  if (at == std::string_view::npos) return {};
  const std::string_view rest = section.substr(at + label.size());
  return std::string(rest.substr(0, rest.find('\n')));
}

// Lines of at most 100 letters, two spaces in front.
std::string wrapped(std::string_view text) {
  constexpr size_t kWidth = 100;
  std::string out = "  ";
  size_t used = 0;
  while (!text.empty()) {
    const std::string_view word = text.substr(0, text.find(' '));
    if (used > 0 && used + 1 + word.size() > kWidth) {
      out += "\n  ";
      used = 0;
    }
    if (used > 0) out += ' ', ++used;
    out += word;
    used += word.size();
    text.remove_prefix(std::min(text.size(), word.size() + 1));
  }
  return out + "\n";
}

}  // namespace

std::vector<CodeExplanation> code_explanations() {
  std::vector<CodeExplanation> out;
  std::string_view page = codes_page();
  for (size_t at = page.find("\n## P"); at != std::string_view::npos; at = page.find("\n## P")) {
    page.remove_prefix(at + 4);
    const std::string_view section = page.substr(0, page.find("\n## P"));
    const std::string_view title = section.substr(0, section.find('\n'));
    const size_t colon = std::min(title.find(": "), title.size());
    out.push_back({std::string(title.substr(0, colon)), std::string(title.substr(std::min(title.size(), colon + 2))),
                   after(section, "*Cause.* "), after(section, "*Example.* "), after(section, "*Remedy.* ")});
  }
  return out;
}

int run_explain(const Options& options) {
  Invocation invocation(options);
  const std::vector<CodeExplanation> all = code_explanations();
  std::vector<std::string> known;
  for (const CodeExplanation& one : all) known.push_back(one.code);
  std::vector<std::string> wanted = options.files;
  for (std::string& code : wanted) {
    std::transform(code.begin(), code.end(), code.begin(), [](unsigned char c) { return std::toupper(c); });
    if (code.starts_with('[') && code.ends_with(']')) code = code.substr(1, code.size() - 2);
    if (std::find(known.begin(), known.end(), code) != known.end()) continue;
    return invocation.finish(invocation.refuse(Error{error_without_place(
        Code::kUsage, fmt::format("no message has the code '{}'{}", code, did_you_mean(code, known)))}));
  }
  std::string text;
  nlohmann::ordered_json json = nlohmann::ordered_json::array();
  for (const CodeExplanation& one : all) {
    if (!wanted.empty() && std::find(wanted.begin(), wanted.end(), one.code) == wanted.end()) continue;
    if (options.json) {
      json.push_back({{"code", one.code},
                      {"what", one.what},
                      {"cause", one.cause},
                      {"example", one.example},
                      {"remedy", one.remedy}});
    } else if (wanted.empty()) {
      text += fmt::format("{}  {}\n", one.code, one.what);
    } else {
      text += fmt::format("{}{}: {}\n\ncause\n{}", text.empty() ? "" : "\n", one.code, one.what, wrapped(one.cause));
      if (!one.example.empty()) text += "\nexample\n" + wrapped(one.example);
      text += "\nremedy\n" + wrapped(one.remedy);
    }
  }
  if (options.json) text = nlohmann::ordered_json({{"version", 1}, {"codes", json}}).dump(1) + "\n";
  if (Status written = invocation.write(options.output, text); !written.ok())
    return invocation.finish(invocation.refuse(written.error()));
  return invocation.finish(kDone);
}

}  // namespace partita::core::tools
