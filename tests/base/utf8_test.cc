// A text is read only if it is text: the first byte that is none is found wherever it stands.
#include "base/utf8.h"

#include <gtest/gtest.h>

#include <string>

namespace partita::core::base {
namespace {

// Before and behind it plain text, so that it comes at each place of a machine word.
void expect_found(const std::string& bad) {
  for (size_t before = 0; before < 20; ++before) {
    for (size_t after : {0, 1, 7, 8, 9}) {
      const std::string text = std::string(before, 'a') + bad + std::string(after, 'z');
      EXPECT_EQ(find_non_text(text), before) << "with " << after << " behind it";
    }
  }
}

TEST(Utf8, FindsWhatIsNoText) {
  expect_found(std::string(1, '\0'));
  expect_found("\xFF");
  expect_found("\x80");              // a continuation of nothing
  expect_found("\xC3");              // nothing follows, or no continuation
  expect_found("\xE2\x82");          // one of three is missing
  expect_found("\xF5\x80\x80\x80");  // beyond Unicode
}

TEST(Utf8, TakesAllOfUnicode) {
  for (const std::string good : {"", "a", "\x01\x7F", "\xC3\xA9", "\xE2\x82\xAC", "\xF0\x9F\x98\x80"}) {
    for (size_t before = 0; before < 20; ++before) {
      const std::string text = std::string(before, 'a') + good + std::string(before % 9, 'z');
      EXPECT_EQ(find_non_text(text), text.size());
    }
  }
}

}  // namespace
}  // namespace partita::core::base
