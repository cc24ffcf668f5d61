#include "text/hlo/unique_names.h"

#include <gtest/gtest.h>

namespace partita::core::text {
namespace {

TEST(UniqueNames, the_first_keeps_its_name_and_others_get_the_least_free_number) {
  Context context;
  UniqueNames names(context);
  EXPECT_EQ(names.claim("add").text(), "add");
  EXPECT_EQ(names.claim("add.2").text(), "add.2");
  EXPECT_EQ(names.claim("add").text(), "add.1");
  EXPECT_EQ(names.claim("add").text(), "add.3");
  EXPECT_EQ(names.claim("add.2").text(), "add.2.1");
}

TEST(UniqueNames, identifiers_begin_with_a_letter) {
  EXPECT_TRUE(is_hlo_identifier("get-tuple-element.5"));
  EXPECT_FALSE(is_hlo_identifier("5"));
  EXPECT_FALSE(is_hlo_identifier(""));
  EXPECT_FALSE(is_hlo_identifier("a#0"));
  EXPECT_EQ(hlo_identifier("12", "add"), "add.12");
  EXPECT_EQ(hlo_identifier("", "add"), "add");
  EXPECT_EQ(hlo_identifier("a b#1", "add"), "a_b_1");
}

}  // namespace
}  // namespace partita::core::text
