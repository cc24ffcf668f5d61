// What a pass may keep in memory, by the arguments of the program.
#include <gtest/gtest.h>

#include "driver/compilation.h"
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

}  // namespace
}  // namespace partita::core::optimize
