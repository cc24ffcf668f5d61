#include "text/hlo/nesting.h"

#include <gtest/gtest.h>

namespace partita::core::text {
namespace {

std::string text_of(const Nesting& nesting) {
  if (!nesting.is_tuple) return std::to_string(nesting.leaf);
  std::string out = "(";
  for (const Nesting& part : nesting.parts) out += (out.size() > 1 ? " " : "") + text_of(part);
  return out + ")";
}

TEST(Nesting, numbers_count_leaves_in_a_row) {
  EXPECT_EQ(text_of(*parse_nesting("1", 1)), "0");
  EXPECT_EQ(text_of(*parse_nesting("(3)", 3)), "(0 1 2)");
  EXPECT_EQ(text_of(*parse_nesting("((1),2)", 3)), "((0) 1 2)");
  EXPECT_EQ(text_of(*parse_nesting("(1,(2,()),1)", 4)), "(0 (1 2 ()) 3)");
  EXPECT_EQ(text_of(*parse_nesting("()", 0)), "()");
}

TEST(Nesting, texts_that_do_not_fit_are_refused) {
  for (const char* text : {"", "2", "(1)", "(2", "(2))", "(3)", "x", "(99999999999)"})
    EXPECT_FALSE(parse_nesting(text, 2).has_value()) << text;
  EXPECT_FALSE(parse_nesting(std::string(10000, '('), 1).has_value());
}

TEST(Nesting, parameters_share_one_count) {
  auto parameters = parse_tuple_parameters("p0=(2),p1,p2=(1,(1))", 5);
  ASSERT_TRUE(parameters.has_value());
  ASSERT_EQ(parameters->size(), 3u);
  EXPECT_EQ((*parameters)[0].name, "p0");
  EXPECT_EQ(text_of((*parameters)[0].nesting), "(0 1)");
  EXPECT_EQ((*parameters)[1].name, "p1");
  EXPECT_EQ(text_of((*parameters)[1].nesting), "2");
  EXPECT_EQ(text_of((*parameters)[2].nesting), "(3 (4))");
  EXPECT_FALSE(parse_tuple_parameters("p0=(2)", 3).has_value());
}

TEST(Nesting, without_a_text_one_value_stands_bare) {
  EXPECT_EQ(text_of(default_nesting(1)), "0");
  EXPECT_EQ(text_of(default_nesting(0)), "()");
  EXPECT_EQ(text_of(default_nesting(2)), "(0 1)");
}

}  // namespace
}  // namespace partita::core::text
