// The page: style, data and scripts put into their places in page/page.html.
#include "report/page_files.h"
#include "report/report.h"

namespace partita::core::report {
namespace {

// Within a script element nothing may look like its end; outside of strings JSON has no such character.
std::string as_script(const std::string& json) {
  std::string out;
  out.reserve(json.size() + json.size() / 64);
  for (const char c : json) {
    if (c == '<') {
      out += "\\u003c";
    } else {
      out += c;
    }
  }
  return out;
}

void put(std::string& page, std::string_view place, std::string_view text) {
  if (const size_t at = page.find(place); at != std::string::npos) page.replace(at, place.size(), text);
}

}  // namespace

std::string html_page(std::span<const ReportProgram> programs, const PageLimits& limits) {
  std::string style, scripts;
  for (const PageFile& file : page_files()) {
    if (file.name.ends_with(".css")) style += file.text;
    if (file.name.ends_with(".js")) scripts += file.text;
  }
  std::string page(page_file("page.html"));
  put(page, "/*STYLE*/", style);
  put(page, "/*SCRIPTS*/", scripts);
  put(page, "/*DATA*/", as_script(page_data(programs, limits)));
  return page;
}

}  // namespace partita::core::report
