// Which ops are told to be gathered for want of a lowering pattern. Every lowering pattern of today divides whatever
// its rule allows, so that no program leads there: capabilities that refuse do.
#include "partition/lower/fallback.h"

#include <gtest/gtest.h>

#include "complete/completion.h"
#include "driver/compilation.h"

namespace partita::core::partition {
namespace {

struct Refusing : LoweringCapabilities {
  bool can_divide(const Op&, const Rule&, int, int64_t) const override { return false; }
  Price exchange(const Op&, const Rule&, const Choice&, const PriceWeights&) const override { return {}; }
  bool moves_boundaries(const Op&) const override { return false; }
};

class FallbackTest : public testing::Test {
 protected:
  // What is told of the one op of a program whose argument is [x, -], where nothing of it is divided.
  std::optional<Diagnostic> told(const std::string& op, const FactorAxes* computed = nullptr) {
    auto source = std::make_shared<const SourceText>(
        "it.mlir",
        "sdy.mesh @m = <[\"x\"=2]>\nfunc.func @main(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, "
        "[{\"x\"}, {}]>}) -> tensor<8x8xf32> {\n  %0 = " +
            op + " : (tensor<8x8xf32>) -> tensor<8x8xf32>\n  return %0 : tensor<8x8xf32>\n}\n");
    compilation_.emplace(context_, source, TextRange{0, source->text().size()}, CompileOptions());
    EXPECT_TRUE(compilation_->run_until("complete")) << compilation_->diagnostics().render_all();
    const Completion& completion = compilation_->completion();
    const Op& it = *compilation_->entry().body().begin();
    const Rule& rule = completion.rules().rule(it);
    const Sharding* operand = completion.sharding_of(it.operand(0));
    const Sharding* result = completion.sharding_of(it.result());
    const FactorAxes none(rule.factors.size());
    return fallback_of(it, rule, std::span(&operand, 1), std::span(&result, 1), computed ? *computed : none,
                       Refusing());
  }

  Context context_;
  std::optional<Compilation> compilation_;
};

TEST_F(FallbackTest, tells_of_a_dimension_the_rule_could_divide) {
  std::optional<Diagnostic> d = told("stablehlo.negate %a");
  ASSERT_TRUE(d);
  EXPECT_EQ(d->code, Code::kFallback);
  EXPECT_EQ(d->place.line, 3);
  EXPECT_EQ(d->message, "stablehlo.negate brings together a divided dimension (a b -> a b)");
}

TEST_F(FallbackTest, says_nothing_of_a_dimension_the_rule_wants_whole) {
  EXPECT_FALSE(told("stablehlo.cholesky %a, lower = true"));
}

TEST_F(FallbackTest, says_nothing_of_a_dimension_that_stays_divided) {
  const FactorAxes computed = {{AxisRef{.axis = 0, .size = 2}}, {}};
  EXPECT_FALSE(told("stablehlo.negate %a", &computed));
}

// Each tensor has the factors of its own dimensions: b a -> a b.
TEST_F(FallbackTest, knows_the_dimensions_of_each_tensor) {
  const FactorAxes computed = {{}, {AxisRef{.axis = 0, .size = 2}}};
  EXPECT_FALSE(told("stablehlo.transpose %a, dims = [1, 0]", &computed));
}

}  // namespace
}  // namespace partita::core::partition
