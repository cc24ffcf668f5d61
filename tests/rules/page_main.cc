// Writes docs/rules.md to standard output.
#include <cstdio>

#include "page.h"

int main() {
  std::string page = partita::core::rules::rules_page();
  return std::fwrite(page.data(), 1, page.size(), stdout) == page.size() ? 0 : 1;
}
