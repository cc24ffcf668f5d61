// What a code of a message means: the sections of docs/codes.md, which are part of the program.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace partita::core::tools {

// The page as it stands in docs.
std::string_view codes_page();

struct CodeExplanation {
  std::string code, what, cause, example, remedy;  // the example may be empty
};
// In the order of the page.
std::vector<CodeExplanation> code_explanations();

}  // namespace partita::core::tools
