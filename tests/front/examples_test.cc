// The examples in the headers of the C++ side and in docs/frontend.md, as they stand there, with what they presuppose.
#include <gtest/gtest.h>

#include "partita/partita.h"

namespace partita {
namespace {

const Tensor kSquare = Tensor::of<float>({2, 2}, {1, 2, 3, 4});

namespace norms {
// Example of include/partita/ops.h
Tensor norm(Tensor x) { return x * rsqrt(mean(x * x, -1, {.keepdims = true}) + 1e-6); }
}  // namespace norms

TEST(FrontExamples, Ops) { EXPECT_NEAR(evaluate(norms::norm, kSquare).to_doubles()[0], 0.632, 1e-3); }

namespace scopes {
struct Ffn {
  Tensor in, out;
};
// Example of include/partita/scope.h
Tensor ffn(Tensor x, const Ffn& w, Where where = Where::current()) {
  Scope scope("ffn", where);
  return einsum("bf,fd->bd", {gelu(einsum("bd,df->bf", {x, w.in})), w.out});
}
}  // namespace scopes

TEST(FrontExamples, Scope) {
  const auto f = [](Tensor x, const scopes::Ffn& w) { return ffn(x, w); };
  const Traced traced = trace(f, kSquare, scopes::Ffn{kSquare, kSquare});
  EXPECT_EQ(traced.values()[0].line, __LINE__ - 2);
}

namespace trees {
// Example of include/partita/tree.h
struct Layer {
  Tensor w, b;
};
struct Model {
  Tensor embed;
  std::vector<Layer> layers;
  double rate = 0.1;
};

Model changed(const Model& model, const Model& gradients) {
  Model half = map(model, [](Tensor x) { return x * 0.5; });
  Model next = map(model, gradients, [](Tensor x, Tensor d) { return x - 0.1 * d; });
  std::vector<std::string> all = names(model);
  EXPECT_EQ(all, (std::vector<std::string>{"embed", "layers.0.w", "layers.0.b"}));
  EXPECT_EQ(half.rate, model.rate);
  return next;
}
}  // namespace trees

TEST(FrontExamples, Tree) {
  const trees::Model model = {kSquare, {{kSquare, kSquare}}};
  EXPECT_NEAR(evaluate(trees::changed, model, model).layers[0].b.to_doubles()[3], 3.6, 1e-6);
}

// Example of include/partita/control.h
TEST(FrontExamples, Control) {
  const auto f = [](Tensor rows, Tensor x) {
    const Tensor start = zeros(f32, {8});
    Tensor last = scan([](Tensor sum, Tensor x) { return sum + x; }, start, rows);
    auto [end, all] = scan([](Tensor sum, Tensor x) { return std::pair(sum + x, sum); }, start, rows);
    auto half = [&] { return x / 2; };
    Tensor y = cond(any(x > 1), half, [&] { return x; });
    return std::tuple(last, end, all, y);
  };
  const auto [last, end, all, y] = evaluate(f, Tensor::zeros(f32, {3, 8}), kSquare);
  EXPECT_EQ(all.type_text(), "f32[3,8]");
  EXPECT_EQ(y.to_doubles()[3], 2);
}

// Example of include/partita/random.h
TEST(FrontExamples, Random) {
  const auto f = [](const Key& key) {
    auto [a, b] = split2(key);
    Tensor w = 0.02 * normal(a, f32, {64, 64});
    return std::pair(w, b);
  };
  EXPECT_EQ(evaluate(f, key_of(1)).first.type_text(), "f32[64,64]");
}

// Example of include/partita/shard.h
TEST(FrontExamples, Manual) {
  auto total =
      manual([](Tensor rows) { return psum(sum(rows, 0), "x"); }, {.axes = "x=4", .in = {"x,-"}, .out = {"-"}});
  EXPECT_EQ(evaluate(total, Tensor::of<float>({4, 1}, {1, 2, 3, 4})).to_doubles(), std::vector<double>{10});
}

// Example of docs/frontend.md
struct Params {
  Tensor w1, w2;
};

Tensor loss(const Params& p, Tensor x, Tensor y) {
  Tensor h = relu(einsum("bd,df->bf", {shard(x, "x,-"), shard(p.w1, "-,y")}));
  Tensor e = einsum("bf,fd->bd", {h, p.w2}) - y;
  return mean(e * e);
}

std::pair<Params, Tensor> step(const Params& p, Tensor x, Tensor y) {
  auto [l, g] = value_and_grad(loss)(p, x, y);
  return {map(p, g, [](Tensor w, Tensor d) { return w - 0.1 * d; }), l};
}

struct PipelineParams {
  Tensor layers;
};
const auto page_layer = [](Tensor h, Tensor w) { return tanh(einsum("bm,mn->bn", {h, w})); };

TEST(FrontExamples, Page) {
  Params p = {Tensor::zeros(f32, {4, 8}), Tensor::zeros(f32, {8, 4})};
  Tensor x = Tensor::zeros(f32, {8, 4}), y = x;
  auto run = compile(trace(step, p, x, y), "x=4,y=2", {.donate = {0}});
  for (int i = 0; i < 100; ++i) {
    auto [q, l] = run(p, x, y);
    p = q;
  }
  EXPECT_EQ(p.w1.to_doubles()[0], 0);
}

TEST(FrontExamples, PipelineOfThePage) {
  const auto layer = page_layer;
  const PipelineParams p = {Tensor::zeros(f32, {4, 2, 3, 3})};
  const Tensor x = Tensor::zeros(f32, {8, 4, 3}), y = x;
  const auto step = [&](const PipelineParams& p, Tensor x, Tensor y) {
    Tensor h = pipeline(layer, p.layers, x, {.stages = 4, .repeat = 2, .axis = "stage"});
    return mean(square(h - y));
  };
  auto run = compile(trace(step, p, x, y), "stage=4,x=2,y=2");
  EXPECT_EQ(run(p, x, y).item(), 0);
  const auto moe_layer = [](Tensor h, Tensor w) { return std::pair(page_layer(h, w), sum(square(h))); };
  const auto balanced = [&](const PipelineParams& p, Tensor x) {
    auto [h, balance] = pipeline(moe_layer, p.layers, x, {.stages = 4, .axis = "stage"});
    return sum(h) + balance;
  };
  EXPECT_EQ(evaluate(balanced, PipelineParams{Tensor::zeros(f32, {4, 3, 3})}, x).item(), 0);
}

TEST(FrontExamples, KeptValuesOfThePage) {
  const auto layer = page_layer;
  const auto f = [&](const PipelineParams& p, Tensor x) {
    Tensor h = scan(checkpoint(layer, Save::kDots), x, p.layers);
    Tensor g = scan(layer, x, p.layers, {.segment = 8});
    Save small = Save::ops([](const OpInfo& op) { return op.name == "dot_general" && op.result.shape().rank() == 2; });
    return h + g + checkpoint(layer, small)(x, row(p.layers, 0));
  };
  EXPECT_EQ(abstract(f, PipelineParams{Tensor::spec(f32, {20, 3, 3})}, Tensor::spec(f32, {2, 3})).type_text(),
            "f32[2,3]");
}

// Example of include/partita/transform.h
TEST(FrontExamples, Gradients) {
  const auto train = [](const Params& params, Tensor x, Tensor y) {
    auto [l, g] = value_and_grad(loss)(params, x, y);
    Params next = map(params, g, [](Tensor w, Tensor d) { return w - 0.1 * d; });
    return next;
  };
  EXPECT_EQ(abstract(train, Params{kSquare, kSquare}, kSquare, kSquare).w2.type_text(), "f32[2,2]");
  const auto distance = [](Tensor point, Tensor centre) { return sqrt(sum(square(point - centre))); };
  const auto all = [&](Tensor points, Tensor centre) {
    Tensor distances = vectorize(distance, {.in = {0}})(points, centre);
    return distances;
  };
  EXPECT_EQ(abstract(all, Tensor::spec(f32, {7, 3}), Tensor::spec(f32, {3})).type_text(), "f32[7]");
}

struct Stack {
  Tensor layers;
};
const auto layer = [](Tensor h, Tensor w) { return tanh(einsum("bm,mn->bn", {h, w})); };

// Example of include/partita/pipeline.h
TEST(FrontExamples, Pipelines) {
  const auto f = [](const Stack& params, Tensor x) {
    Tensor h = pipeline(layer, params.layers, x, {.stages = 4, .repeat = 2, .axis = "stage"});
    return h;
  };
  EXPECT_EQ(abstract(f, Stack{Tensor::spec(f32, {4, 2, 3, 3})}, Tensor::spec(f32, {8, 5, 3})).type_text(),
            "f32[8,5,3]");
  const auto moe_layer = [](Tensor h, Tensor w) { return std::pair(layer(h, w), sum(h)); };
  const auto with_loss = [&](const Stack& params, Tensor x) {
    auto [h, balance] = pipeline(moe_layer, params.layers, x, {.stages = 4, .axis = "stage"});
    return std::pair(h, balance);
  };
  const auto specs = abstract(with_loss, Stack{Tensor::spec(f32, {4, 3, 3})}, Tensor::spec(f32, {8, 5, 3}));
  EXPECT_EQ(specs.second.type_text(), "f32[]");
}

// Example of include/partita/save.h
TEST(FrontExamples, Saves) {
  Save dots = Save::kDots;
  Save some = Save::names({"attention"});
  Save small = Save::ops([](const OpInfo& op) { return op.name == "tanh" && op.result.shape().rank() < 3; });
  EXPECT_EQ(dots.kind(), Save::kDots);
  dots = some;
  EXPECT_EQ(dots.names().size(), 1);
  const Save copy = small;
  EXPECT_TRUE(copy.predicate()->holds({.name = "tanh", .given = "", .operands = {}, .result = kSquare}));
}

// Example of docs/gradients.md
TEST(FrontExamples, GradientsPage) {
  const auto f = [](Tensor x, Tensor w) { return matmul(x, named(w, "w")); };
  const Program program = Program::parse(R"(func.func @main(%x: tensor<f32>, %w: tensor<f32>) -> tensor<f32> {
  %y = stablehlo.multiply %x, %w : tensor<f32>
  return %y : tensor<f32>
})");
  Program gradient = program.grad({.wrt = {"w"}, .of = {"out0"}, .save = Save::kDots});
  EXPECT_EQ(gradient.results().size(), 1);
  EXPECT_EQ(trace(f, kSquare, kSquare).grad().results().size(), 2);
}

// Example of include/partita/program.h
TEST(FrontExamples, Programs) {
  const auto loss = [](Tensor params, Tensor x) { return sum(params * x); };
  const Tensor params = Tensor::spec(f32, {16, 32});
  Traced program = trace(loss, params, Tensor::spec(f32, {16, 32}));
  EXPECT_EQ(program.arguments().size(), 2);
}

}  // namespace
}  // namespace partita
