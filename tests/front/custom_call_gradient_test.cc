// Custom calls of the host in traced functions, and their gradients: in C++ and of programs that were read.
#include <cmath>

#include "../made_up.h"
#include "partita/partita.h"

namespace partita {
namespace {

// sin(x)·s for each row; the gradient as a traced function, which takes the results or leaves them out.
class SineScale final : public CustomCall {
 public:
  explicit SineScale(bool takes_results = false) : takes_results_(takes_results) {}

  std::string sharding_rule(const CallSite&) const override { return "i j, j -> i j"; }
  bool can_evaluate() const override { return true; }
  std::vector<Tensor> evaluate(const CallSite&, std::span<const Tensor> operands) const override {
    const Doubles x = operands[0].to_doubles(), s = operands[1].to_doubles();
    Doubles y(x.size());
    for (size_t i = 0; i < x.size(); ++i) y[i] = std::sin(x[i]) * s[i % s.size()];
    return {Tensor::from_doubles(operands[0].dtype(), operands[0].shape(), y)};
  }
  std::optional<Program> gradient(const CallSite& site) const override {
    const auto back = [](Tensor x, Tensor s, Tensor ct) { return std::pair(ct * s * cos(x), sum(ct * sin(x), 0)); };
    const auto& [x, s] = std::pair(site.operands[0], site.operands[1]);
    if (!takes_results_) return trace(back, x, s, site.results[0]);
    const auto with_result = [](Tensor x, Tensor s, Tensor y, Tensor ct) {
      return std::pair(ct * s * cos(x), sum(ct * y / s, 0));
    };
    return trace(with_result, x, s, site.results[0], site.results[0]);
  }

