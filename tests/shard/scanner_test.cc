// Tokens of the spellings of meshes and shardings.
#include "shard/scanner.h"

#include <gtest/gtest.h>

namespace partita::core::shard {
namespace {

TEST(Scanner, words_go_on_as_far_as_their_letters) {
  EXPECT_EQ(Scanner("azAZ09_.-$, more").word(), "azAZ09_.-$");
  EXPECT_EQ(Scanner(" @x").word(), "");
}

TEST(Scanner, names_have_the_escapes_of_mlir) {
  EXPECT_EQ(Scanner(R"("a\tb\nc\"d\\e")").name().value(), "a\tb\nc\"d\\e");
  EXPECT_EQ(Scanner(R"('\4a\4F\af\FA')").name().value(), "JO\xaf\xfa");
  EXPECT_EQ(Scanner("bare-name]").name().value(), "bare-name");
  for (const char* name : {"plain", "\"", "\\", "a\nb", "\x1f"}) {
    EXPECT_EQ(Scanner(quoted(name)).name().value(), name);
  }
}

TEST(Scanner, a_name_that_ends_in_an_escape_lacks_its_quote) {
  for (const char* text : {R"("\a)", R"("\)", R"("\\)"}) {
    const Result<std::string> name = Scanner(text).name();
    ASSERT_FALSE(name.ok()) << text;
    EXPECT_EQ(name.error().diagnostic.message, "the name's closing quote is missing") << text;
  }
}

TEST(Scanner, a_number_that_is_none_is_told_from_its_sign_on) {
  const Diagnostic told = Scanner("  -x").integer().error().diagnostic;
  EXPECT_EQ(told.message, "expected a number, found '-x'");
  EXPECT_EQ(offset_of(told), 2u);
}

}  // namespace
}  // namespace partita::core::shard
