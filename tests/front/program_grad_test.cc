// What a Program says of itself: its gradient, and by way of a mesh its shardings, their causes and its cost.
#include "../made_up.h"
#include "partita/partita.h"

namespace partita {
namespace {

constexpr const char* kText = R"(
func.func @main(%x: tensor<4x3xf64>, %w: tensor<3x5xf64>, %n: tensor<i32>) -> (tensor<4x5xf64>, tensor<i32>, tensor<f64>) {
  %y = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x3xf64>, tensor<3x5xf64>) -> tensor<4x5xf64>
  %t = stablehlo.tanh %y : tensor<4x5xf64>
  %zero = stablehlo.constant dense<0.0> : tensor<f64>
  %sum = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x3xf64>, tensor<f64>) -> tensor<f64>
  return %t, %n, %sum : tensor<4x5xf64>, tensor<i32>, tensor<f64>
}
)";

std::vector<std::string> names_of(const std::vector<ValueInfo>& values) {
  std::vector<std::string> out;
  for (const ValueInfo& value : values) out.push_back(value.type.type_text());
  return out;
}

const Tensor kX = made_up({4, 3}, 1, f64), kW = made_up({3, 5}, 2, f64), kN = Tensor::of<std::int32_t>({}, {7});

TEST(ProgramGrad, TakesAndGivesAsTheVerbDoes) {
  const Program program = Program::parse(kText, "it.mlir");
  const Program all = program.grad();
  using Texts = std::vector<std::string>;
  EXPECT_EQ(names_of(all.arguments()), (Texts{"f64[4,3]", "f64[3,5]", "s32[]", "f64[4,5]", "f64[]"}));
  EXPECT_EQ(names_of(all.results()), (Texts{"f64[4,3]", "f64[3,5]"}));
  const Program some = program.grad({.wrt = {"w"}, .of = {"out0"}, .value = true});
  EXPECT_EQ(names_of(some.arguments()), (Texts{"f64[4,3]", "f64[3,5]", "s32[]", "f64[4,5]"}));
  EXPECT_EQ(names_of(some.results()), (Texts{"f64[4,5]", "s32[]", "f64[]", "f64[3,5]"}));

  const Tensor ct = made_up({4, 5}, 3, f64), two = Tensor::of<double>({}, {2});
  const auto f = [&](Tensor x, Tensor w, Tensor c) {
    const auto both = [](const std::pair<Tensor, Tensor>& in) {
      return std::pair(tanh(matmul(in.first, in.second)), sum(in.first));
    };
    return vjp(both, std::pair(x, w)).second(std::pair(c, full(f64, {}, 2)));
  };
  const auto [dx, dw] = evaluate(f, kX, kW, ct);
  const std::vector<Tensor> got = evaluate(all, {kX, kW, kN, ct, two});
  expect_near(got[0].to_doubles(), dx.to_doubles(), 1e-12);
  expect_near(got[1].to_doubles(), dw.to_doubles(), 1e-12);
  expect_near(evaluate(some, {kX, kW, kN, ct})[3].to_doubles(), dw.to_doubles(), 1e-12);
  // And once more: the gradient of the gradient is a program, too.
  EXPECT_EQ(some.grad({.wrt = {"arg0"}, .of = {"out3"}}).results().size(), 1);
}

TEST(ProgramGrad, WrongNamesAreErrors) {
  const Program program = Program::parse(kText, "it.mlir");
  const auto code = [&](const ProgramGradOptions& options) -> std::string {
    try {
      program.grad(options);
    } catch (const Error& error) {
      return error.diagnostics()[0].code;
    }
    return "none";
  };
  EXPECT_EQ(code({.wrt = {"n"}}), "P701");
  EXPECT_EQ(code({.of = {"out1"}}), "P701");
  EXPECT_EQ(code({.wrt = {"y"}}), "P701");
  EXPECT_NE(code({.wrt = {"nothing"}}), "none");
}

TEST(ProgramGrad, HintsThatWerePutOnStay) {
  Program program = Program::parse(kText, "it.mlir");
  program.shard_argument(1, "-,y").shard_result(0, "x,y").shard_value("y", "x,-");
  const Compiled compiled = compile(program.grad({.value = true}), "x=2,y=5");
  EXPECT_EQ(compiled.argument_sharding(1).str(), "[-, y]");
  EXPECT_EQ(compiled.result_sharding(4).str(), "[-, y]") << "the gradient of argument 1";
  EXPECT_EQ(compiled.argument_sharding(3).str(), "[x, y]") << "the cotangent of result 0";
  EXPECT_EQ(compiled.result_sharding(0).str(), "[x, y]");
}

