// Programs through the public interface: hints as objects, what was decided and why, text, and a run.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <thread>

#include "partita/partita.h"

namespace partita {
namespace {

constexpr const char* kMlp = R"(
func.func @main(%x: tensor<16x32xf32>, %w1: tensor<32x64xf32>, %w2: tensor<64x32xf32>) -> tensor<16x32xf32> {
  %a = stablehlo.dot_general %x, %w1, contracting_dims = [1] x [0] : (tensor<16x32xf32>, tensor<32x64xf32>) -> tensor<16x64xf32>
  %h = stablehlo.tanh %a : tensor<16x64xf32>
  %b = stablehlo.dot_general %h, %w2, contracting_dims = [1] x [0] : (tensor<16x64xf32>, tensor<64x32xf32>) -> tensor<16x32xf32>
  return %b : tensor<16x32xf32>
}
)";

Program hinted_mlp() {
  Program program = Program::parse(kMlp, "mlp.mlir");
  program.shard_argument(0, "x,-").shard_argument(1, Sharding(2).split(1, {"y"})).shard_result(0, "x,-");
  return program;
}

void expect_near(const std::vector<Tensor>& a, const std::vector<Tensor>& b) {
  ASSERT_EQ(a.size(), b.size());
  for (size_t i = 0; i < a.size(); ++i) {
    ASSERT_EQ(a[i].shape(), b[i].shape());
    const std::vector<double> left = a[i].to_doubles(), right = b[i].to_doubles();
    for (size_t k = 0; k < left.size(); ++k) ASSERT_NEAR(left[k], right[k], 1e-5 * (1 + std::fabs(right[k])));
  }
}

TEST(PublicProgram, SaysWhatItTakesAndGives) {
  const Program program = Program::parse(kMlp, "mlp.mlir");
  EXPECT_EQ(program.name(), "mlp.mlir");
  ASSERT_EQ(program.arguments().size(), 3);
  EXPECT_EQ(program.arguments()[1].name, "%w1");
  EXPECT_EQ(program.arguments()[1].type.type_text(), "f32[32,64]");
  EXPECT_EQ(program.results()[0].type.type_text(), "f32[16,32]");
  ASSERT_EQ(program.values().size(), 3);
  EXPECT_EQ(program.values()[1].name, "%h");
  EXPECT_EQ(program.values()[1].line, 4);
  EXPECT_NE(program.text(Format::kHlo).find("HloModule"), std::string::npos);
  EXPECT_EQ(Program::parse(program.text()).text(), program.text());
  EXPECT_EQ(program.functions(), std::vector<std::string>{"main"});
}

TEST(PublicCompile, GivesCollectivesWithTheirCauses) {
  const Compiled compiled = compile(hinted_mlp(), "x=4,y=2", {.objective = Objective::kBytes});
  EXPECT_EQ(compiled.num_devices(), 8);
  EXPECT_EQ(compiled.mesh().str(), "x=4, y=2");
  EXPECT_EQ(compiled.sharding("h"), Sharding("x,y"));
  EXPECT_EQ(compiled.argument_sharding(2), Sharding("y,-"));
  EXPECT_EQ(compiled.result_sharding(0), Sharding("x,-"));
  const Report& report = compiled.report();
  ASSERT_EQ(report.collectives.size(), 1);
  EXPECT_EQ(report.collectives[0].kind, "all-reduce");
  EXPECT_EQ(report.collectives[0].axes, std::vector<std::string>{"y"});
  EXPECT_EQ(report.collectives[0].line, 5);
  EXPECT_NE(report.collectives[0].cause.find("dot_general at mlp.mlir:5"), std::string::npos)
      << report.collectives[0].cause;
  EXPECT_EQ(report.wire_bytes, report.collectives[0].bytes);
  EXPECT_EQ(report.devices, 8);
  EXPECT_GT(report.peak_bytes, report.argument_bytes);
  EXPECT_GE(report.time_most, report.time_least);
  EXPECT_NE(compiled.text().find("all_reduce"), std::string::npos);
  EXPECT_NE(compiled.text(Format::kHlo).find("all-reduce"), std::string::npos);
  EXPECT_NE(compiled.listing().find("%h"), std::string::npos);
  EXPECT_NE(compiled.report_json().find("\"collectives\""), std::string::npos);
  EXPECT_NE(compiled.report_table().find("all-reduce"), std::string::npos);
}

TEST(PublicCompile, TakesALayoutOnATorus) {
  CompileOptions options;
  options.hardware = "tpu_v3";
  const Compiled best = compile(hinted_mlp(), "x=4,y=4", options);
  EXPECT_FALSE(best.report().layout.empty());
  options.layout = "2x4: x=1,y=0c";
  const Compiled near = compile(hinted_mlp(), "x=4,y=4", options);
  EXPECT_EQ(near.report().layout, options.layout);
  // Four members on a line of four, where two are the cores of a chip: further apart than need be.
  options.layout = "2x4: y=1,x=0c";
  const Compiled far = compile(hinted_mlp(), "x=4,y=4", options);
  EXPECT_GT(far.report().time_most, near.report().time_most);
  EXPECT_GT(near.report().time_step, 0);
  EXPECT_GE(near.report().time_step, near.report().time_least);
  EXPECT_LE(best.report().time_most, near.report().time_most);
  EXPECT_TRUE(compile(hinted_mlp(), "x=4,y=4").report().layout.empty());  // no torus
  options.layout = "x=0";
  try {
    compile(hinted_mlp(), "x=4,y=4", options);
    FAIL() << "half of a layout";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), "P602");
  }
}

