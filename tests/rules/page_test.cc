#include "page.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

namespace partita::core::rules {
namespace {

TEST(RulesPage, IsUpToDate) {
  std::ifstream file(PARTITA_SOURCE_DIR "/docs/rules.md");
  ASSERT_TRUE(file.is_open());
  std::stringstream text;
  text << file.rdbuf();
  EXPECT_EQ(text.str(), rules_page()) << "write it anew: see the first lines of docs/rules.md";
}

}  // namespace
}  // namespace partita::core::rules
