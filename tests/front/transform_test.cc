// Derivatives in traced functions, and the examples of training steps.
#include <gtest/gtest.h>

#include <cmath>

#include "partita/partita.h"

namespace partita {
namespace {

using Doubles = std::vector<double>;

const Tensor kX = Tensor::of<double>({3}, {0.5, 1, 2});

void expect_near(const Doubles& got, const Doubles& wanted, double tolerance = 1e-6) {
  ASSERT_EQ(got.size(), wanted.size());
  for (size_t i = 0; i < got.size(); ++i) EXPECT_NEAR(got[i], wanted[i], tolerance) << "element " << i;
}

Tensor cubes(Tensor x) { return sum(x * x * x); }

TEST(Gradients, OfFunctions) {
  expect_near(evaluate([](Tensor x) { return grad(cubes)(x); }, kX).to_doubles(), {0.75, 3, 12});
  const auto both = evaluate([](Tensor x) { return value_and_grad(cubes)(x); }, kX);
  EXPECT_NEAR(both.first.item(), 9.125, 1e-9);
  expect_near(both.second.to_doubles(), {0.75, 3, 12});
  const auto twice = [](Tensor x) {
    const auto slopes = [](Tensor y) { return sum(grad(cubes)(y)); };
    return grad(slopes)(x);
  };
  expect_near(evaluate(twice, kX).to_doubles(), {3, 6, 12});
}

struct Pair {
  Tensor a, b;
};

TEST(Gradients, OfTreesBesideOtherArgumentsAndResults) {
  const auto f = [](const Pair& p, Tensor x) { return std::pair(sum(p.a * x + p.b), p.a + 1); };
  const auto g = [&](const Pair& p, Tensor x) { return value_and_grad(f)(p, x); };
  const auto [value, slope] = evaluate(g, Pair{kX, kX}, kX);
  EXPECT_NEAR(value.first.item(), 0.25 + 1 + 4 + 3.5, 1e-9);
  expect_near(value.second.to_doubles(), {1.5, 2, 3});
  expect_near(slope.a.to_doubles(), {0.5, 1, 2});
  expect_near(slope.b.to_doubles(), {1, 1, 1});
}

TEST(Gradients, OfSoftplusIsSmooth) {
  const auto slope = [](Tensor v) { return grad([](Tensor u) { return sum(softplus(u)); })(v); };
  const Tensor x = Tensor::from_doubles(f64, {3}, Doubles{0, std::log(3.0), -std::log(3.0)});
  expect_near(evaluate(slope, x).to_doubles(), {0.5, 0.75, 0.25});
  const auto second = [&](Tensor v) { return grad([&](Tensor u) { return sum(slope(u)); })(v); };
  expect_near(evaluate(second, x).to_doubles(), {0.25, 0.1875, 0.1875});
}

TEST(Gradients, OfReluAreZeroAtZero) {
  const Tensor x = Tensor::of<double>({3}, {-1, 0, 2});
  const auto slope = [](Tensor v) { return grad([](Tensor u) { return sum(relu(u)); })(v); };
  expect_near(evaluate(slope, x).to_doubles(), {0, 0, 1});
  EXPECT_EQ(trace(slope, x).text().find("partita.relu"), std::string::npos);
}

TEST(Gradients, BackAndForward) {
  const auto back = [](Tensor x) {
    const auto [y, pull] = vjp([](Tensor v) { return v * v; }, x);
    return std::pair(y, pull(ones_like(y) * 10));
  };
  expect_near(evaluate(back, kX).second.to_doubles(), {10, 20, 40});
  const auto forward = [](Tensor x) { return jvp([](Tensor v) { return sin(v) * 2; }, x, ones_like(x)); };
  const auto [value, change] = evaluate(forward, kX);
  expect_near(value.to_doubles(), {2 * std::sin(0.5), 2 * std::sin(1), 2 * std::sin(2)});
  expect_near(change.to_doubles(), {2 * std::cos(0.5), 2 * std::cos(1), 2 * std::cos(2)});
}

TEST(Gradients, StopAndOwn) {
  const auto stopped = [](Tensor x) { return grad([](Tensor v) { return sum(v * stop_gradient(v)); })(x); };
  expect_near(evaluate(stopped, kX).to_doubles(), {0.5, 1, 2});
  const auto own = [](Tensor x) {
    const auto twice = custom_vjp([](Tensor v) { return std::pair(v * 2, v); },
                                  [](Tensor v, Tensor ct) { return std::tuple(ct * v * 100); });
    return value_and_grad([&](Tensor v) { return sum(twice(v)); })(x);
  };
  const auto [value, slope] = evaluate(own, kX);
  EXPECT_NEAR(value.item(), 7, 1e-9);
  expect_near(slope.to_doubles(), {50, 100, 200});
  // What is computed may have no gradient at all.
  const auto rounded = [](Tensor x) {
    const auto through = custom_vjp([](Tensor v) { return std::pair(floor(v), v); },
                                    [](Tensor v, Tensor ct) { return std::tuple(ct * v); });
    return grad([&](Tensor v) { return sum(through(v)); })(x);
  };
  expect_near(evaluate(rounded, kX).to_doubles(), {0.5, 1, 2});
}

TEST(Gradients, ThroughLoopsAndBranches) {
  const auto loop = [](Tensor x, Save save) {
    const auto body = checkpoint([](Tensor c, Tensor v) { return tanh(c * v); }, save);
    return grad([&](Tensor v) { return scan(body, ones(f64, {}), v); })(x);
  };
  const Doubles wanted = evaluate(
                             [](Tensor x) {
                               const auto unrolled = [](Tensor v) {
                                 Tensor c = ones(f64, {});
                                 for (int i = 0; i < 3; ++i) c = tanh(c * row(v, i));
                                 return c;
                               };
                               return grad(unrolled)(x);
                             },
                             kX)
                             .to_doubles();
  for (Save save : {Save(Save::kNothing), Save(Save::kDots), Save(Save::kAll)}) {
    expect_near(evaluate([&](Tensor x) { return loop(x, save); }, kX).to_doubles(), wanted);
  }
  const auto branch = [](Tensor x) {
    const auto f = [](Tensor v) {
      const Tensor large = sum(v) > 3;
      const auto squares = [&] { return sum(v * v); };
      return cond(large, squares, [&] { return sum(v); });
    };
    return grad(f)(x);
  };
  expect_near(evaluate(branch, kX).to_doubles(), {1, 2, 4});
  const auto bounded = [](Tensor x) {
    const auto small = [](Tensor v) { return sum(v) < 20; };
    const auto doubled = [](Tensor v) { return v * 2; };
    return grad([&](Tensor v) { return sum(while_loop(small, doubled, v, {.max_trips = 8})); })(x);
  };
  expect_near(evaluate(bounded, kX).to_doubles(), {8, 8, 8});
}

TEST(Gradients, TensorsFromBeforeStayWhatTheyAre) {
  const auto f = [](Tensor x) {
    Tensor inside;
    const auto loss = [&](Tensor v) {
      inside = scan([](Tensor c, Tensor e) { return c * e; }, ones(f64, {}), v);
      return inside * inside;
    };
    const Tensor slope = grad(loss)(x);
    return std::pair(slope, inside + 1);
  };
  EXPECT_NEAR(evaluate(f, kX).second.item(), 2, 1e-9);
}

template <typename F, typename... In>
Error error_of(const F& f, const In&... in) {
  try {
    abstract(f, in...);
  } catch (const Error& error) {
    return error;
  }
  return Error(std::vector<Diagnostic>(1));
}

TEST(GradientMisuse, NamesTheLineAndWhatToDo) {
  const int line = __LINE__ + 1;
  const Error vector = error_of([](Tensor x) { return grad([](Tensor v) { return v * 2; })(x); }, kX);
  EXPECT_EQ(vector.code(), "P701");
  EXPECT_EQ(vector.diagnostics()[0].line, line);
  EXPECT_NE(std::string(vector.what()).find("the loss is f64[3], a float scalar is wanted"), std::string::npos);
  const Tensor ints = Tensor::spec(s32, {2});
  const auto of_ints = [](const Pair& p) { return grad([](const Pair& q) { return sum(q.a); })(p).a; };
  const Error integer = error_of(of_ints, Pair{kX, ints});
  EXPECT_EQ(integer.code(), "P701");
  EXPECT_NE(std::string(integer.what()).find("b of the first argument is s32[2]"), std::string::npos) << integer.what();
  const auto endless = [](Tensor x) {
    const auto small = [](Tensor v) { return sum(v) < 20; };
    const auto doubled = [](Tensor v) { return v * 2; };
    return grad([&](Tensor v) { return sum(while_loop(small, doubled, v)); })(x);
  };
  const Error loop = error_of(endless, kX);
  EXPECT_EQ(loop.code(), "P700") << loop.what();
  EXPECT_EQ(loop.diagnostics()[0].line, __LINE__ - 4) << loop.what();
  EXPECT_NE(std::string(loop.what()).find("max_trips"), std::string::npos) << loop.what();
}

TEST(GradientMisuse, AGradientOfNothingIsWarnedOf) {
  const Traced traced = trace([](Tensor x) { return grad([](Tensor) { return ones(f32, {}); })(x); }, kX);
  ASSERT_EQ(traced.diagnostics().size(), 1);
  EXPECT_EQ(traced.diagnostics()[0].code, "P724");
  const auto steps = [](Tensor x) { return grad([](Tensor v) { return sum(floor(stop_gradient(v) + floor(v))); })(x); };
  ASSERT_EQ(trace(steps, kX).diagnostics().size(), 1);
  EXPECT_EQ(trace(steps, kX).diagnostics()[0].line, __LINE__ - 2);
}

// What is made of functions are functions like others: a loop may take f(i, x) or f(x).
TEST(Gradients, FunctionsThatWereTransformedCanBeAskedWhatTheyTake) {
  const auto f = [](Tensor x) {
    const auto twice = [](Tensor v) { return v * 2; };
    const Tensor a = repeat(checkpoint(twice), x, 3);
    const Tensor b = repeat(vectorize(twice), x, 3);
    const Tensor c = repeat(grad([](Tensor v) { return sum(v * v); }), x, 3);
    const auto own =
        custom_vjp([](Tensor v) { return std::pair(v * 2, v); }, [](Tensor, Tensor ct) { return std::tuple(ct); });
    return std::tuple(a, b, c, repeat(own, x, 3));
  };
  const auto [a, b, c, d] = evaluate(f, kX);
  for (const Tensor& each : {a, b, c, d}) expect_near(each.to_doubles(), {4, 8, 16});
}

// ---- the examples of the design

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

TEST(Examples, MlpLearnsOnEightDevices) {
  Params p = {Tensor::from_doubles(f32, {4, 8}, Doubles(32, 0.1)), Tensor::from_doubles(f32, {8, 4}, Doubles(32, 0.2))};
  Tensor x = Tensor::from_doubles(f32, {8, 4}, Doubles(32, 1.0)),
         y = Tensor::from_doubles(f32, {8, 4}, Doubles(32, 3.0));
  auto run = compile(trace(step, p, x, y), "x=4,y=2", {.donate = {0}});
  double first = 0, last = 0;
  for (int i = 0; i < 20; ++i) {
    const auto [q, l] = run(p, x, y);
    const auto [r, m] = evaluate(step, p, x, y);
    EXPECT_NEAR(l.item(), m.item(), 1e-5);
    if (i == 0) first = l.item();
    last = l.item();
    p = q;
  }
  EXPECT_LT(last, 0.1 * first);
}

Tensor rms_norm(Tensor x, Tensor scale) { return x * rsqrt(mean(x * x, -1, {.keepdims = true}) + 1e-6) * scale; }
Tensor causal_attention(Tensor q, Tensor k, Tensor v) {
  Tensor s = einsum("bsnd,btnd->bnst", {q, k}) / std::sqrt(static_cast<double>(q.shape()[3]));
  const Shape square = {q.shape()[1], q.shape()[1]};
  s = select(iota(s32, square, 0) >= iota(s32, square, 1), s, -1e9);
  return einsum("bnst,btnd->bsnd", {softmax(s), v});
}

struct Layer {
  Tensor norm1, wq, wk, wv, wo, norm2, win, wout;
};
struct Model {
  Tensor embed;
  Layer layers;
  Tensor norm;
};
Tensor layer(Tensor h, const Layer& w) {
  h = shard(h, "x,-,y");
  auto proj = [&](const Tensor& x, const Tensor& wi) {
    return shard(einsum("bsm,mnd->bsnd", {x, shard(wi, "w,y,-")}), "x,-,y,-");
  };
  Tensor a = rms_norm(h, w.norm1);
  a = causal_attention(proj(a, w.wq), proj(a, w.wk), proj(a, w.wv));
  h = h + einsum("bsnd,ndm->bsm", {a, shard(w.wo, "y,-,w")});
  Tensor f = einsum("bsm,mf->bsf", {rms_norm(h, w.norm2), shard(w.win, "w,y")});
  f = gelu(shard(f, "x,-,y"));
  return h + einsum("bsf,fm->bsm", {f, shard(w.wout, "y,w")});
}
Tensor model_loss(const Model& p, Tensor ids, Tensor next) {
  Tensor h = scan(checkpoint(layer, Save::kDots), take(p.embed, ids), p.layers);
  Tensor logits = einsum("bsm,vm->bsv", {rms_norm(h, p.norm), p.embed});
  return -mean(sum(log_softmax(logits) * one_hot(next, p.embed.shape()[0]), -1));
}
std::pair<Model, Tensor> model_step(const Model& p, Tensor ids, Tensor next) {
  auto [l, g] = value_and_grad(model_loss)(p, ids, next);
  return {map(p, g, [](Tensor w, Tensor d) { return w - 0.1 * d; }), l};
}
Model init(const Key& key) {
  const std::vector<Key> k = split(key, 7);
  const auto random = [&](int i, const Shape& shape) { return 0.1 * normal(k[i], f32, shape); };
  const Layer layers = {ones(f32, {2, 8}),       random(0, {2, 8, 4, 4}), random(1, {2, 8, 4, 4}),
                        random(2, {2, 8, 4, 4}), random(3, {2, 4, 4, 8}), ones(f32, {2, 8}),
                        random(4, {2, 8, 16}),   random(5, {2, 16, 8})};
  return {random(6, {16, 8}), layers, ones(f32, {8})};
}

TEST(Examples, TransformerStepRunsAsOnOneDevice) {
  const Key key = key_of(1);
  const Tensor ids = Tensor::of<std::int32_t>({4, 4}, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0});
  const Model specs = abstract(init, key);
  EXPECT_TRUE(specs.layers.wq.is_spec());
  const Traced traced = trace(model_step, specs, ids, ids);
  EXPECT_EQ(traced.arguments()[1].name, "%in0.layers.norm1");
  const auto run = compile(traced, "x=2,y=2", {.axes = {{"w", "x"}}});
  EXPECT_NE(run.text(Format::kHlo).find("HloModule"), std::string::npos);
  const Model p = evaluate(init, key);
  const auto [q, l] = run(p, ids, ids);
  const auto [r, m] = evaluate(model_step, p, ids, ids);
  EXPECT_NEAR(l.item(), m.item(), 1e-4);
  const std::vector<Tensor> got = leaves(q), wanted = leaves(r);
  for (size_t i = 0; i < got.size(); ++i) expect_near(got[i].to_doubles(), wanted[i].to_doubles(), 1e-3);
}

}  // namespace
}  // namespace partita