TEST(PublicCompile, ExplainsAValueAsData) {
  const Explanation why = compile(hinted_mlp(), "x=4,y=2").explain("h");
  EXPECT_EQ(why.name, "%h");
  EXPECT_EQ(why.sharding, Sharding("x,y"));
  ASSERT_EQ(why.axes.size(), 2);
  EXPECT_EQ(why.axes[0].axis, "x");
  EXPECT_EQ(why.axes[0].dim, 0);
  ASSERT_FALSE(why.axes[0].steps.empty());
  EXPECT_EQ(why.axes[0].steps.back().from, "%x");
  EXPECT_NE(why.axes[0].hint.find("[x, -]"), std::string::npos) << why.axes[0].hint;
  EXPECT_EQ(why.axes[1].steps.back().from, "%w1");
  EXPECT_NE(why.text.find("%h: tensor<16x64xf32> is [x, y]"), std::string::npos) << why.text;
}

// The sum over y is there because %b is unreduced there and the result is not. Kept divided along y it would be
// scattered instead.
TEST(PublicCompile, ExplainsACollectiveByTrials) {
  const Program program = hinted_mlp();
  const Compiled compiled = compile(program, "x=4,y=2", {.objective = Objective::kBytes});
  const Collective& sum = compiled.report().collectives.at(0);
  EXPECT_EQ(sum.number, 1);
  const CollectiveExplanation why = compiled.why(sum);
  EXPECT_EQ(why.cause, sum.cause);
  EXPECT_NE(why.text.find("#1 all-reduce along y %b"), std::string::npos) << why.text;
  EXPECT_NE(why.text.find("a hint given with the program: [x, -]"), std::string::npos) << why.text;
  EXPECT_EQ(why.text.find("--"), std::string::npos) << why.text;
  ASSERT_FALSE(why.trials.empty());
  for (const CollectiveExplanation::Trial& trial : why.trials) {
    ASSERT_TRUE(trial.compiles);
    Program hinted = program;
    const Report report =
        compile(hinted.shard_value(trial.name, trial.sharding), "x=4,y=2", {.objective = Objective::kBytes}).report();
    EXPECT_EQ(trial.wire_bytes, report.wire_bytes);
    EXPECT_EQ(trial.peak_bytes, report.peak_bytes);
    const bool same = std::any_of(report.collectives.begin(), report.collectives.end(),
                                  [&](const Collective& other) { return other.cause == sum.cause; });
    EXPECT_EQ(trial.avoids, !same) << trial.name << " " << trial.sharding.str();
  }
  EXPECT_TRUE(why.trials[0].avoids);
  Collective unknown;
  EXPECT_THROW(compiled.why(unknown), Error);
}

TEST(PublicCompile, SaysWhatGoesOverABudget) {
  CompileOptions options;
  EXPECT_TRUE(compile(hinted_mlp(), "x=4,y=2", options).report().over_budget.empty());
  options.budgets.max_bytes = 1e6;
  options.budgets.max_memory = 1e9;
  options.budgets.forbid = {"all-gather", "all-reduce@x"};
  EXPECT_TRUE(compile(hinted_mlp(), "x=4,y=2", options).report().over_budget.empty());
  options.budgets.max_bytes = 100;
  options.budgets.max_memory = 0;
  options.budgets.forbid = {"all-reduce@y"};
  const Report report = compile(hinted_mlp(), "x=4,y=2", options).report();
  ASSERT_EQ(report.over_budget.size(), 3);
  for (const Diagnostic& over : report.over_budget) EXPECT_EQ(over.code, "P600");
  ASSERT_FALSE(report.over_budget[0].notes.empty());
  EXPECT_NE(report.over_budget[0].notes[0].message.find("#1 all-reduce"), std::string::npos);
  EXPECT_EQ(report.over_budget[2].line, 5);
  for (const char* wrong : {"gather", "all-gather@z", ""}) {
    options.budgets.forbid = {wrong};
    EXPECT_THROW(compile(hinted_mlp(), "x=4,y=2", options), Error) << wrong;
  }
  options.budgets.forbid.clear();
  options.budgets.max_bytes = std::nan("");
  EXPECT_THROW(compile(hinted_mlp(), "x=4,y=2", options), Error);
}

