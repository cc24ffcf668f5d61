// The same bits for any number of threads, of one device and of several.
#include "engine/team.h"

#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>

#include "engine/execute.h"
#include "eval/compare.h"
#include "parsed_program.h"
#include "run/arguments.h"

namespace partita::core::engine {
namespace {

TEST(Team, DoesEachTaskOnce) {
  Team team(4);
  for (int64_t tasks : {0, 1, 3, 4, 100, 1000}) {
    std::vector<std::atomic<int>> done(static_cast<size_t>(tasks));
    for (int again = 0; again < 20; ++again) {
      team.run(tasks, [&](int64_t first, int64_t end, int member) {
        EXPECT_LT(member, 4);
        for (int64_t i = first; i < end; ++i) ++done[static_cast<size_t>(i)];
      });
    }
    for (const std::atomic<int>& times : done) EXPECT_EQ(times, 20);
  }
}

TEST(Team, GoesOnAfterAFailure) {
  Team team(3);
  const auto fails = [](int64_t first, int64_t end, int) {
    if (first <= 50 && 50 < end) throw std::runtime_error("task 50");
  };
  EXPECT_THROW(team.run(100, fails), std::runtime_error);
  std::atomic<int64_t> sum = 0;
  team.run(100, [&](int64_t first, int64_t end, int) { sum += end - first; });
  EXPECT_EQ(sum, 100);
}

constexpr const char* kProgram = R"(
func.func @main(%x: tensor<300x700xf32>, %w: tensor<700x600xf32>, %k: tensor<3x3x4x8xf32>, %i: tensor<6x40x40x4xf32>)
    -> (tensor<300xf32>, tensor<600xf32>, tensor<6x38x38x8xf32>, tensor<600x300xf32>, tensor<600x300xbf16>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %p = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<300x700xf32>, tensor<700x600xf32>) -> tensor<300x600xf32>
  %t = stablehlo.tanh %p : tensor<300x600xf32>
  %rows = stablehlo.reduce(%t init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<300x600xf32>, tensor<f32>) -> tensor<300xf32>
  %columns = stablehlo.reduce(%p init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<300x600xf32>, tensor<f32>) -> tensor<600xf32>
  %c = stablehlo.convolution(%i, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {}
    {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<6x40x40x4xf32>, tensor<3x3x4x8xf32>) -> tensor<6x38x38x8xf32>
  %back = stablehlo.transpose %t, dims = [1, 0] : (tensor<300x600xf32>) -> tensor<600x300xf32>
  %q = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<300x700xf32>, tensor<700x600xf32>) -> tensor<300x600xf32>
  %r = stablehlo.transpose %q, dims = [1, 0] : (tensor<300x600xf32>) -> tensor<600x300xf32>
  %n = stablehlo.convert %back : (tensor<600x300xf32>) -> tensor<600x300xbf16>
  return %rows, %columns, %c, %r, %n : tensor<300xf32>, tensor<600xf32>, tensor<6x38x38x8xf32>, tensor<600x300xf32>, tensor<600x300xbf16>
}
)";

TEST(Team, GivesTheSameBitsForAnyNumberOfThreads) {
  const ParsedProgram program(kProgram);
  const std::vector<Tensor> inputs = run::random_arguments(run::argument_types(*program.entry), 5);
  std::vector<Tensor> expected;
  for (int64_t jobs : {1, 2, 8, 16}) {
    EvalOptions options;
    options.jobs = jobs;
    Diagnostics checks;
    Result<std::vector<Tensor>> given = run_alone(*program.module, *program.entry, inputs, options, checks);
    ASSERT_TRUE(given.ok());
    if (expected.empty()) expected = *given;
    for (size_t i = 0; i < expected.size(); ++i) EXPECT_TRUE((*given)[i].blob() == expected[i].blob()) << jobs;
  }
  Diagnostics checks;
  Result<std::vector<Tensor>> meant = evaluate(*program.module, *program.entry, inputs, {}, checks);
  ASSERT_TRUE(meant.ok());
  for (size_t i = 0; i < expected.size(); ++i) {
    ComparisonRule rule = ComparisonRule::tolerance();
    rule.narrowest = 0x1p-7;
    EXPECT_FALSE(eval::compare(expected[i], (*meant)[i], rule)) << i;
  }
}

}  // namespace
}  // namespace partita::core::engine