 private:
  bool takes_results_;
};

const Tensor kX = made_up({4, 3}, 1, f64), kS = made_up({3}, 2, f64);

Tensor sine_scale(Tensor x, Tensor s) { return custom_call("my.sine_scale", {x, s}, {x})[0]; }

std::vector<Tensor> run(const Program& program, const std::vector<Tensor>& arguments, const CustomCalls& calls) {
  return evaluate(program, arguments, {.calls = calls});
}

void expect_same(const std::vector<Tensor>& got, const std::vector<Tensor>& wanted) {
  ASSERT_EQ(got.size(), wanted.size());
  for (size_t i = 0; i < got.size(); ++i) expect_near(got[i].to_doubles(), wanted[i].to_doubles(), 1e-12);
}

// The gradient of sum(y·y), of x and of s.
template <typename F>
auto slopes(const F& f, const CustomCalls& calls = {}) {
  return [f, calls](Tensor x, Tensor s) {
    const auto loss = [&](const std::pair<Tensor, Tensor>& in) { return sum(square(f(in.first, in.second))); };
    return grad(loss, {.calls = calls})(std::pair(x, s));
  };
}

TEST(CallGradient, InTracedFunctions) {
  const std::vector<Tensor> wanted = leaves(evaluate(slopes([](Tensor x, Tensor s) { return sin(x) * s; }), kX, kS));
  for (bool takes_results : {false, true}) {
    const SineScale call(takes_results);
    CustomCalls calls;
    calls.add("my.sine_scale", call);
    const Traced traced = trace(slopes(sine_scale, calls), kX, kS);
    expect_same(run(traced, {kX, kS}, calls), wanted);
  }
}

TEST(CallGradient, InLoopsAndBlocksAndTwice) {
  const SineScale call;
  CustomCalls calls;
  calls.add("my.sine_scale", call);
  const auto through = [](const auto& f) {
    return [f](Tensor x, Tensor s) { return repeat(checkpoint([&](Tensor h) { return f(h, s) + 0.1 * h; }), x, 3); };
  };
  const auto plain = [](Tensor x, Tensor s) { return sin(x) * s; };
  expect_same(run(trace(slopes(through(sine_scale), calls), kX, kS), {kX, kS}, calls),
              leaves(evaluate(slopes(through(plain)), kX, kS)));
  const auto twice = [](const auto& f, const CustomCalls& how) {
    return [f, how](Tensor x, Tensor s) {
      const auto slope = [&](Tensor v) {
        return sum(grad([&](Tensor u) { return sum(square(f(u, s))); }, {.calls = how})(v) * v);
      };
      return grad(slope, {.calls = how})(x);
    };
  };
  expect_same(run(trace(twice(sine_scale, calls), kX, kS), {kX, kS}, calls), {evaluate(twice(plain, {}), kX, kS)});
}

constexpr const char* kText = R"(
func.func @main(%x: tensor<4x3xf64>, %s: tensor<3xf64>) -> tensor<4x3xf64> {
  %y = stablehlo.custom_call @my.sine_scale(%x, %s) : (tensor<4x3xf64>, tensor<3xf64>) -> tensor<4x3xf64>
  %z = stablehlo.multiply %y, %x : tensor<4x3xf64>
  return %z : tensor<4x3xf64>
}
)";

TEST(CallGradient, OfProgramsThatWereRead) {
  const SineScale call;
  CustomCalls calls;
  calls.add("my.sine_scale", call);
  const Program program = Program::parse(kText, "it.mlir");
  const Tensor ct = made_up({4, 3}, 3, f64);
  const auto plain = [](Tensor x, Tensor s, Tensor c) {
    const auto f = [](const std::pair<Tensor, Tensor>& in) { return sin(in.first) * in.second * in.first; };
    return vjp(f, std::pair(x, s)).second(c);
  };
  const Program gradient = program.grad({.calls = calls});
  expect_same(run(gradient, {kX, kS, ct}, calls), leaves(evaluate(plain, kX, kS, ct)));
  try {
    program.grad();
    FAIL() << "there is no gradient without the host's";
  } catch (const Error& error) {
    EXPECT_EQ(error.diagnostics()[0].code, "P700");
    EXPECT_NE(std::string(error.what()).find("it.mlir:3:"), std::string::npos) << error.what();
    EXPECT_NE(std::string(error.what()).find("CustomCall"), std::string::npos) << error.what();
  }
}

TEST(CallGradient, IsThatOfTheLowering) {
  class Cube final : public CustomCall {
    std::string lower(const CallSite& site) const override {
      return trace([](Tensor x) { return x * x * x; }, site.operands[0]).text();
    }
  };
  const Cube cube;
  CustomCalls calls;
  calls.add("my.cube", cube);
  const auto f = [&](Tensor x) {
    return grad([](Tensor v) { return sum(custom_call("my.cube", {v}, {v})[0]); }, {.calls = calls})(x);
  };
  const std::vector<Tensor> got = run(trace(f, kS), {kS}, calls);
  Doubles wanted;
  for (double x : kS.to_doubles()) wanted.push_back(3 * x * x);
  expect_near(got[0].to_doubles(), wanted, 1e-12);
}

TEST(CallGradient, OfLoweringsThatContainEachOtherIsAnError) {
  class Endless final : public CustomCall {
    std::string lower(const CallSite& site) const override {
      return trace([](Tensor x) { return custom_call("my.endless", {x}, {x})[0] * 2; }, site.operands[0]).text();
    }
  };
  const Endless endless;
  CustomCalls calls;
  calls.add("my.endless", endless);
  const auto f = [](Tensor x) { return custom_call("my.endless", {x}, {x})[0]; };
  try {
    trace(f, kS).grad({.calls = calls});
    FAIL();
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("without end"), std::string::npos) << error.what();
  }
}

