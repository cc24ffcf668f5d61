// What gradients keep of the way forward, and in which order results are made: both decide how much memory is taken.
#include <string>

#include "../made_up.h"
#include "partita/partita.h"

namespace partita {
namespace {

int count_of(const std::string& text, const std::string& word) {
  int count = 0;
  for (size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) ++count;
  return count;
}

// Stacks that both loops of a gradient write, the forward one those values that it keeps.
template <typename Body>
int stacks_of(const Body& body) {
  const auto f = [&](Tensor w, Tensor h) {
    return grad([&](Tensor v, Tensor start) { return sum(scan(body, start, v)); })(w, h);
  };
  return count_of(trace(f, Tensor::spec(f32, {3, 4, 4}), Tensor::spec(f32, {4, 4})).text(), "dynamic_update_slice");
}

TEST(KeptValues, HintsOnSlicesAreMadeAgain) {
  const auto plain = [](Tensor h, Tensor w) { return h * w; };
  const auto hinted = [](Tensor h, Tensor w) { return h * shard(w, "x,-"); };
  EXPECT_EQ(stacks_of(plain), 2) << "h, and the gradient";
  EXPECT_EQ(stacks_of(hinted), 2);
}

TEST(KeptValues, LoopsStackUpWhatIsRead) {
  const auto f = [](Tensor h, Tensor w, bool both) {
    const auto [end, all] = scan([](Tensor c, Tensor v) { return std::pair(c * v, c + v); }, h, w);
    return both ? end + sum(all, {0}) : end;
  };
  const Tensor h = Tensor::spec(f32, {4}), w = Tensor::spec(f32, {3, 4});
  for (bool both : {false, true}) {
    const auto one = [&](Tensor a, Tensor b) { return f(a, b, both); };
    EXPECT_EQ(count_of(trace(one, h, w).text(), "dynamic_update_slice"), both ? 1 : 0);
  }
}

TEST(KeptValues, SoftmaxKeepsWhatComesOut) {
  EXPECT_EQ(stacks_of([](Tensor h, Tensor w) { return softmax(h + w); }), 2);
}

TEST(KeptValues, GradientOfSoftmax) {
  const Tensor x = made_up({2, 3}, 1, f64), c = made_up({2, 3}, 2, f64);
  const auto f = [](Tensor v, Tensor weights) {
    return grad([](Tensor u, Tensor w) { return sum(softmax(u, 0) * w); })(v, weights);
  };
  const Doubles xs = x.to_doubles(), cs = c.to_doubles();
  Doubles wanted(6);
  for (int k = 0; k < 3; ++k) {
    const double p = 1 / (1 + std::exp(xs[3 + k] - xs[k]));
    wanted[k] = p * (1 - p) * (cs[k] - cs[3 + k]);
    wanted[3 + k] = -wanted[k];
  }
  expect_near(evaluate(f, x, c).to_doubles(), wanted, 1e-12);
  const auto twice = [&](Tensor v, Tensor weights) {
    return grad([&](Tensor u, Tensor w) { return sum(f(u, w) * w); })(v, weights);
  };
  const double step = 1e-5;
  const auto slope_at = [&](double change) {
    Doubles moved = xs;
    moved[1] += change;
    const Doubles g = evaluate(f, Tensor::from_doubles(f64, {2, 3}, moved), c).to_doubles();
    double total = 0;
    for (int i = 0; i < 6; ++i) total += g[i] * cs[i];
    return total;
  };
  EXPECT_NEAR(evaluate(twice, x, c).to_doubles()[1], (slope_at(step) - slope_at(-step)) / (2 * step), 1e-8);
}

TEST(KeptValues, LogsOfSumsHaveGradientsWhereNumbersAreLarge) {
  const Tensor x = Tensor::of<double>({2}, {1000, 1001});
  const double p = 1 / (1 + std::exp(1.0));
  const auto sums = [](Tensor v) { return grad([](Tensor u) { return logsumexp(u); })(v); };
  expect_near(evaluate(sums, x).to_doubles(), {p, 1 - p}, 1e-12);
  const auto logs = [](Tensor v) { return grad([](Tensor u) { return row(log_softmax(u), 0); })(v); };
  expect_near(evaluate(logs, x).to_doubles(), {1 - p, p - 1}, 1e-12);
}

// A table that is looked up and multiplied with: devices have parts of both gradients, and one exchange adds them up.
TEST(KeptValues, GradientsOfTablesAreAddedBeforeTheyAreExchanged) {
  const auto loss = [](Tensor table, Tensor ids) {
    const Tensor h = take(table, shard(ids, "x"));
    return sum(square(einsum("bm,vm->bv", {h, table})));
  };
  const auto f = [&](Tensor table, Tensor ids) { return grad(loss)(table, ids); };
  const Tensor table = made_up({16, 8}), ids = Tensor::of<std::int32_t>({4}, {3, 3, 9, 15});
  const auto run = compile(trace(f, table, ids), "x=4");
  int sums = 0;
  for (const Collective& c : run.report().collectives) sums += c.kind == "all-reduce";
  EXPECT_EQ(sums, 1);
  expect_near(run(table, ids).to_doubles(), evaluate(f, table, ids).to_doubles(), 1e-3);
}

TEST(ResultOrder, TheFewestStepsComeFirst) {
  const auto f = [](Tensor x) { return std::pair(sin(sin(sin(x))), cos(x)); };
  const std::string text = trace(f, Tensor::spec(f32, {2})).text();
  EXPECT_LT(text.find("cosine"), text.find("sine %in0"));
}

TEST(CompleteText, HasTheMeshAndWhatIsDonated) {
  const auto f = [](const std::pair<Tensor, Tensor>& p, Tensor x) {
    const Tensor d = sum(shard(x, "x,-"), 0);
    return std::tuple(sum(d), std::pair(p.first - d, p.second - d));
  };
  const Tensor p = Tensor::spec(f32, {4}), x = Tensor::spec(f32, {8, 4});
  const Traced traced = trace(f, std::pair(p, p), x);
  EXPECT_EQ(traced.text().find("sdy.mesh"), std::string::npos);
  const std::string text = traced.text({.mesh = "x=4", .donate = {0}});
  EXPECT_NE(text.find("sdy.mesh @mesh = <[\"x\"=4]>"), std::string::npos) << text;
  EXPECT_NE(text.find("%in0.1: tensor<4xf32> {tf.aliasing_output = 2 : i32}"), std::string::npos) << text;
  const Compiled alone = compile(Program::parse(text));
  EXPECT_EQ(alone.num_devices(), 4);
  EXPECT_EQ(alone.report().wire_bytes, compile(traced, "x=4").report().wire_bytes);
  EXPECT_THROW(traced.text({.donate = {7}}), Error);
}

}  // namespace
}  // namespace partita
