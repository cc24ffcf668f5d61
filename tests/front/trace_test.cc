// From C++ functions to programs: what they are called, in which order they stand, and that they compute what was
// written.
#include <gtest/gtest.h>

#include <thread>

#include "partita/partita.h"

namespace partita {
namespace {

struct Params {
  Tensor w1, w2;
};

Tensor loss(const Params& p, Tensor x, Tensor y) {
  Tensor h = relu(einsum("bd,df->bf", {shard(x, "x,-"), shard(p.w1, "-,y")}));
  Tensor e = einsum("bf,fd->bd", {h, p.w2}) - y;
  return mean(e * e);
}

const Params kSpecs = {Tensor::spec(f32, {8, 16}), Tensor::spec(f32, {16, 8})};
const Tensor kBatch = Tensor::spec(f32, {4, 8});

TEST(Trace, GivesAProgramWithNamesOfMembersAndLines) {
  const Traced traced = trace(loss, kSpecs, kBatch, kBatch);
  const std::vector<ValueInfo> arguments = traced.arguments();
  ASSERT_EQ(arguments.size(), 4);
  EXPECT_EQ(arguments[0].name, "%in0.w1");
  EXPECT_EQ(arguments[1].name, "%in0.w2");
  EXPECT_EQ(arguments[2].name, "%in1");
  EXPECT_EQ(traced.results()[0].type.type_text(), "f32[]");
  EXPECT_EQ(traced.result().type_text(), "f32[]");
  EXPECT_TRUE(traced.result().is_spec());
  EXPECT_EQ(traced.values()[0].name, "%trace_test_17");
  EXPECT_EQ(traced.values()[0].line, 17);
}

TEST(Trace, ComputesWhatWasWritten) {
  const Tensor x = Tensor::of<float>({2, 3}, {1, 2, 3, 4, 5, 6});
  const Tensor y = evaluate([](Tensor a) { return a * a + 1; }, x);
  EXPECT_EQ(y.to_doubles(), (std::vector<double>{2, 5, 10, 17, 26, 37}));
}

TEST(Trace, CompilesAndRuns) {
  const auto run = compile(trace(loss, kSpecs, kBatch, kBatch), "x=2,y=2");
  EXPECT_EQ(run.num_devices(), 4);
  EXPECT_EQ(run.argument_sharding(2), Sharding("x,-"));
  EXPECT_EQ(run.argument_sharding(1), Sharding("y,-"));
  const std::vector<Tensor> inputs = trace(loss, kSpecs, kBatch, kBatch).random_arguments(1);
  const Params p = {inputs[0], inputs[1]};
  const Tensor on_devices = run(p, inputs[2], inputs[3]);
  const Tensor on_one = evaluate(loss, p, inputs[2], inputs[3]);
  EXPECT_NEAR(on_devices.item(), on_one.item(), 1e-5 * std::abs(on_one.item()));
}

// GCC evaluates arguments from the right, Clang from the left.
TEST(Trace, TheOrderOfEvaluationDoesNotMatter) {
  const auto text = [](bool left_first) {
    const auto f = [&](Tensor x, Tensor y) {
      Tensor a, b;
      // As if on one line: names come from lines.
      const Where here = Where::current();
      const auto left = [&] {
        const Scope scope("", here);
        a = exp(x) * 2;
      };
      const auto right = [&] {
        const Scope scope("", here);
        b = scan([](Tensor c, Tensor v) { return c + v; }, sin(y), x * y);
      };
      left_first ? left() : right();
      left_first ? right() : left();
      shard_as(a, x * 3);
      return a + b;
    };
    return trace(f, Tensor::spec(f32, {4, 4}), Tensor::spec(f32, {4})).text();
  };
  EXPECT_EQ(text(true), text(false));
}

// What a gradient keeps of a loop, and in which order it sums, follows the order of the body.
TEST(Trace, TheOrderOfEvaluationDoesNotMatterToGradients) {
  const auto text = [](bool left_first) {
    const Where here = Where::current();
    const auto body = [&](Tensor c, Tensor v) {
      const Scope scope("", here);
      Tensor a, b;
      if (left_first) a = exp(c) * v;
      b = tanh(v) * sin(c);
      if (!left_first) a = exp(c) * v;
      return a * b + a;
    };
    const auto f = [&](Tensor x) {
      const Scope scope("", here);
      return grad([&](Tensor y) { return sum(scan(body, row(y, 0), y)); })(x);
    };
    return trace(f, Tensor::spec(f32, {4, 4})).text();
  };
  EXPECT_EQ(text(true), text(false));
}

TEST(Trace, LeavesOutWhatNoResultNeeds) {
  const auto f = [](Tensor x) {
    exp(x);
    return x + 1;
  };
  EXPECT_EQ(trace(f, kBatch).text().find("exponential"), std::string::npos);
}

TEST(Trace, AProgramIsIndependentOfTheFunctionAndItsText) {
  const Traced traced = trace(loss, kSpecs, kBatch, kBatch);
  const Program again = Program::parse(traced.text(), "again.mlir");
  EXPECT_EQ(again.text(), traced.text());
  const Compiled compiled = compile(again, "x=2,y=2");
  EXPECT_EQ(compiled.text(), compile(static_cast<const Program&>(traced), "x=2,y=2").text());
}

TEST(Trace, AnyThreadMayBeTheFirstToLookAtIt) {
  const Traced traced = trace(loss, kSpecs, kBatch, kBatch);
  std::vector<std::string> texts(4);
  std::vector<std::thread> threads;
  for (std::string& text : texts) threads.emplace_back([&] { text = traced.text(); });
  for (std::thread& thread : threads) thread.join();
  EXPECT_NE(texts[0].find("%in0.w1"), std::string::npos);
  for (const std::string& text : texts) EXPECT_EQ(text, texts[0]);
}

TEST(Trace, CausesAndHintsSpeakOfLines) {
  const auto run = compile(trace(loss, kSpecs, kBatch, kBatch), "x=2,y=2");
  ASSERT_GE(run.report().collectives.size(), 1);
  EXPECT_NE(run.report().collectives[0].cause.find("trace_test.cc:18"), std::string::npos)
      << run.report().collectives[0].cause;
  const Explanation input = run.explain("in1");
  ASSERT_EQ(input.axes.size(), 1);
  EXPECT_EQ(input.axes[0].line, 17);
}

TEST(Trace, TakesNothingAndGivesTrees) {
  const auto f = [] { return std::tuple(ones(f32, {2}), std::optional<Tensor>(iota(s32, {2})), 7); };
  const auto [a, b, c] = evaluate(f);
  EXPECT_EQ(a.to_doubles(), (std::vector<double>{1, 1}));
  EXPECT_EQ(b->to_doubles(), (std::vector<double>{0, 1}));
  EXPECT_EQ(c, 7);
}

}  // namespace
}  // namespace partita