TEST(ProgramGrad, LinesAreThoseOfTheProgram) {
  const Program gradient = Program::parse(kText, "it.mlir").grad();
  bool found = false;
  for (const ValueInfo& value : gradient.values()) found = found || value.line == 3;
  EXPECT_TRUE(found);
  EXPECT_EQ(gradient.name(), "<gradient of it.mlir>");
}

TEST(ProgramGrad, OfTracedFunctionsWithLoopsAndPolicies) {
  const auto f = [](Tensor x, Tensor w) {
    return scan([](Tensor h, Tensor v) { return tanh(sin(matmul(h, v))); }, x, w);
  };
  const Tensor x = made_up({3, 3}, 1, f64), w = made_up({4, 3, 3}, 2, f64), ct = made_up({3, 3}, 3, f64);
  const Traced traced = trace(f, x, w);
  const auto wanted = leaves(evaluate(
      [&](Tensor a, Tensor b, Tensor c) {
        return vjp([&](const std::pair<Tensor, Tensor>& in) { return f(in.first, in.second); }, std::pair(a, b))
            .second(c);
      },
      x, w, ct));
  const auto is_sine = [](const OpInfo& op) { return op.name == "sine"; };
  std::vector<std::optional<Save>> policies = {std::nullopt, Save(Save::kNothing), Save(Save::kDots),
                                               Save::ops(is_sine)};
  std::vector<int> sines;
  for (const std::optional<Save>& save : policies) {
    const Program gradient = traced.grad({.save = save});
    const std::vector<Tensor> got = evaluate(gradient, {x, w, ct});
    for (size_t i = 0; i < 2; ++i) expect_near(got[i].to_doubles(), wanted[i].to_doubles(), 1e-12);
    int count = 0;
    const std::string text = gradient.text();
    for (size_t at = text.find("stablehlo.sine"); at != std::string::npos; at = text.find("stablehlo.sine", at + 1))
      ++count;
    sines.push_back(count);
  }
  EXPECT_EQ(sines, (std::vector<int>{1, 2, 2, 1})) << "computed again, or kept";
  // Donated arguments are those of the function, tensors of trees together.
  EXPECT_NO_THROW(compile(traced.grad(), "x=2", {.donate = {0, 1, 2}}));
}

TEST(ProgramGrad, OfManualCode) {
  const auto f =
      manual([](Tensor a) { return psum(sum(a * a, 1), "x"); }, {.axes = "x=2", .in = {"x,-"}, .out = {"-"}});
  const Tensor x = made_up({4, 3}, 1, f64), ct = made_up({2}, 2, f64);
  const Program gradient = trace(f, x).grad();
  const std::vector<Tensor> got = evaluate(gradient, {x, ct});
  const Doubles xs = x.to_doubles(), cs = ct.to_doubles();
  Doubles wanted(12);
  for (int i = 0; i < 12; ++i) wanted[i] = 2 * xs[i] * cs[i / 3 % 2];
  expect_near(got[0].to_doubles(), wanted, 1e-12);
  expect_near(compile(gradient, "x=2,y=2").run({x, ct})[0].to_doubles(), wanted, 1e-12);
}

TEST(ProgramSays, WhatACompiledSays) {
  Program program = Program::parse(kText, "it.mlir");
  program.shard_argument(0, "x,-");
  const Compiled compiled = compile(program, "x=4");
  EXPECT_EQ(program.listing("x=4"), compiled.listing());
  EXPECT_EQ(program.why("t", "x=4").text, compiled.explain("t").text);
  EXPECT_EQ(program.why("t", "x=4").axes.size(), 1);
  EXPECT_EQ(program.cost("x=4").operations, compiled.report().operations);
  EXPECT_LT(program.cost("x=4").operations, program.cost("x=2").operations);
  EXPECT_EQ(program.cost("x=4", {.budgets = {.max_bytes = 0}}).over_budget.size(), 1);
}

}  // namespace
}  // namespace partita
