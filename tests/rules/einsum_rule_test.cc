// The short notation of rules becomes sdy's, with the sizes of the call; mistakes are shown where they stand.
#include "rules/einsum_rule.h"

#include <gtest/gtest.h>

#include "rules/rule.h"
#include "rules/sharding_rule.h"
#include "sample_program.h"

namespace partita::core::rules {
namespace {

class Call {
 public:
  // operands as "4x8xf32", results too
  Call(const std::vector<std::string>& operands, const std::vector<std::string>& results) {
    for (size_t i = 0; i < operands.size(); ++i) {
      arguments_ += (i == 0 ? "%a" : ", %a") + std::to_string(i) + ": tensor<" + operands[i] + ">";
      used_ += (i == 0 ? "%a" : ", %a") + std::to_string(i);
      from_ += (i == 0 ? "tensor<" : ", tensor<") + operands[i] + ">";
    }
    for (size_t i = 0; i < results.size(); ++i) to_ += (i == 0 ? "tensor<" : ", tensor<") + results[i] + ">";
    body_ = (results.empty() ? "" : "%r:" + std::to_string(results.size()) + " = ") + "stablehlo.custom_call @mine(" +
            used_ + ") : (" + from_ + ") -> (" + to_ + ")";
    program_.emplace(RuleSample{OpKind::kCustomCall, "", arguments_, body_, ""});
    EXPECT_NE(program_->op(), nullptr) << program_->problem();
  }

  std::string sdy(std::string_view text) const {
    Result<std::string> rule = as_sdy_rule(text, *program_->op());
    if (!rule.ok()) {
      const Diagnostic& d = rule.error().diagnostic;
      return std::string(code_text(d.code)) + " at " + std::to_string(d.place.column) + ": " + d.message;
    }
    EXPECT_TRUE(parse_sharding_rule(*rule, *program_->op()).ok()) << *rule;
    std::string_view short_form = *rule;
    constexpr std::string_view kPrefix = "#sdy.op_sharding_rule<";
    EXPECT_TRUE(short_form.starts_with(kPrefix)) << *rule;
    return std::string(short_form.substr(kPrefix.size(), short_form.size() - kPrefix.size() - 1));
  }

