// What is found of the order of a program holds for programs like it, and for no other.
#include "optimize/found_orders.h"

#include <gtest/gtest.h>

#include "cost/hardware.h"
#include "ir/copy_module.h"
#include "optimize/passes.h"
#include "optimize/schedule.h"
#include "parsed_program.h"
#include "text/write.h"

namespace partita::core::optimize {
namespace {

constexpr const char* kProgram = R"(module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%x: tensor<64x64xf32>, %w: tensor<32x64xf32>) -> (tensor<64x64xf32>, tensor<64x64xf32>) {
  %big = stablehlo.exponential %x : tensor<64x64xf32>
  %a = stablehlo.dot_general %x, %x, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %g = "stablehlo.all_gather"(%w) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>,
      channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}>
      : (tensor<32x64xf32>) -> tensor<64x64xf32>
  %b = stablehlo.dot_general %a, %g, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %c = stablehlo.add %b, %big : tensor<64x64xf32>
  return %c, %b : tensor<64x64xf32>, tensor<64x64xf32>
}
})";

OptimizeLimits on_a_machine(FoundOrders* found) {
  OptimizeLimits limits;
  limits.hardware = std::make_shared<const Hardware>(*cost::parse_hardware(cost::hardware_text("h100"), "h100"));
  limits.found_orders = found;
  return limits;
}

std::string text_of(const Module& module) { return *text::write_as(module, TextFormat::kStableHlo, {}); }

TEST(FoundOrders, hold_for_a_copy_and_not_for_what_has_changed) {
  const ParsedProgram program(kProgram);
  FoundOrders found;
  EXPECT_EQ(found.find(*program.entry), nullptr);
  found.keep(*program.entry, {});
  EXPECT_NE(found.find(*program.entry), nullptr);
  const std::unique_ptr<Module> copy = ir::copy_module(*program.module);
  EXPECT_NE(found.find(*copy->entry()), nullptr);

  Op* sum = copy->entry()->body().terminator()->previous();
  sum->set_operand(1, sum->operand(0));
  EXPECT_EQ(found.find(*copy->entry()), nullptr) << "another operand";
  const std::unique_ptr<Module> moved = ir::copy_module(*program.module);
  Op* first = moved->entry()->body().first();
  first->move_before(first->next()->next());
  EXPECT_EQ(found.find(*moved->entry()), nullptr) << "another order";
  const std::unique_ptr<Module> other = ir::copy_module(*program.module);
  other->entry()->body().first()->next()->next()->set_attr(AttrKey::kChannelId, other->context().integer(7));
  EXPECT_EQ(found.find(*other->entry()), nullptr) << "another attribute";
}

TEST(FoundOrders, are_those_that_schedule_would_find) {
  const ParsedProgram program(kProgram);
  const std::string before = text_of(*program.module);
  const std::unique_ptr<Module> copy = ir::copy_module(*program.module);
  schedule_ops(*copy->entry(), on_a_machine(nullptr));
  EXPECT_NE(text_of(*copy), before);

  FoundOrders found;
  const OptimizeLimits limits = on_a_machine(&found);
  find_orders(*program.entry, limits);
  EXPECT_EQ(text_of(*program.module), before) << "the program stays as it is";
  ASSERT_NE(found.find(*program.entry), nullptr);
  const OrderOutcome outcome = found.find(*program.entry)->outcome;
  EXPECT_GT(outcome.seconds, 0);
  EXPECT_EQ(found.outcome(*program.entry), std::nullopt) << "it is not in that order yet";
  schedule_ops(*program.entry, limits);
  EXPECT_EQ(text_of(*program.module), text_of(*copy));
  ASSERT_TRUE(found.outcome(*program.entry).has_value());
  EXPECT_EQ(found.outcome(*program.entry)->memory, outcome.memory);
}

}  // namespace
}  // namespace partita::core::optimize