TEST(PublicCompile, RunsAsOneDeviceWould) {
  const Program program = hinted_mlp();
  const std::vector<Tensor> arguments = program.random_arguments(5);
  const std::vector<Tensor> alone = evaluate(program, arguments);
  for (const char* mesh : {"x=4,y=2", "x=1,y=1", "x=3,y=5"}) {  // 16 over 3 and 64 over 5 leave a rest
    expect_near(compile(program, mesh).run(arguments), alone);
  }
  CompileOptions options;
  options.devices_are_replicas = true;
  options.plan = Plan::kAnnotated;
  options.skip = {"cse"};
  expect_near(compile(program, "x=2,y=2", options).run(arguments), alone);
  const Mesh turned({{"x", 2}, {"y", 2}}, {3, 1, 2, 0});
  expect_near(compile(program, turned).run(arguments), alone);
}

TEST(PublicCompile, CopiesOfAProgramAreIndependent) {
  const Program plain = Program::parse(kMlp);
  Program hinted = plain;
  hinted.shard_argument(0, "x,-");
  EXPECT_EQ(compile(hinted, "x=4").argument_sharding(0), Sharding("x,-"));
  EXPECT_EQ(compile(plain, "x=4").argument_sharding(0), Sharding("-,-"));
  hinted.shard_argument(0, "-,x");  // the later hint counts
  EXPECT_EQ(compile(hinted, "x=4").argument_sharding(0), Sharding("-,x"));
}

TEST(PublicCompile, FunctionsAreChosenByName) {
  Program program = Program::parse(R"(
func.func @one(%x: tensor<4xf32>) -> tensor<4xf32> { return %x : tensor<4xf32> }
func.func @two(%x: tensor<6xf32>, %y: tensor<6xf32>) -> tensor<6xf32> { return %y : tensor<6xf32> }
)");
  EXPECT_EQ(program.functions().size(), 2);
  EXPECT_THROW(program.arguments(), Error);
  EXPECT_EQ(program.use_function("two").arguments().size(), 2);
  program.shard_argument(1, "x");
  EXPECT_EQ(compile(program, "x=3").argument_sharding(1), Sharding("x"));
  EXPECT_THROW(program.use_function("three"), Error);
  EXPECT_EQ(Program::parse_all(std::string(kMlp) + "\n// -----\n" + kMlp).size(), 2);
}

TEST(PublicCompile, SeveralThreadsAtOnce) {
  const Program program = hinted_mlp();
  const std::vector<Tensor> arguments = program.random_arguments(2);
  const Compiled shared = compile(program, "x=2,y=1");
  const std::vector<Tensor> alone = evaluate(program, arguments);
  std::vector<std::vector<Tensor>> own(4), together(4);
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&, t] {
      own[t] = compile(program, t % 2 == 0 ? "x=4,y=1" : "y=2,x=2").run(arguments);
      together[t] = shared.run(arguments);
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (int t = 0; t < 4; ++t) {
    expect_near(own[t], alone);
    expect_near(together[t], alone);
  }
}

// What a file for --hints says, at compile time: patterns, recipes, a mesh; written again it says the same.
TEST(PublicCompile, TakesHintsAsAFileHasThem) {
  const Program plain = Program::parse(kMlp, "mlp.mlir");
  const Compiled patterns =
      compile(plain, "x=2,y=4", {.hints = "tensor<16x32xf32> = x, ...  # both ends\n%w1 = -,y\n"});
  const Compiled same = compile(hinted_mlp(), "x=2,y=4");
  EXPECT_EQ(patterns.text(), same.text());

  const Compiled recipe = compile(plain, {}, {.hints = "mesh x=8\nrecipe fsdp\n"});
  EXPECT_EQ(recipe.mesh().str(), "x=8");
  EXPECT_EQ(recipe.argument_sharding(0).str(), "[x, -]");
  const std::string written = recipe.hints();
  EXPECT_NE(written.find("mesh x=8\n"), std::string::npos) << written;
  EXPECT_EQ(compile(plain, {}, {.hints = written}).text(), recipe.text());

  try {
    compile(plain, "x=2,y=4", {.hints = "\n%w1 = -,z\n"});
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.diagnostics()[0].file, "hints");
    EXPECT_EQ(error.diagnostics()[0].line, 2);
  }
}

TEST(PublicCompile, ErrorsAreData) {
  try {
    Program::parse("func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {\n  return %y : tensor<4xf32>\n}", "a.mlir");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), "P102");
    EXPECT_EQ(error.diagnostics()[0].file, "a.mlir");
    EXPECT_EQ(error.diagnostics()[0].line, 2);
    EXPECT_NE(std::string(error.what()).find("a.mlir:2:"), std::string::npos) << error.what();
  }
  try {
    compile(hinted_mlp(), "z=4");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.diagnostics().size(), 3);  // one for each hint
    EXPECT_EQ(std::string(error.what()).find("--"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace partita