 private:
  std::string arguments_, used_, from_, to_, body_;
  std::optional<SampleProgram> program_;
};

TEST(EinsumRule, TakesTheSizesOfTheCall) {
  const Call dot({"8x4xf32", "4x2xf32"}, {"8x2xf32"});
  const std::string want = "([i, j], [j, k])->([i, k]) {i=8, j=4, k=2} reduction={j}, custom";
  EXPECT_EQ(dot.sdy("i k, k j -> i j reduction={k}"), want);
  EXPECT_EQ(dot.sdy("batch inner_1,inner_1 Out->batch Out reduction={inner_1}"), want);
  EXPECT_EQ(dot.sdy("i k, k j -> i j {i=8} need_replication={j}, permutation={i} blocked_propagation={k, i}"),
            "([i, j], [j, k])->([i, k]) {i=8, j=4, k=2} need_replication={k} permutation={i} "
            "blocked_propagation={j, i}, custom");
  EXPECT_EQ(dot.sdy("i *, * j -> i j"), "([i, *], [*, j])->([i, j]) {i=8, j=2}, custom");
  // A factor may be called as a set is.
  EXPECT_EQ(dot.sdy("reduction k, k j -> reduction j reduction={k}"), want);
}

TEST(EinsumRule, ScalarsAreNothing) {
  EXPECT_EQ(Call({"f32", "6xf32"}, {"6xf32"}).sdy(", i -> i"), "([], [i])->([i]) {i=6}, custom");
  EXPECT_EQ(Call({"6xf32", "f32"}, {"f32"}).sdy("i, -> reduction={i}"), "([i], [])->([]) {i=6} reduction={i}, custom");
  EXPECT_EQ(Call({}, {"6xf32"}).sdy("-> i"), "()->([i]) {i=6}, custom");
  EXPECT_EQ(Call({"6xf32"}, {}).sdy("i ->"), "([i])->() {i=6}, custom");
  EXPECT_EQ(Call({"f32"}, {"f32"}).sdy("->"), "([])->([]) {}, custom");
}

TEST(EinsumRule, LeadingDimensionsAreAsManyAsThereAre) {
  EXPECT_EQ(Call({"2x3x4xf32", "4xf32"}, {"2x3x4xf32"}).sdy("... i, i -> ... i"),
            "([i, j, k], [k])->([i, j, k]) {i=2, j=3, k=4}, custom");
  EXPECT_EQ(Call({"4xf32", "4xf32"}, {"4xf32"}).sdy("... i, i -> ... i"), "([i], [i])->([i]) {i=4}, custom");
  EXPECT_EQ(Call({"2x4xf32", "3x4xf32"}, {"2x3xf32"}).sdy("...1 i, ...2 i -> ...1 j reduction={i}"),
            "([i, j], [k, j])->([i, l]) {i=2, j=4, k=3, l=3} reduction={j}, custom");
  const Call call({"2x3x4xf32", "3x4xf32"}, {"2x3x4xf32"});
  EXPECT_EQ(call.sdy("... i, ... i -> ... i"),
            "P305 at 8: '...' stands for 1 dimensions in operand 1, and for 2 before");
  EXPECT_EQ(call.sdy("... i, ...1 i -> ... i"), "([i, j, k], [l, k])->([i, j, k]) {i=2, j=3, k=4, l=3}, custom");
  EXPECT_EQ(call.sdy("i ..., ... i -> ... i"), "P300 at 3: '...' stands before all other dimensions");
  EXPECT_EQ(call.sdy(".. i, ... i -> ... i"), "P300 at 1: leading dimensions are written '...'");
  EXPECT_EQ(Call({"2x4xf32"}, {"3x4xf32"}).sdy("... i -> ... i"),
            "P305 at 10: a dimension of '...' is 3 in dimension 0 of result 0 tensor<3x4xf32>, and 2 elsewhere");
}

TEST(EinsumRule, SizesOfSeveralFactorsAreDerivedOrGiven) {
  const Call flat({"4x6xf32"}, {"24xf32"});
  EXPECT_EQ(flat.sdy("i j -> (i j)"), "([i, j])->([ij]) {i=4, j=6}, custom");
  EXPECT_EQ(Call({"24xf32", "4xf32"}, {"24xf32"}).sdy("(i j), i -> (j i)"), "([ij], [i])->([ji]) {i=4, j=6}, custom");
  EXPECT_EQ(Call({"24x5xf32"}, {"3x40xf32"}).sdy("(i j) k -> i (j k)"), "([ij, k])->([i, jk]) {i=3, j=8, k=5}, custom");
  const Call one({"24xf32"}, {"24xf32"});
  EXPECT_EQ(one.sdy("(i j) -> (j i) {i=4}"), "([ij])->([ji]) {i=4, j=6}, custom");
  EXPECT_EQ(one.sdy("(i j k) -> (k j i) {k=2, i=4}"), "([ijk])->([kji]) {i=4, j=3, k=2}, custom");
  EXPECT_EQ(one.sdy("(i j) -> (j i)"), "P300 at 2: the types do not tell the size of factor i; give it as {i=4}");
  EXPECT_EQ(one.sdy("(i j) -> (j i) {i=5}"),
            "P305 at 1: the factors do not multiply to 24, the size of dimension 0 of operand 0 tensor<24xf32>");
  EXPECT_EQ(one.sdy("(i j) -> (j i) {i=4, j=5}"),
            "P305 at 1: the factors do not multiply to 24, the size of dimension 0 of operand 0 tensor<24xf32>");
  EXPECT_EQ(one.sdy("(i j) -> (j i) {i=4611686018427387904, j=4611686018427387904}"),
            "P305 at 1: the factors do not multiply to 24, the size of dimension 0 of operand 0 tensor<24xf32>");
  EXPECT_EQ(one.sdy("(i) -> i"), "P300 at 1: brackets hold at least two factors");
  EXPECT_EQ(one.sdy("(i (j k)) -> i").substr(0, 9), "P300 at 4");
}

TEST(EinsumRule, DimensionsWithoutElementsAreNotDivided) {
  EXPECT_EQ(Call({"0x4xf32"}, {"4xf32"}).sdy("i j -> j reduction={i}"), "([*, i])->([i]) {i=4}, custom");
}

TEST(EinsumRule, ManyFactorsHaveNumbers) {
  std::string dims, text;
  for (int i = 0; i < 20; ++i) dims += "2x", text += "f" + std::to_string(i) + " ";
  EXPECT_EQ(Call({dims + "f32"}, {"f32"}).sdy(text + "->"),
            "([i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z, z_1, z_2])->([]) {i=2, j=2, k=2, l=2, m=2, n=2, "
            "o=2, p=2, q=2, r=2, s=2, t=2, u=2, v=2, w=2, x=2, y=2, z=2, z_1=2, z_2=2}, custom");
}

TEST(EinsumRule, MistakesAreShownWhereTheyStand) {
  const Call call({"8x4xf32"}, {"8x4xf32"});
  EXPECT_EQ(call.sdy("i j"), "P300 at 4: expected '->', found the end of the text");
  EXPECT_EQ(call.sdy("i -> i j"), "P305 at 1: 1 dimensions for operand 0 tensor<8x4xf32>");
  EXPECT_EQ(call.sdy("i j -> i j k"), "P305 at 8: 3 dimensions for result 0 tensor<8x4xf32>");
  EXPECT_EQ(call.sdy("i j, i -> i j"), "P305 at 1: the rule has 2 operands, the call 1");
  EXPECT_EQ(call.sdy("i j -> i j, j"), "P305 at 8: the rule has 2 results, the call 1");
  EXPECT_EQ(call.sdy("i j -> j i"),
            "P305 at 8: factor j is 8 in dimension 0 of result 0 tensor<8x4xf32>, and 4 elsewhere");
  EXPECT_EQ(call.sdy("i i -> i j"), "P300 at 3: factor i is twice in operand 0");
  EXPECT_EQ(call.sdy("i j -> i j {i=4}"),
            "P305 at 1: factor i is 8 in dimension 0 of operand 0 tensor<8x4xf32>, and 4 elsewhere");
  EXPECT_EQ(call.sdy("i j -> i j {k=4}"), "P300 at 13: no dimension has the factor k");
  EXPECT_EQ(call.sdy("i j -> i j {i=0}"), "P300 at 13: the size of factor i is at least 1");
  EXPECT_EQ(call.sdy("i j -> i j {i=8, i=8}"), "P300 at 18: factor i has two sizes");
  EXPECT_EQ(call.sdy("i j -> i k reduction={q}"), "P300 at 23: no dimension has the factor q");
  EXPECT_EQ(call.sdy("i j -> i j reduction={j}"), "P305 at 23: the reduced factor j is part of a result");
  EXPECT_EQ(call.sdy("i j -> i k reduction={j} permutation={j}"), "P300 at 39: factor j is of two kinds");
  EXPECT_EQ(call.sdy("i j -> i j folding={i}").substr(0, 24), "P300 at 19: expected siz");
  EXPECT_EQ(call.sdy("1i j -> i j"), "P300 at 1: the name of a factor begins with a letter");
  EXPECT_EQ(call.sdy("i j -> i $").substr(0, 10), "P300 at 10");
  EXPECT_EQ(call.sdy("i j -> i j reduction={").substr(0, 10), "P300 at 23");
}

TEST(EinsumRule, SdysOwnNotationIsTakenAsItIs) {
  const Call call({"8x4xf32"}, {"8x4xf32"});
  const std::string rule = "([i, j])->([i, j]) {i=8, j=4}, custom";
  EXPECT_EQ(call.sdy(rule), rule);
  EXPECT_EQ(call.sdy("<" + rule + ">"), rule);
  EXPECT_EQ(call.sdy("#sdy.op_sharding_rule<" + rule + ">"), rule);
  for (std::string before : {"", "<", "#sdy.op_sharding_rule<"}) {
    const std::string column = std::to_string(before.size() + 2);
    EXPECT_EQ(call.sdy(before + "([i])->([i, j]) {i=8, j=4}" + (before.empty() ? "" : ">")),
              "P305 at " + column + ": 1 dimensions for tensor<8x4xf32>");
  }
  EXPECT_EQ(call.sdy("()->()"), "P300 at 7: expected '{', found '>'");
}

}  // namespace
}  // namespace partita::core::rules
