// What was chosen has a price that can be added up by hand, and so has the next best.
#include "partition/choice/plan_prices.h"

#include <gtest/gtest.h>

#include <string_view>

#include "driver/compilation.h"
#include "partition/choice/pricing.h"
#include "text/read.h"

namespace partita::core::partition {
namespace {

class Planned {
 public:
  explicit Planned(std::string_view text, size_t unfolded = kUnfolded) : unfolded_(unfolded) {
    auto source = std::make_shared<const SourceText>("program.mlir", std::string(text));
    Diagnostics diagnostics;
    CompileOptions options;
    options.goal = driver::Goal::kExecute;
    options.objective = Objective::kTime;
    options.unfolded = unfolded;
    const TextRange range = text::split_programs(*source, diagnostics).front();
    compilation_ = std::make_unique<Compilation>(context_, source, range, std::move(options));
    EXPECT_TRUE(compilation_->run_until("choose")) << compilation_->diagnostics().render_all();
    prices_ = std::make_unique<PlanPrices>(compilation_->completion(), compilation_->plan(), unfolded_);
  }
  PlanPrices& prices() { return *prices_; }
  const PricedOp& op(OpKind kind) const {
    for (const PricedOp& row : prices_->ops()) {
      if (row.op->is(kind)) return row;
    }
    ADD_FAILURE() << "there is no such op";
    return prices_->ops().front();
  }
  const Pricing& pricing() const { return compilation_->plan().pricing(); }
  // What computing the op so takes, what it reads and gives being stored as the plan has it.
  double price_by_hand(const Op& op, const Choice& choice) const {
    const PartitionPlan& plan = compilation_->plan();
    double price = pricing().work(op, plan.rules().rule(op), choice);
    for (int i = 0; i < op.num_operands(); ++i) {
      const Sharding* stored = plan.storage_sharding(op.operand(i));
      const Sharding* wanted = choice.operands[static_cast<size_t>(i)];
      double moved = pricing().reshard(op.operand(i)->type(), stored, wanted, plan.pool());
      if (stored != wanted && moved == 0) {  // a part of what is there, as a tensor for the product
        moved = pricing().slice(cost::bytes_of(op.operand(i)->type()) /
                                static_cast<double>(total_size(wanted->sharded_axes())));
      }
      price += moved;
    }
    return price +
           pricing().reshard(op.result()->type(), choice.results[0], plan.storage_sharding(op.result()), plan.pool());
  }

 private:
  Context context_;
  size_t unfolded_;
  std::unique_ptr<Compilation> compilation_;
  std::unique_ptr<PlanPrices> prices_;
};

constexpr std::string_view kProduct = R"(
sdy.mesh @mesh = <["x"=8]>
func.func @main(%h: tensor<4096x1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
                %w: tensor<1024x1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>})
    -> (tensor<4096x1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %y = stablehlo.dot_general %h, %w, contracting_dims = [1] x [0]
      : (tensor<4096x1024xf32>, tensor<1024x1024xf32>) -> tensor<4096x1024xf32>
  return %y : tensor<4096x1024xf32>
}
)";

TEST(PlanPrices, OfAProductAddUpByHand) {
  Planned planned(kProduct);
  const PricedOp& dot = planned.op(OpKind::kDotGeneral);
  EXPECT_NEAR(dot.price, planned.price_by_hand(*dot.op, *dot.chosen), 1e-9 * dot.price);
  EXPECT_NEAR(planned.prices().price(), dot.price, 1e-9 * dot.price);
  EXPECT_GT(dot.sent, 0);
  EXPECT_GT(planned.prices().unit(), 0);
}

TEST(PlanPrices, TheNextBestIsThePriceOfComputingItSo) {
  Planned planned(kProduct);
  const PricedOp& dot = planned.op(OpKind::kDotGeneral);
  const std::optional<NextChoice> next = planned.prices().next_best(dot);
  ASSERT_TRUE(next.has_value());
  EXPECT_NE(next->choice->axes, dot.chosen->axes);
  EXPECT_GT(next->more, 0);
  const double by_hand = planned.price_by_hand(*dot.op, *next->choice);
  EXPECT_NEAR(dot.price + next->more, by_hand, 1e-9 * by_hand);
  // Asking has changed nothing.
  EXPECT_EQ(planned.prices().next_best(dot)->more, next->more);
}

TEST(PlanPrices, WhatIsGivenHasNoOther) {
  Planned planned(kProduct);
  ASSERT_FALSE(planned.prices().values().empty());
  for (const PricedValue& value : planned.prices().values()) {
    EXPECT_EQ(value.is_given, value.value->is_argument());
    EXPECT_EQ(planned.prices().next_best(value).has_value(), !value.is_given);
  }
}

// Twelve equal layers.
std::string layers() {
  std::string text =
      "sdy.mesh @mesh = <[\"x\"=4]>\n"
      "func.func @main(%w: tensor<512x512xf32> {sdy.sharding = #sdy.sharding<@mesh, [{\"x\"}, {}]>},\n"
      "                %h0: tensor<2048x512xf32> {sdy.sharding = #sdy.sharding<@mesh, [{\"x\"}, {}]>}) "
      "-> tensor<2048x512xf32> {\n";
  for (int i = 0; i < 12; ++i) {
    text +=
        "  %d" + std::to_string(i) + " = stablehlo.dot_general %h" + std::to_string(i) +
        ", %w, contracting_dims = [1] x [0] : (tensor<2048x512xf32>, tensor<512x512xf32>) -> tensor<2048x512xf32>\n";
    text += "  %h" + std::to_string(i + 1) + " = stablehlo.tanh %d" + std::to_string(i) + " : tensor<2048x512xf32>\n";
  }
  return text + "  return %h12 : tensor<2048x512xf32>\n}\n";
}

TEST(PlanPrices, EqualLayersAreOneRowAndTakeAsMuchTogether) {
  Planned all(layers()), folded(layers(), 0);
  double count = 0;
  for (const PricedOp& row : folded.prices().ops()) count += row.count;
  EXPECT_EQ(all.prices().ops().size(), 24);
  EXPECT_EQ(count, 24);
  EXPECT_LT(folded.prices().ops().size(), 24);
  EXPECT_NEAR(folded.prices().price(), all.prices().price(), 1e-6 * all.prices().price());
  for (const PricedOp& row : all.prices().ops()) EXPECT_EQ(all.prices().find(*row.op), &row);
}

}  // namespace
}  // namespace partita::core::partition
