// Where a run departs from what a program means: found by its op, device and element, with a program that shows it.
#include "run/departure.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>

#include "run/arguments.h"
#include "run/reference.h"

namespace partita::core {
namespace {

// A call of the host turns a vector round, which its sharding rule denies: shards are turned one by one.
constexpr const char* kTurned = R"(
sdy.mesh @mesh = <["x"=4]>
func.func @main(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> tensor<8xf32> {
  %a = stablehlo.negate %x : tensor<8xf32>
  %b = stablehlo.custom_call @turned(%a) {sdy.sharding_rule = #sdy.op_sharding_rule<([i])->([i]) {i=8}, custom>} : (tensor<8xf32>) -> tensor<8xf32>
  %c = stablehlo.add %b, %a : tensor<8xf32>
  %d = stablehlo.negate %c : tensor<8xf32>
  return %d : tensor<8xf32>
}
)";

constexpr const char* kTurnedInLoop = R"(
sdy.mesh @mesh = <["x"=4]>
func.func @main(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> tensor<8xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %a = stablehlo.negate %x : tensor<8xf32>
  %l:2 = stablehlo.while(%i = %zero, %v = %a) : tensor<i32>, tensor<8xf32>
   cond {
    %three = stablehlo.constant dense<3> : tensor<i32>
    %go = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %j = stablehlo.add %i, %one : tensor<i32>
    %w = stablehlo.add %v, %a : tensor<8xf32>
    %t = stablehlo.custom_call @turned(%w) {sdy.sharding_rule = #sdy.op_sharding_rule<([i])->([i]) {i=8}, custom>} : (tensor<8xf32>) -> tensor<8xf32>
    stablehlo.return %j, %t : tensor<i32>, tensor<8xf32>
  }
  return %l#1 : tensor<8xf32>
}
)";

Result<std::optional<std::vector<Tensor>>> turned(const Op& call, std::span<const Tensor> operands) {
  Tensor out = Tensor::make(call.result()->type());
  std::ranges::reverse_copy(operands[0].as<float>(), out.as_mutable<float>().begin());
  return std::optional(std::vector<Tensor>{out});
}

// Partitions the program, and looks for what its run does otherwise.
struct Search {
  explicit Search(const char* text) : source(std::make_shared<SourceText>("it.mlir", text)) {
    compilation.emplace(context, source, TextRange{0, source->text().size()}, CompileOptions{.goal = Goal::kExecute});
    EXPECT_TRUE(compilation->run()) << compilation->diagnostics().render_all();
    arguments = run::random_arguments(run::argument_types(compilation->entry()), 1);
    how.custom_call = turned;
  }
  std::optional<Departure> find(bool fast = false) {
    Result<std::optional<Departure>> found =
        run::find_departure({*compilation, {}, arguments, how, fast, ComparisonRule::tolerance()});
    EXPECT_TRUE(found.ok()) << render(found.error().diagnostic);
    return found.ok() ? std::move(*found) : std::nullopt;
  }

  Context context;
  std::shared_ptr<SourceText> source;
  std::optional<Compilation> compilation;
  std::vector<Tensor> arguments;
  EvalOptions how;
};

TEST(Departure, NamesTheOpTheDeviceAndTheElement) {
  Search search(kTurned);
  const std::optional<Departure> found = search.find();
  ASSERT_TRUE(found);
  EXPECT_FALSE(found->of_engine);
  EXPECT_EQ(found->op, "custom_call @turned");
  EXPECT_EQ(found->place, "it.mlir:5");
  EXPECT_EQ(found->name, "%b");
  EXPECT_EQ(found->difference.device, 0);
  EXPECT_EQ(found->difference.at, std::vector<int64_t>{0});
  EXPECT_EQ(found->difference.count, 2);
  // Device 0 has elements 0 and 1, and turns these; element 0 should be element 7.
  const auto given = search.arguments[0].as<float>();
  EXPECT_EQ(std::stof(found->difference.got), -given[1]);
  EXPECT_EQ(std::stof(found->difference.want), -given[7]);
}

TEST(Departure, TheOpAloneShowsItAgain) {
  Search search(kTurned);
  const std::optional<Departure> found = search.find();
  ASSERT_TRUE(found);
  ASSERT_EQ(found->arguments.size(), 1U);
  EXPECT_EQ(found->arguments[0].as<float>()[3], -search.arguments[0].as<float>()[3]);
  EXPECT_EQ(found->program.find("negate"), std::string::npos) << found->program;
  Search again(found->program.c_str());
  again.arguments[0] = Tensor(again.arguments[0].type(), found->arguments[0].shared());  // types are a context's own
  const std::optional<Departure> once_more = again.find();
  ASSERT_TRUE(once_more) << found->program;
  EXPECT_EQ(once_more->difference.got, found->difference.got);
  EXPECT_EQ(once_more->difference.want, found->difference.want);
}

TEST(Departure, LooksIntoTheFirstIterationOfALoop) {
  Search search(kTurnedInLoop);
  const std::optional<Departure> found = search.find();
  ASSERT_TRUE(found);
  EXPECT_TRUE(found->in_loop);
  EXPECT_EQ(found->op, "custom_call @turned");
  EXPECT_EQ(found->name, "%t");
  ASSERT_EQ(found->arguments.size(), 1U);  // what the loop's body gives it at first
  EXPECT_EQ(found->arguments[0].as<float>()[3], -2 * search.arguments[0].as<float>()[3]);
}

TEST(Departure, FindsNothingWhereNothingIsWrong) {
  Search search(kTurned);
  search.how.custom_call = [](const Op&, std::span<const Tensor> operands) -> decltype(turned({}, {})) {
    return std::optional(std::vector<Tensor>{operands[0].unshared()});
  };
  EXPECT_FALSE(search.find());
  EXPECT_FALSE(search.find(true));
}

// So many calls in a row, each of the result of the one before.
std::string chain(int calls) {
  std::string ops, value = "%x";
  for (int i = 0; i < calls; ++i) {
    ops += fmt::format(
        "  %c{} = stablehlo.custom_call @step({}) {{sdy.sharding_rule = #sdy.op_sharding_rule<([i])->([i]) "
        "{{i=8}}, custom>}} : (tensor<8xf32>) -> tensor<8xf32>\n",
        i, value);
    value = fmt::format("%c{}", i);
  }
  return fmt::format(
      "sdy.mesh @mesh = <[\"x\"=4]>\nfunc.func @main(%x: tensor<8xf32> {{sdy.sharding = "
      "#sdy.sharding<@mesh, [{{\"x\"}}]>}}) -> tensor<8xf32> {{\n{}  return {} : tensor<8xf32>\n}}\n",
      ops, value);
}

// However long the program, all parts together are about one run: 64 calls on one device, and on four.
TEST(Departure, RunsTheProgramAboutOnce) {
  constexpr int kCalls = 64;
  const std::string text = chain(kCalls);
  for (const int wrong : {3, 40, kCalls - 1}) {
    Search search(text.c_str());
    std::atomic<int> calls = 0;
    search.how.custom_call = [&](const Op& call, std::span<const Tensor> operands) -> decltype(turned({}, {})) {
      ++calls;
      const bool is_wrong = call.result()->name().text() == fmt::format("c{}", wrong);
      return is_wrong ? turned(call, operands) : std::optional(std::vector<Tensor>{operands[0].unshared()});
    };
    const std::optional<Departure> found = search.find();
    ASSERT_TRUE(found);
    EXPECT_EQ(found->name, fmt::format("%c{}", wrong));
    EXPECT_EQ(found->arguments.size(), 1U);
    EXPECT_LE(calls, (kCalls + 2) * 5);
  }
}

// What goes wrong only beside the rest is found with the whole program, and shown by it.
TEST(Departure, LooksAtTheWholeWhereNoPartIsWrong) {
  const std::string text = chain(6);
  Search search(text.c_str());
  search.how.custom_call = [&](const Op& call, std::span<const Tensor> operands) -> decltype(turned({}, {})) {
    int others = 0;
    walk(call.function()->body(), [&](const Op& op) { others += op.is(OpKind::kCustomCall) ? 1 : 0; });
    const bool is_wrong = others == 6 && call.result()->name().text() == "c2";
    return is_wrong ? turned(call, operands) : std::optional(std::vector<Tensor>{operands[0].unshared()});
  };
  const std::optional<Departure> found = search.find();
  ASSERT_TRUE(found);
  EXPECT_EQ(found->name, "%c2");
  EXPECT_TRUE(found->arguments.empty());
  EXPECT_NE(found->program.find("%c5"), std::string::npos) << found->program;
}

// A host that answers the engine and the evaluator differently: every run makes four calls, one on each device.
TEST(Departure, TellsTheEngineFromThePartitioning) {
  Search search(kTurned);
  std::atomic<int> calls = 0;
  search.how.custom_call = [&](const Op& call, std::span<const Tensor> operands) -> decltype(turned({}, {})) {
    const bool by_engine = calls++ / 4 % 2 == 0;
    Tensor out = operands[0].unshared();
    if (by_engine) out.as_mutable<float>()[1] += 1;
    static_cast<void>(call);
    return std::optional(std::vector<Tensor>{out});
  };
  const std::optional<Departure> found = search.find(true);
  ASSERT_TRUE(found);
  EXPECT_TRUE(found->of_engine);
  EXPECT_EQ(found->name, "%b");
  EXPECT_EQ(found->place, "it.mlir:5");
  EXPECT_EQ(found->difference.at, std::vector<int64_t>{1});
  EXPECT_EQ(found->difference.count, 1);
  EXPECT_NE(found->program.find("partita.global"), std::string::npos);
}

}  // namespace
}  // namespace partita::core
