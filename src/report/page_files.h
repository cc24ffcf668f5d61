// The files of src/report/page, which cmake/report.cmake makes part of the library.
#pragma once

#include <span>
#include <string_view>

namespace partita::core::report {

struct PageFile {
  std::string_view name, text;
};

// In the order in which a page has them.
std::span<const PageFile> page_files();
std::string_view page_file(std::string_view name);

}  // namespace partita::core::report
