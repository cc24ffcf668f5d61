// What a pass may keep in memory, by the arguments of the program.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "driver/compilation.h"
#include "ir/verify.h"
#include "optimize/pipeline.h"

namespace partita::core::optimize {
namespace {

TEST(OptimizeLimits, keep_a_part_of_what_the_arguments_take) {
  Context context;
  Diagnostics diagnostics;
  const std::string text =
      "func.func @main(%a: tensor<10xf32>, %b: tensor<3xi8>) -> tensor<10xf32> {\n  return %a : tensor<10xf32>\n}\n";
  const auto modules = driver::read_programs(context, std::make_shared<SourceText>("text", text), diagnostics);
  ASSERT_EQ(modules.size(), 1U) << diagnostics.render_all();
  const Function& main = *modules[0]->entry();
  EXPECT_EQ((OptimizeLimits{.kept_part = 0.5, .kept_at_least = 0}.kept_by(main)), 21.5);
  EXPECT_EQ((OptimizeLimits{.kept_part = 2, .kept_at_least = 80}.kept_by(main)), 86);
  EXPECT_EQ((OptimizeLimits{.kept_part = 0.5, .kept_at_least = 80}.kept_by(main)), 80);
}

// A loop of 4 ticks adds up what a loop of 3 layers stacks: sums over devices of %x. What each of these may change.
struct Stacked {
  const char* begin = "%zeros";  // of the stack
  const char* moved = "%sum";    // what is written of the sum
  const char* added = "%s#1";    // what is added of the stack
  const char* also = "%acc2";    // a result that the outer loop has besides
};

int sums_in_loops(const Stacked& how, bool sums_of_stacks) {
  const std::string text = fmt::format(
      R"(module attributes {{mhlo.num_partitions = 2 : i32}} {{
func.func @main(%x: tensor<1x8xf32>, %old: tensor<3x8xf32>) -> (tensor<3x8xf32>, tensor<3x8xf32>) {{
  %c0 = stablehlo.constant dense<0> : tensor<i32>
  %c1 = stablehlo.constant dense<1> : tensor<i32>
  %c3 = stablehlo.constant dense<3> : tensor<i32>
  %c4 = stablehlo.constant dense<4> : tensor<i32>
  %zeros = stablehlo.constant dense<0.0> : tensor<3x8xf32>
  %r:3 = stablehlo.while(%t = %c0, %acc = %old, %last = %old) : tensor<i32>, tensor<3x8xf32>, tensor<3x8xf32>
  cond {{
    %less = stablehlo.compare LT, %t, %c4 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  }} do {{
    %s:2 = stablehlo.while(%i = %c0, %stack = {}) : tensor<i32>, tensor<3x8xf32>
    cond {{
      %less = stablehlo.compare LT, %i, %c3 : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %less : tensor<i1>
    }} do {{
      %sum = "stablehlo.all_reduce"(%x) <{{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}}> ({{
        ^bb0(%l: tensor<f32>, %m: tensor<f32>):
          %o = stablehlo.add %l, %m : tensor<f32>
          stablehlo.return %o : tensor<f32>
      }}) : (tensor<1x8xf32>) -> tensor<1x8xf32>
      %tanh = stablehlo.tanh %sum : tensor<1x8xf32>
      %stack2 = stablehlo.dynamic_update_slice %stack, {}, %i, %c0 : (tensor<3x8xf32>, tensor<1x8xf32>, tensor<i32>, tensor<i32>) -> tensor<3x8xf32>
      %j = stablehlo.add %i, %c1 : tensor<i32>
      stablehlo.return %j, %stack2 : tensor<i32>, tensor<3x8xf32>
    }}
    %negative = stablehlo.negate %s#1 : tensor<3x8xf32>
    %acc2 = stablehlo.add %acc, {} : tensor<3x8xf32>
    %u = stablehlo.add %t, %c1 : tensor<i32>
    stablehlo.return %u, %acc2, {} : tensor<i32>, tensor<3x8xf32>, tensor<3x8xf32>
  }}
  return %r#1, %r#2 : tensor<3x8xf32>, tensor<3x8xf32>
}}
}})",
      how.begin, how.moved, how.added, how.also);
  Context context;
  Diagnostics diagnostics;
  const auto modules = driver::read_programs(context, std::make_shared<SourceText>("text", text), diagnostics);
  EXPECT_EQ(diagnostics.render_all(), "");
  Function& main = *modules.at(0)->entry();
  OptimizeLimits limits;
  limits.sums_of_stacks = sums_of_stacks;
  for (const char* name : {"dce", "sink"}) {
    for (const Pass& pass : all_passes()) {
      if (pass.name == name) pass.run(main, limits);
    }
  }
  Diagnostics found;
  EXPECT_TRUE(ir::verify(*modules[0], found)) << found.render_all();
  int count = 0;
  walk(main.body(), [&](const Op& op) { count += op.is(OpKind::kAllReduce) && op.parent_op() != nullptr ? 1 : 0; });
  return count;
}

TEST(OptimizeLimits, SumsOfStacksLeaveBothLoopsIfAsked) {
  EXPECT_EQ(sums_in_loops({.also = "%last"}, true), 0);
  EXPECT_EQ(sums_in_loops({.also = "%last"}, false), 1);
  // A stack that begins with something, sums that are computed with, stacks that are used otherwise or twice.
  EXPECT_EQ(sums_in_loops({.begin = "%old", .also = "%last"}, true), 1);
  EXPECT_EQ(sums_in_loops({.moved = "%tanh", .also = "%last"}, true), 1);
  EXPECT_EQ(sums_in_loops({.added = "%negative", .also = "%last"}, true), 1);
  EXPECT_EQ(sums_in_loops({.also = "%s#1"}, true), 1);
}

}  // namespace
}  // namespace partita::core::optimize
