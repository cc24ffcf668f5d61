#include "run/named_arrays.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace partita::core::run {
namespace {

class Names final : public NamedArrays {
 public:
  explicit Names(std::vector<std::string> names) : NamedArrays("names", std::move(names)) {}
  std::string directory() const override { return ""; }
  Result<Type> type_of(Context&, const std::string&) const override { return Type(); }
  Result<int64_t> count(const std::string&, Type) const override { return 1; }
  Result<std::unique_ptr<ArraySource>> array(const std::string&, Type, int64_t) const override {
    return std::unique_ptr<ArraySource>();
  }
};

std::string found(std::vector<std::string> names, std::vector<std::string> arguments, int index) {
  return array_of_argument(Names(std::move(names)), arguments, index).value_or("none");
}

TEST(DottedName, IsOneForAllSpellings) {
  EXPECT_EQ(dotted_name("params['layers'][0].w"), "params.layers.0.w");
  EXPECT_EQ(dotted_name("params/layers/0/w"), "params.layers.0.w");
  EXPECT_EQ(dotted_name("[0]['w']"), "0.w");
  EXPECT_EQ(dotted_name("w"), "w");
}

TEST(ArrayOfArgument, GoesByNumberThenNameThenPlace) {
  EXPECT_EQ(found({"p.w", "arg0"}, {"p['w']"}, 0), "arg0");
  EXPECT_EQ(found({"p.w", "p['w']"}, {"p['w']"}, 0), "p['w']");
  EXPECT_EQ(found({"w", "p/w"}, {"p['w']"}, 0), "p/w");
  EXPECT_EQ(found({"w"}, {"p['w']", "q['b']"}, 0), "w");
  EXPECT_EQ(found({"w"}, {"p['w']", "momentum['w']"}, 0), "none");  // which of the two?
  EXPECT_EQ(found({"arr_0"}, {""}, 0), "arr_0");
  EXPECT_EQ(found({"arr_0"}, {"", ""}, 0), "none");
  EXPECT_EQ(found({"", "x"}, {""}, 0), "none");
  EXPECT_EQ(found({""}, {"x"}, 0), "none");
}

}  // namespace
}  // namespace partita::core::run