// Integers have neither gradients nor cotangents, and what the gradient does not use is not asked for.
TEST(CallGradient, IntegersAreLeftOut) {
  class Rows final : public CustomCall {
    std::optional<Program> gradient(const CallSite& site) const override {
      EXPECT_EQ(site.operands.size(), 2);
      const auto back = [](Tensor x, Tensor ids, Tensor ct) { return scatter_add(zeros_like(x), ids, ct); };
      return trace(back, site.operands[0], site.operands[1], site.results[0]);
    }
  };
  const Rows rows;
  CustomCalls calls;
  calls.add("my.rows", rows);
  const Tensor ids = Tensor::of<std::int32_t>({2}, {3, 1});
  const auto f = [&](Tensor x, Tensor i) {
    const auto loss = [&](Tensor v) {
      return sum(custom_call("my.rows", {v, i}, {Tensor::spec(f64, {2, 3}), Tensor::spec(s32, {2})})[0]);
    };
    return grad(loss, {.calls = calls})(x);
  };
  EXPECT_EQ(evaluate(trace(f, kX, ids), {kX, ids})[0].to_doubles(), (Doubles{0, 0, 0, 1, 1, 1, 0, 0, 0, 1, 1, 1}));
}

TEST(CallGradient, ThatDoesNotFitIsAnErrorAtTheCall) {
  class Wrong final : public CustomCall {
   public:
    explicit Wrong(int kind) : kind_(kind) {}
    std::optional<Program> gradient(const CallSite& site) const override {
      const Tensor& x = site.operands[0];
      if (kind_ == 0) return trace([](Tensor a, Tensor ct) { return sum(a * ct); }, x, x);
      if (kind_ == 1) return trace([](Tensor a, Tensor ct) { return shard(a * ct, "x,-"); }, x, x);
      return trace([](Tensor a, Tensor ct) { return a * convert(ct, f32); }, x, x);
    }

   private:
    int kind_;
  };
  const char* told[] = {"; the call wants ", "has shardings", "f64 and f32"};
  const char* codes[] = {"P108", "P309", "P400"};
  for (int kind = 0; kind < 3; ++kind) {
    const Wrong wrong(kind);
    CustomCalls calls;
    calls.add("my.wrong", wrong);
    int line = 0;
    const auto f = [&](Tensor x) {
      line = __LINE__ + 1;
      return grad([](Tensor v) { return sum(custom_call("my.wrong", {v}, {v})[0]); }, {.calls = calls})(x);
    };
    try {
      trace(f, kX);
      ADD_FAILURE() << "kind " << kind;
    } catch (const Error& error) {
      EXPECT_EQ(error.diagnostics()[0].line, line) << error.what();
      EXPECT_EQ(error.diagnostics()[0].code, codes[kind]) << error.what();
      EXPECT_NE(std::string(error.what()).find(told[kind]), std::string::npos) << error.what();
    }
  }
}

TEST(CallGradient, OnDevices) {
  const SineScale call;
  CustomCalls calls;
  calls.add("my.sine_scale", call);
  const auto f = [&](Tensor x, Tensor s) { return slopes(sine_scale, calls)(shard(x, "x,-"), s); };
  const Compiled compiled = compile(static_cast<const Program&>(trace(f, kX, kS)), "x=4", {.calls = calls});
  EXPECT_TRUE(compiled.report().fallbacks.empty());
  expect_same(compiled.run({kX, kS}), leaves(evaluate(slopes([](Tensor x, Tensor s) { return sin(x) * s; }), kX, kS)));
}

TEST(CustomCallOp, SaysWhatItIsGiven) {
  const auto f = [](Tensor x) {
    custom_call("my.log", {x}, {}, {.backend_config = "level=2", .has_side_effect = true});
    return x;
  };
  const std::string text = trace(f, kX).text();
  EXPECT_NE(text.find("@my.log"), std::string::npos) << text;
  EXPECT_NE(text.find("level=2"), std::string::npos) << text;
  const auto code = [](const auto& misuse) -> std::string {
    try {
      trace(misuse, kX);
    } catch (const Error& error) {
      return error.diagnostics()[0].code;
    }
    return "none";
  };
  EXPECT_EQ(code([](Tensor x) { return custom_call("", {x}, {x})[0]; }), "P716");
  EXPECT_EQ(code([](Tensor x) { return custom_call("my.f", {x}, {Tensor()})[0]; }), "P716");
  EXPECT_THROW(custom_call("my.f", {kX}, {kX}), Error);
}

}  // namespace
}  // namespace partita
